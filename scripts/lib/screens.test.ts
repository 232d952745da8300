import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everything, landlordSidebar, ofTenants, shared } from '../../e2e/steps/screens.ts'
import { root } from './paths.ts'

interface Screen {
  path: string
  alsoAt?: readonly string[]
  title?: string
  roles?: readonly string[]
  isPublic?: boolean
  sidebar?: { landlord?: { label?: string; roles?: readonly string[] } }
}

// By its path as a value: the page's types are for a browser. Loading the table loads no page.
const table = join(root, 'web/src/app/screens.ts')
const { screens } = (await import(table)) as { screens: readonly Screen[] }
const { paths } = (await import(join(root, 'web/src/lib/paths.ts'))) as { paths: Record<string, unknown> }
const planned = [...readFileSync(table, 'utf8').matchAll(/planned\(paths\.(\w+)/g)].map((match) => paths[match[1]!])

const addresses = (role: string) =>
  screens
    .filter(({ roles, isPublic }) => roles?.includes(role) || (isPublic && roles))
    .flatMap(({ path, alsoAt = [] }) => [path, ...alsoAt])
    .filter((path) => !path.includes(':'))
const unique = (all: readonly string[]) => [...new Set(all)].toSorted()

/** Screens behind a link: they are not in the specification's lists of routes, and other journeys open them. */
const behindLinks = ['/assistant', '/branding', '/dashboard', '/subscribe', '/support', '/tenants/new']

test.each([
  ['landlord', [...shared, '/tenant-maintenance']],
  ['super_admin', [...shared, '/super-admin']],
  ['tenant', ofTenants],
])('the journey of routes walks every screen of a %s', (role, walked) => {
  expect(unique(addresses(role)).filter((path) => !behindLinks.includes(path))).toEqual(unique(walked))
  expect(everything).toEqual(expect.arrayContaining(walked))
})

test('the journey of routes knows the sidebar in its order', () => {
  const links = screens.flatMap(({ title, sidebar }) =>
    sidebar?.landlord && !sidebar.landlord.roles ? [sidebar.landlord.label ?? title] : [],
  )
  expect(links).toEqual(landlordSidebar)
})

test('the journey of looks opens every screen that is built', () => {
  const looks = readFileSync(join(root, 'e2e/looks.journey.ts'), 'utf8')
  const built = screens.filter(({ path }) => !planned.includes(path) && !path.includes(':'))
  // `/dashboard` redirects.
  const missing = unique(built.map(({ path }) => path)).filter(
    (path) => path !== '/dashboard' && !new RegExp(`['\`]${path}['?\`]`).test(looks),
  )
  expect(missing).toEqual([])
})
