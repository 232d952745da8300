import { listProperties } from '@keyhold/contracts/properties/properties'
import { id } from '@keyhold/contracts/scalars'
import { cursorCodec } from '@keyhold/kit/http/cursor'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
const landlord = actors.landlord()

beforeAll(async () => {
  app = await startPropertiesApp()
  for (const fields of [
    { name: 'birch', monthlyRent: 900, propertyType: 'condo', city: 'Dallas' },
    { name: 'Alder', monthlyRent: 1200, address: '7 Main St', isOccupied: true },
    { name: '100% Oak', monthlyRent: 900, isOccupied: true },
    { name: 'Cedar_1', monthlyRent: 2000, propertyType: 'condo' },
    { name: 'Back\\slash', monthlyRent: 10.05 },
  ])
    await app.addProperty(landlord, fields)
})
afterAll(() => app.stop())

const names = async (query: Record<string, unknown>, actor: LandlordActor = landlord) => {
  const { body, headers } = await app.send(listProperties, actor, { query })
  return { names: body.map(({ name }) => name), total: headers['x-total-count'], link: headers.link }
}

test('the list is newest first, with the total and no next page', async () => {
  expect(await names({})).toEqual({
    names: ['Back\\slash', 'Cedar_1', '100% Oak', 'Alder', 'birch'],
    total: '5',
    link: undefined,
  })
})

test.each([
  ['newest', ['Back\\slash', 'Cedar_1', '100% Oak', 'Alder', 'birch']],
  ['name', ['100% Oak', 'Alder', 'Back\\slash', 'birch', 'Cedar_1']],
  ['rent', ['Back\\slash', 'birch', '100% Oak', 'Alder', 'Cedar_1']],
  ['rent-desc', ['Cedar_1', 'Alder', '100% Oak', 'birch', 'Back\\slash']],
])('sorted by %s, pages have no gaps or repeats', async (sort, expected) => {
  const seen: string[] = []
  let query: Record<string, unknown> = { sort, limit: 2 }
  for (let page = 0; page < 3; page++) {
    const { names: found, total, link } = await names(query)
    seen.push(...found)
    expect([total, link === undefined]).toEqual(['5', page === 2])
    query = Object.fromEntries(new URL(link?.slice(1, link.indexOf('>')) ?? '', 'http://keyhold').searchParams)
  }
  expect(seen).toEqual(expected)
})

test('filters apply to the page and to the total', async () => {
  expect(await names({ propertyType: 'condo' })).toMatchObject({ names: ['Cedar_1', 'birch'], total: '2' })
  expect(await names({ occupancy: 'occupied', limit: 1 })).toMatchObject({ names: ['100% Oak'], total: '2' })
  expect(await names({ occupancy: 'vacant', propertyType: 'house' })).toMatchObject({
    names: ['Back\\slash'],
    total: '1',
  })
})

test.each([
  ['ALD', ['Alder']],
  ['main st', ['Alder']],
  ['dallas', ['birch']],
  ['%', ['100% Oak']],
  ['_', ['Cedar_1']],
  ['\\', ['Back\\slash']],
  ["' or 1=1 --", []],
])('a search for %s is literal', async (q, expected) => {
  expect((await names({ q })).names).toEqual(expected)
})

test.each(['x', 'AAAAAAAAAAAAAAAAAAAAA=', '"; drop', 'a'.repeat(60), '%00'])(
  'the cursor %s is refused, not an error',
  async (cursor) => {
    expect((await app.send(listProperties, landlord, { query: { cursor } })).status).toBe(400)
  },
)

test('a well-formed cursor of no record ends the list; a limit over 500 is refused', async () => {
  expect((await names({ cursor: cursorCodec(id).encode(v7()) })).names).toEqual([])
  expect((await app.send(listProperties, landlord, { query: { limit: 501 } })).status).toBe(400)
  expect((await app.send(listProperties, landlord, { query: { sort: 'colour' } })).status).toBe(400)
})

test("another landlord's cursor reveals nothing", async () => {
  const other = actors.landlord()
  await app.addProperty(other, { name: 'Theirs' })
  const { link } = await names({ limit: 1 })
  const cursor = new URL(link?.slice(1, link.indexOf('>')) ?? '', 'http://keyhold').searchParams.get('cursor')
  expect(await names({ cursor }, other)).toMatchObject({ names: [], total: '1' })
})
