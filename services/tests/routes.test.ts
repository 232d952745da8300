import { endpoints } from '@keyhold/contracts/api'
import { expect, test } from 'vitest'
import { loadServices } from '../registry.ts'
import { mismatchesOf, servedEndpoints } from '../routes.ts'

test('every endpoint of the contracts is a route of its service, and every route is in the contracts', async () => {
  expect(mismatchesOf(await servedEndpoints(await loadServices()))).toEqual([])
})

test('an endpoint without a route, a route without a contract and a second route are named', () => {
  const [first, second] = endpoints
  expect(mismatchesOf([second!], [first!, second!])).toEqual([
    `${first!.name} (${first!.endpoint.method} ${first!.endpoint.path}) is in the contracts of ${first!.service}, not its routes`,
  ])
  const path = `${second!.endpoint.method} ${second!.endpoint.path}`
  expect(mismatchesOf([first!, second!], [first!])).toEqual([
    `${path} is a route of ${second!.service}, not in contracts/src/api.ts`,
  ])
  expect(mismatchesOf([second!, second!], [second!])).toEqual([`${path} has two routes`])
})
