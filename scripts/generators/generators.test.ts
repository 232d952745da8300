import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findingsIn } from '../lib/zones.ts'
import { root } from '../lib/paths.ts'
import { type Files, type Read, Unusable } from './edit.ts'
import { newEndpoint } from './endpoint.ts'
import { newScreen } from './screen.ts'
import { newService } from './service.ts'

// Against the files of this checkout: a file that changed its shape makes these fail.
const read: Read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)
const findings = (files: Files) =>
  Object.entries(files).flatMap(([path, text]) => (/\.tsx?$/.test(path) ? findingsIn(path, text) : []))

test('a new service is listed once in each list of services', () => {
  const files = newService(['parking'], read)
  expect(files['packages/contracts/src/services.ts']).toContain("  'parking',\n] as const")
  expect(files['services/registry.ts']).toContain("(await import('@keyhold/parking/service')).parking,\n}")
  expect(files['packages/contracts/src/api.ts']).toContain('  parking: [],\n}')
  expect(files['docker-compose.yml']).toContain('command: [node, services/main.ts, parking]')
  expect(findings(files)).toEqual([])
})

test('a new endpoint of a new resource has its route, contract, handler, registration and test', () => {
  const files = newEndpoint(['maintenance', 'inspections', 'listInspections', 'GET', '/api/inspections'], read)
  expect(Object.keys(files).toSorted()).toEqual([
    'packages/contracts/src/api.ts',
    'packages/contracts/src/maintenance/inspections.routes.ts',
    'packages/contracts/src/maintenance/inspections.ts',
    'services/maintenance/src/routes/inspections.test.ts',
    'services/maintenance/src/routes/inspections.ts',
    'services/maintenance/src/service.ts',
  ])
  expect(files['packages/contracts/src/maintenance/inspections.routes.ts']).toContain(
    "export const listInspections = route('GET', '/api/inspections', landlords)",
  )
  expect(files['packages/contracts/src/api.ts']).toMatch(/ {2}maintenance: \[inspections, /)
  expect(files['services/maintenance/src/service.ts']).toMatch(/^ {8}\.\.\.inspectionsRoutes,$/m)
  expect(findings(files)).toEqual([])
})

test('a new endpoint of a resource that exists is added to its contract', () => {
  const files = newEndpoint(['maintenance', 'vendors', 'mergeVendors', 'POST', '/api/vendors/merge'], read)
  const routes = 'packages/contracts/src/maintenance/vendors.routes.ts'
  expect(files[routes]).toBe(
    `${read(routes)}export const mergeVendors = route('POST', '/api/vendors/merge', landlords)\n`,
  )
  expect(files['packages/contracts/src/maintenance/vendors.ts']).toContain('endpoint(routes.mergeVendors, {')
  expect(files['packages/contracts/src/api.ts']).toBeUndefined()
})

test('a new screen is its page, its path and its row in the table of screens', () => {
  const files = newScreen(['rent-increases', 'Rent increases'], read)
  expect(files['web/src/lib/paths.ts']).toContain("rentIncreases: '/rent-increases',")
  expect(files['web/src/app/screens.ts']).toContain("title: 'Rent increases',")
  expect(Object.keys(files)).toHaveLength(3)
  expect(findings(files)).toEqual([])
})

test.each([
  ['a service with a hyphen in its name', () => newService(['short-stays'], read)],
  ['a service that exists', () => newService(['payments'], read)],
  ['an endpoint of a service that does not exist', () => newEndpoint(['nobody', 'x', 'listX', 'GET', '/api/x'], read)],
  ['an endpoint with a method that HTTP lacks', () => newEndpoint(['ai', 'x', 'listX', 'FETCH', '/api/x'], read)],
  ['an endpoint outside the API', () => newEndpoint(['ai', 'x', 'listX', 'GET', '/x'], read)],
  ['a screen without a label', () => newScreen(['rent-increases'], read)],
])('%s is refused with a sentence', (_, generate) => {
  expect(generate).toThrow(Unusable)
})
