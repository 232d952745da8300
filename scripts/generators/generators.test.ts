import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/paths.ts'
import { findingsIn } from '../lib/zones.ts'
import { addImport, addNamedImport, type Checkout, type Files, type Generated, Unusable } from './edit.ts'
import { newEndpoint } from './endpoint.ts'
import { newScreen } from './screen.ts'
import { newService } from './service.ts'

// Against the files of this checkout: a file that changed its shape makes these fail. The names are ones that nobody will choose.
const checkout: Checkout = {
  read: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined),
  list: (folder) => globSync(`${folder}/**/*.*`, { cwd: root }).toSorted(),
}
const { read } = checkout
/** The checkout after what a generator wrote. */
const after = ({ files }: Generated): Checkout => ({
  read: (path) => files[path] ?? read(path),
  list: (folder) => [
    ...new Set([...checkout.list(folder), ...Object.keys(files).filter((path) => path.startsWith(`${folder}/`))]),
  ],
})
const findings = (files: Files) =>
  Object.entries(files).flatMap(([path, text]) => (/\.tsx?$/.test(path) ? findingsIn(path, text) : []))
/** The text without line breaks, which oxfmt chooses. */
const flat = (text = '') => text.replaceAll(/\s+/g, ' ')

test('a new service is listed once in each list of services', () => {
  const { files, left } = newService(['probing'], checkout)
  expect(files['packages/contracts/src/services.ts']).toContain("  'probing',\n] as const")
  expect(files['services/registry.ts']).toContain("(await import('@keyhold/probing/service')).probing,\n}")
  expect(files['packages/contracts/src/api.ts']).toContain('  probing: [],\n}')
  expect(files['docker-compose.yml']).toContain('command: [node, services/main.ts, probing]')
  expect(files['docs/architecture.md']).toMatch(/\| `billing` [^#]*\n\| `probing` \| \|\n\n/)
  expect(files['web/src/api/client/stream.ts']).toContain("  'probing.': [],\n")
  expect(files['services/probing/src/service.ts']).toContain('migrations: new URL(')
  expect(left.join()).toContain('db:generate')
  expect(findings(files)).toEqual([])
})

test('the first endpoint of a new service has a test that starts it with its test app', () => {
  const started = after(newService(['probing'], checkout))
  const { files } = newEndpoint(['probing', 'probes', 'listProbes', 'GET', '/api/probes'], started)
  expect(files['services/probing/src/routes/probes.test.ts']).toContain('app = await startProbingApp()')
  expect(files['services/probing/src/service.ts']).toContain('routes: [...probeRoutes]')
  expect(files['packages/contracts/src/api.ts']).toContain('  probing: [probes],')
})

test('a new endpoint of a new resource has its route, contract, handler, registration and test', () => {
  const { files } = newEndpoint(['maintenance', 'probes', 'listProbes', 'GET', '/api/probes'], checkout)
  expect(Object.keys(files).toSorted()).toEqual([
    'packages/contracts/src/api.ts',
    'packages/contracts/src/maintenance/probes.routes.ts',
    'packages/contracts/src/maintenance/probes.ts',
    'services/maintenance/src/routes/probes.test.ts',
    'services/maintenance/src/routes/probes.ts',
    'services/maintenance/src/service.ts',
  ])
  expect(files['packages/contracts/src/maintenance/probes.routes.ts']).toContain(
    "export const listProbes = route('GET', '/api/probes', landlords)",
  )
  const api = flat(files['packages/contracts/src/api.ts'])
  expect(api).toMatch(/ maintenance: \[ ?costs, [^\]]*\bprobes, request[^\]]*workOrders,? ?\]/)
  expect(api).toMatch(
    /from '.\/maintenance\/costs.ts' [^;]*import \* as probes from '.\/maintenance\/probes.ts' import \* as \w+ from '.\/maintenance\/proposals.ts' import \* as request/,
  )
  expect(flat(files['services/maintenance/src/service.ts'])).toMatch(/routes: \[[^\]]*, \.\.\.probeRoutes\]/)
  expect(files['services/maintenance/src/routes/probes.test.ts']).toContain('await startMaintenanceApp()')
  expect(findings(files)).toEqual([])
})

test('a second endpoint of the resource is in the same list of routes and the same test file', () => {
  const first = newEndpoint(['maintenance', 'probes', 'listProbes', 'GET', '/api/probes'], checkout)
  const { files } = newEndpoint(['maintenance', 'probes', 'getProbe', 'GET', '/api/probes/:id'], after(first))
  const handlers = files['services/maintenance/src/routes/probes.ts']
  expect(handlers).toContain("= [serve(listProbes, async () => ({})), serve(getProbe, async () => notFound('Probe'))]")
  expect(handlers).toContain("import { getProbe, listProbes } from '@keyhold/contracts/maintenance/probes'")
  const tests = files['services/maintenance/src/routes/probes.test.ts']
  expect(tests).toContain("test('a landlord can list probes'")
  expect(tests).toContain('params: { id: randomUUID() }')
  expect(files['services/maintenance/src/service.ts']).toBeUndefined()
  expect(files['packages/contracts/src/api.ts']).toBeUndefined()
})

test('a new endpoint of a resource that exists joins its contract, its routes and its tests', () => {
  const { files } = newEndpoint(['maintenance', 'vendors', 'probeVendor', 'GET', '/api/vendors/:id'], checkout)
  const routes = 'packages/contracts/src/maintenance/vendors.routes.ts'
  expect(files[routes]).toBe(`${read(routes)}export const probeVendor = route('GET', '/api/vendors/:id', landlords)\n`)
  const contract = files['packages/contracts/src/maintenance/vendors.ts']!
  expect(contract.indexOf('routes.probeVendor')).toBeLessThan(contract.indexOf('VendorChanged'))
  expect(contract.indexOf('routes.probeVendor')).toBeGreaterThan(contract.indexOf('routes.deleteVendor'))
  const handlers = files['services/maintenance/src/routes/vendors.ts']!
  expect(handlers).toContain("const probe = serve(probeVendor, async () => notFound('Vendor'))")
  expect(handlers).toMatch(/export const vendorRoutes = \[list, .*, probe\]/)
  expect(handlers.match(/from '@keyhold\/contracts\/maintenance\/vendors'/g)).toHaveLength(1)
  expect(files['services/maintenance/src/routes/vendors.test.ts']).toContain('app.send(probeVendor, actors.landlord()')
  expect(Object.keys(files)).toHaveLength(4)
})

test.each([
  ['ai', 'insights', '/api/insights/summary', 'services/ai/src/routes/insights.ts'],
  ['ai', 'probes', '/api/probes', 'services/ai/src/service.ts'],
  ['gateway', 'dashboard', '/api/dashboard/more', 'services/gateway/src/routes/dashboard.ts'],
  ['gateway', 'probes', '/api/probes', 'services/gateway/src/service.ts'],
  ['maintenance', 'requests', '/api/maintenance-requests/more', 'services/maintenance/src/routes/requests.ts'],
  ['billing', 'subscriptions', '/api/subscriptions/more', 'services/billing/src/routes/subscriptions.ts'],
  ['tenancy', 'tenants', '/api/tenants/more', 'services/tenancy/src/routes/tenants/tenants.ts'],
  ['identity', 'probes', '/api/probes', 'services/identity/src/routes/probes/probes.ts'],
])('%s: an endpoint of %s is registered', (service, resource, path, file) => {
  const { files } = newEndpoint([service, resource, 'showThing', 'GET', path], checkout)
  expect(Object.keys(files)).toContain(file)
  expect(files[file]).toMatch(/serve\(showThing,|\.\.\.\w+Routes\]/)
})

test('the test calls as one of those who may', () => {
  const tested = (path: string, who: string) =>
    newEndpoint(['maintenance', 'things', 'showThing', 'GET', path, who], checkout).files[
      'services/maintenance/src/routes/things.test.ts'
    ]
  expect(tested('/api/things', 'tenants')).toContain('actors.tenantOf(actors.landlord())')
  expect(tested('/api/things', 'admins')).toContain('actors.superAdmin()')
  expect(tested('/api/things', 'public')).toContain('actors.visitor()')
  expect(tested('/internal/things', 'service')).toContain("actors.service('gateway')")
})

test('a resource name that another service has is imported under another name', () => {
  const { files } = newEndpoint(['properties', 'vendors', 'listProbes', 'GET', '/api/probes'], checkout)
  expect(files['packages/contracts/src/api.ts']).toContain(
    "import * as propertiesVendors from './properties/vendors.ts'",
  )
})

test('an import goes to its place, or to the others of its module', () => {
  const text = "import { a } from '@x/a'\nimport { c } from '@x/c'\nimport { d } from './routes/d.ts'\n"
  expect(addImport(text, "import { b } from '@x/b'").split('\n')[1]).toBe("import { b } from '@x/b'")
  expect(addImport(text, "import { e } from './routes/e.ts'").split('\n')[3]).toBe("import { e } from './routes/e.ts'")
  expect(addNamedImport(text, 'b', '@x/c').split('\n')[1]).toBe("import { b, c } from '@x/c'")
})

test('a new screen is its page, its path, its row in the table of screens, and its line in the journeys', () => {
  const { files } = newScreen(['probe-views', "Landlord's probes", 'FlaskConical', 'payments'], checkout)
  expect(files['web/src/lib/paths.ts']).toContain("probeViews: '/probe-views',")
  const table = files['web/src/app/screens.ts']!
  expect(table).toContain("title: 'Landlord\\'s probes',")
  expect(table.indexOf('paths.probeViews')).toBeGreaterThan(table.indexOf('paths.payments,'))
  expect(table.indexOf('paths.probeViews')).toBeLessThan(table.indexOf('\n  maintenance,'))
  expect(flat(files['web/src/app/nav-icons.ts'])).toMatch(/FileText, (\w+, )*FlaskConical, (\w+, )*Home/)
  const walked = files['e2e/steps/screens.ts']!
  expect(walked).toMatch(/'\/user-settings',[^\]]*\n {2}'\/probe-views',\n\]/)
  expect(walked).toContain("  'Payments',\n  'Landlord\\'s probes',\n")
  expect(files['e2e/looks.journey.ts']!.match(/path: '\/probe-views'/g)).toHaveLength(1)
  const page = files['web/src/features/probe-views/pages/probe-views-page.tsx']
  for (const state of ['ErrorState', 'RowSkeletons', 'EmptyState', '<ul>']) expect(page).toContain(state)
  expect(findings(files)).toEqual([])
})

test.each([
  ['a service with a hyphen in its name', () => newService(['short-stays'], checkout)],
  ['a service that exists', () => newService(['payments'], checkout)],
  ['an endpoint of an unknown service', () => newEndpoint(['nobody', 'x', 'listX', 'GET', '/api/x'], checkout)],
  ['an endpoint with a method that HTTP lacks', () => newEndpoint(['ai', 'x', 'listX', 'FETCH', '/api/x'], checkout)],
  ['an endpoint outside the API', () => newEndpoint(['ai', 'x', 'listX', 'GET', '/x'], checkout)],
  ['an endpoint that exists', () => newEndpoint(['maintenance', 'vendors', 'listVendors', 'GET', '/api/x'], checkout)],
  ['a screen without a label', () => newScreen(['probe-views'], checkout)],
  ['a screen after one that is not in the sidebar', () => newScreen(['x', 'X', 'Bell', 'support'], checkout)],
])('%s is refused with a sentence', (_, generate) => {
  expect(generate).toThrow(Unusable)
})
