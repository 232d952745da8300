import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inventPerson, openAdministrator, signIn, signUp } from './steps/accounts.ts'
import { see, seeToast } from './steps/page.ts'
import { everything, landlordSidebar, ofTenants, shared } from './steps/screens.ts'
import { patience, useWorld, whileSignedOut } from './steps/world.ts'

// Which addresses each role reaches, and what its sidebar holds: to the letter of the specification.

const world = useWorld({ demo: true })

const sidebar = (page: Page) => expect.poll(() => linksOf(page), { timeout: patience })
const linksOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link').filter({ visible: true }).allInnerTexts()

const accessDenied = 'Access denied. Super admin privileges required.'

/** Opens every address of any role and answers those that are there. */
async function reached(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const path of everything) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await heading.first().waitFor()
    const said = await heading.allInnerTexts()
    if (!said.some((title) => title === '404 Page Not Found' || title === accessDenied)) found.push(path)
  }
  return found.toSorted()
}

const options = { timeout: 120_000 }

test('a landlord reaches the routes of the specification', options, async () => {
  const { page, expectClean } = await world.meet()
  const lee = inventPerson('Lee', 'Landlord')
  await signUp(page, lee)
  await signIn(page, lee, 'landlord')
  await sidebar(page).toEqual([...landlordSidebar, 'Management'])
  expect(await reached(page)).toEqual([...shared, '/tenant-maintenance'].toSorted())
  await page.goto('/market-pricing?propertyId=any')
  await see(page, 'Not part of this version yet')
  await page.goto('/super-admin')
  await see(page, accessDenied)
  expectClean(...whileSignedOut)
})

test('a tenant reaches the routes of the specification', options, async () => {
  const { page, expectClean } = await world.meet()
  await signIn(
    page,
    world.product.demo.find(({ role }) => role === 'tenant')!,
    'tenant',
  )
  // Messages is ours: the specification has no link to /tenant-messages in the sidebar, and unread ones are counted there.
  await sidebar(page).toEqual(['My Portal', 'Messages', 'Documents', 'Settings'])
  // The prices are open to everyone.
  expect(await reached(page)).toEqual(ofTenants.toSorted())
  expectClean(...whileSignedOut)
})

let admin: Page

test('a super admin reaches the routes of the specification', options, async () => {
  const { page, expectClean } = await world.meet()
  const ada = await openAdministrator(page, world.product)
  await signIn(page, ada, 'super_admin')
  expect(await reached(page)).toEqual([...shared, '/super-admin'].toSorted())
  admin = page
  expectClean(...whileSignedOut)
})

test('the mode of a super admin follows the route', async () => {
  const mode = (name: string) => admin.getByRole('navigation', { name: 'Mode' }).getByRole('link', { name })
  const current = () => admin.getByRole('navigation', { name: 'Mode' }).locator('[aria-current=true]').innerText()
  await admin.goto('/')
  await see(admin, 'SUPER ADMIN')
  await see(admin, 'Super Admin Mode')
  await expect.poll(current, { timeout: patience }).toBe('Landlord Tools')
  await sidebar(admin).toEqual(landlordSidebar)

  await mode('Admin Control').click()
  await admin.waitForURL('**/super-admin')
  await expect.poll(current, { timeout: patience }).toBe('Admin Control')
  await sidebar(admin).toEqual(['Super Admin Dashboard', 'User Management'])
  await admin.goto('/user-management')
  await expect.poll(current, { timeout: patience }).toBe('Admin Control')

  await mode('Tenant View').click()
  await admin.waitForURL('**/tenant-view')
  await expect.poll(current, { timeout: patience }).toBe('Tenant View')

  await mode('Landlord Tools').click()
  await admin.waitForURL((url) => url.pathname === '/')
  const viewAs = admin.getByRole('group', { name: 'View as' }).or(admin.getByRole('navigation', { name: 'View as' }))
  for (const [name, path] of [
    ['Admin', '/super-admin'],
    ['Tenant', '/tenant-view'],
  ] as const) {
    await admin.goto('/')
    await viewAs.getByRole('link', { name }).click()
    await admin.waitForURL(`**${path}`)
  }
})

test('the preview of the portal says that it is one', async () => {
  await admin.goto('/tenant-view')
  await see(admin, /sample/i)
  await admin.getByRole('button', { name: 'Contact Landlord' }).click()
  await seeToast(admin, 'Contact landlord')
})
