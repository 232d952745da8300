import { expect, test } from 'vitest'
import { administrator } from './product.ts'
import { expectShutOut, inventPerson, linkInMail, nameOf, openAdministrator, signIn, signUp } from './steps/accounts.ts'
import {
  createDatabase,
  editProperty,
  extendTrial,
  resetPassword,
  setActive,
  setLimits,
  setSubscription,
} from './steps/admin.ts'
import { dateWords, daysBetween, dayWords, today } from './steps/calendar.ts'
import {
  chooseAbout,
  expectRefused,
  fillDatabase,
  landlordRow,
  monitor,
  openAbout,
  openTab,
  rowsOf,
  search,
  seeCells,
} from './steps/control-room.ts'
import {
  answer,
  button,
  choose,
  dialog,
  expectStayed,
  fill,
  follow,
  go,
  markPage,
  see,
  seeFigures,
  seeToast,
} from './steps/page.ts'
import { payBy, subscriptionOf } from './steps/plans.ts'
import { card, keep, keepHome } from './steps/properties.ts'
import { answersTo, ask, write } from './steps/support.ts'
import { patience, type Person, useWorld, whileSignedOut } from './steps/world.ts'

// The control room: what an administrator sees and does, and how landlords and tenants come to know of it.

const world = useWorld()
const [lena, lou, tess] = [
  inventPerson('Lena', 'Landlord'),
  inventPerson('Lou', 'Later'),
  inventPerson('Tess', 'Tenant'),
]
let admin: Person
let landlord: Person
let newcomer: Person

test("the control room shows the platform's figures", async () => {
  admin = await world.meet()
  landlord = await world.meet()
  const { page, expectClean } = admin
  const ada = await openAdministrator(page, world.product)
  await signIn(page, ada, 'super_admin')
  await page.getByRole('link', { name: 'Admin Control' }).click()
  await page.getByRole('heading', { level: 1, name: 'Super Admin Dashboard' }).waitFor()
  await see(page.getByRole('main'), nameOf(ada))
  await see(page, 'Super Administrator')
  await see(page, 'Landlords appear here when they sign up.')
  await seeFigures(page, () => ({
    'Total Landlords': '0',
    'Active Databases': '1',
    'Recent Activity': '0',
    'Support Tickets': '0',
  }))

  await markPage(page)
  await signUp(landlord.page, lena)
  await seeFigures(page, () => ({ 'Total Landlords': '1' }))
  await landlordRow(page, lena).waitFor()
  await expectStayed(page)

  await Promise.all([page.waitForEvent('load'), button(page, 'Sign Out').click()])
  await page.waitForURL('**/login')
  // What was on its way when the session ended is refused.
  expectClean(...whileSignedOut, / 401$/)
  await signIn(page, ada, 'super_admin')
  await go(page, '/super-admin')
  await signIn(landlord.page, lena, 'landlord')
  landlord.expectClean(...whileSignedOut)
})

test("a landlord's subscription, trial and password are changed", async () => {
  const { page, expectClean } = admin
  await search(page, 'Landlords', 'nobody at all', 0)
  await see(page, 'No landlords match')
  await search(page, 'Landlords', nameOf(lena).toUpperCase(), 1)
  const row = landlordRow(page, lena)
  await follow(landlord.page, 'Properties')
  await see(landlord.page, '0 / 5 properties')
  await markPage(landlord.page)

  const before = await subscriptionOf(landlord.page)
  await extendTrial(page, lena, 10)
  const { trialEndDate } = await subscriptionOf(landlord.page)
  expect(daysBetween(before.trialEndDate, trialEndDate)).toBe(10)
  await seeCells(row, nameOf(lena), lena.email, 'Basic Trial', `Active until ${dayWords(trialEndDate)}`, '5')

  await setSubscription(page, lena, { plan: 'Professional', brings: 25, limit: 7 })
  await seeCells(row, nameOf(lena), lena.email, 'Professional Active', 'No Trial', '7')
  await see(landlord.page, '0 / 7 properties')
  await expectStayed(landlord.page)

  await openAbout(page, lena, 'Password')
  await expectShutOut(landlord.page, lena, await resetPassword(page, lena), 'landlord')
  await signIn(landlord.page, lena, 'landlord')
  await setActive(page, lena, 'Suspend')
  await see(row, 'Suspended')
  await expectShutOut(landlord.page, lena, lena.password, 'landlord')
  await setActive(page, lena, 'Activate')
  await signIn(landlord.page, lena, 'landlord')
  landlord.expectClean(...whileSignedOut, / 401$/)
  expectClean()
})

test("the logins of a landlord's tenants", async () => {
  const { page, expectClean } = admin
  const { email, firstName, lastName, phone, password } = tess
  await keep(landlord.page, '/api/landlord/tenant-users', { email, firstName, lastName, phone, password })
  const tenant = await world.meet()
  await signIn(tenant.page, tess, 'tenant')

  const users = await openAbout(page, lena, 'Users')
  const row = rowsOf(users, 'Tenant users')
  await seeCells(row, nameOf(tess), email, phone, 'Active')
  await button(row, `Reset Password for ${nameOf(tess)}`).click()
  await expectShutOut(tenant.page, tess, await resetPassword(page, tess), 'tenant')
  await signIn(tenant.page, tess, 'tenant')
  await users.getByLabel('Search users').fill('nobody at all')
  await see(users, 'No users match')
  await button(users, 'Close').click()
  expectClean()
})

test('any property is found and edited', async () => {
  const { page, expectClean } = admin
  await keepHome(landlord.page, 'Cedar Cottage', { monthlyRent: 1200 })
  await keepHome(landlord.page, 'Alder Attic')
  await follow(landlord.page, 'Properties')
  await see(card(landlord.page, 'Cedar Cottage'), '$1,200')
  await markPage(landlord.page)

  await openTab(page, 'Properties')
  await search(page, 'Properties', lena.email, 2)
  await search(page, 'Properties', 'cedar', 1)
  const row = rowsOf(page, 'Properties')
  const whose = `${nameOf(lena)} ${lena.email}`
  await seeCells(
    row,
    'Cedar Cottage 17 Cedar Cottage Road, Portland, OR 97214',
    whose,
    'Apartment',
    '$1,200.00',
    'Vacant',
  )
  await editProperty(page, 'Cedar Cottage', lena, { 'Property Name': 'Cedar Castle', 'Monthly Rent': '1350.50' })
  await see(row, 'Cedar Castle')
  await see(card(landlord.page, 'Cedar Castle'), '$1,350.50')
  await expectStayed(landlord.page)
  landlord.expectClean()
  expectClean()
})

test('a landlord is told that this is not theirs', async () => {
  const { page, expectClean } = landlord
  await page.goto('/super-admin')
  await page.getByRole('heading', { level: 1, name: 'Access denied. Super admin privileges required.' }).waitFor()
  for (const path of [
    'summary',
    'landlords',
    'databases',
    'activity-log',
    'all-properties',
    'settings',
    'support-tickets',
  ])
    expect((await page.request.get(`/api/admin/${path}`)).status(), path).toBe(403)
  expectClean()
})

test('the limits of new landlords are changed', async () => {
  const { page, expectClean } = admin
  await openTab(page, 'Settings')
  await setLimits(page, 9, 30)
  newcomer = await world.meet()
  await signUp(newcomer.page, lou)
  await signIn(newcomer.page, lou, 'landlord')
  await follow(newcomer.page, 'Properties')
  await see(newcomer.page, '0 / 9 properties')
  const { trialStartDate, trialEndDate } = await subscriptionOf(newcomer.page)
  expect(daysBetween(trialStartDate, trialEndDate)).toBe(30)
  expect((await subscriptionOf(landlord.page)).maxProperties, 'of an account that exists').toBe(7)
  await setLimits(page, 5, 14)
  newcomer.expectClean(...whileSignedOut)
  expectClean()
})

const database = `landlord_${lena.email.split('@')[0]!.replaceAll('.', '_')}`

test('a database is made for a landlord and looked into', async () => {
  const { page, expectClean } = admin
  await openTab(page, 'Landlords')
  await createDatabase(page, lena, database)
  await openTab(page, 'Databases')
  await seeCells(
    rowsOf(page, 'Databases').filter({ hasText: database }),
    database,
    lena.email,
    'Inactive',
    '0',
    dateWords(today()),
  )
  await see(rowsOf(page, 'Databases').filter({ hasText: 'Shared by all landlords' }), 'Active')
  const taken = await fillDatabase(page, lou, database)
  const why = `Creation Failed: A database named ${database} already exists.`
  await expectRefused(admin, taken, 'Create Database', 'create-database 409', why)

  const { size, connections, rows, tables } = await monitor(page, database)
  expect([size, connections, rows]).toEqual(
    [/^[\d.]+ MB$/, /^\d+ of \d+/, /^[\d,]+$/].map((shape) => expect.stringMatching(shape) as string),
  )
  expect(tables).toEqual(expect.arrayContaining(['properties.property', 'payments.charge']))
  expectClean()
})

test("a landlord's question is answered and closed", async () => {
  const { page, expectClean } = admin
  const asker = landlord.page
  await ask(asker, 'Where is my money?', 'It was here yesterday.')
  await markPage(asker)

  await seeFigures(page, () => ({ 'Support Tickets': '1' }))
  await openTab(page, 'Support Tickets')
  await see(rowsOf(page, 'Support tickets'), lena.email)
  await button(page, 'Open Where is my money?').click()
  const ticket = dialog(page, 'Where is my money?')
  await see(ticket, 'It was here yesterday.')
  await write(ticket, 'Your answer', 'In your <bank>, as ever.', asker)
  await see(asker, 'Answered')
  expect(await linkInMail(world.product, lena.email, '/support/')).toBe(asker.url())
  expect(await answersTo(world.product, lena.email, 'Where is my money?')).toEqual([
    expect.stringContaining('In your <bank>, as ever.'),
  ])
  await write(asker, 'Your reply', 'So it is.', ticket)
  await see(ticket, 'Needs an answer')
  await button(ticket, 'Close ticket').dblclick()
  await seeToast(page, 'Ticket closed', 'Where is my money?')
  await see(asker, 'Closed')
  await seeFigures(page, () => ({ 'Support Tickets': '0' }))
  await expectStayed(asker)
  landlord.expectClean()
  expectClean()
})

test("what is refused carries the server's words", async () => {
  const { page } = admin
  await go(newcomer.page, '/subscribe?plan=professional')
  await payBy(newcomer.page, '4242 4242 4242 4242', '$79.00')
  await seeToast(newcomer.page, 'Payment Successful')
  await openTab(page, 'Landlords')
  await landlordRow(page, lou).getByText('Active', { exact: true }).waitFor()

  const common = 'Reset Failed: This password is too common. Please choose another.'
  const pays = 'Update Failed: This landlord pays for a subscription. Cancel it first, then start a trial.'
  const isActive = 'Extension Failed: This landlord has an active subscription: there is no trial to extend.'
  const hasOne = 'Creation Failed: This landlord already has a database, or one is being created.'
  const password = await openAbout(page, lou, 'Password')
  await fill(password, { 'New Password': 'password123' })
  await expectRefused(admin, password, 'Reset Password', 'reset-password 400', common)
  const subscription = await openAbout(page, lou, 'Subscription')
  await choose(page, subscription, 'Status', 'Trial')
  await expectRefused(admin, subscription, 'Update Subscription', 'update-subscription 409', pays)
  const trial = await openAbout(page, lou, 'Trial')
  await fill(trial, { 'Number of days': '7' })
  await expectRefused(admin, trial, 'Extend Trial', 'extend-trial 409', isActive)
  await chooseAbout(page, lena, 'Create Database')
  await fill(dialog(page, 'Create Database'), { 'Database Name': `${database}_2` })
  await expectRefused(admin, dialog(page, 'Create Database'), 'Create Database', 'create-database 409', hasOne)

  // Deleted in another window while this one still asks.
  const owner = landlord.page
  await go(owner, '/user-management')
  await button(owner, `Delete ${nameOf(tess)}`).click()
  await see(owner, 'Are you sure you want to delete this user?')
  const [{ id }] = (await (await owner.request.get('/api/landlord/tenant-users')).json()) as [{ id: string }]
  expect((await owner.request.delete(`/api/landlord/tenant-users/${id}`)).status()).toBe(204)
  await answer(owner, 'Delete')
  await seeToast(owner, 'Delete Failed', 'User not found')
  landlord.expectClean(/DELETE \S+\/api\/landlord\/tenant-users\/\S+ 404$/)
})

test('everything done stands in the activity log', async () => {
  const { page, expectClean } = admin
  await openTab(page, 'Activity Log')
  const cells = rowsOf(page, 'Activity log').locator('td:first-child')
  // Once each, though most buttons were pressed twice, and nothing of what was refused.
  const done = [
    [
      'Trial extended',
      'Subscription updated',
      'Password reset',
      'Account deactivated',
      'Account activated',
      'User password reset',
    ],
    [
      'Property updated',
      'Settings changed',
      'Settings changed',
      'Database created',
      'Ticket answered',
      'Ticket closed',
    ],
  ].flat()
  await expect.poll(() => cells.allInnerTexts(), { timeout: patience }).toEqual(done.toReversed())
  await seeFigures(page, () => ({ 'Recent Activity': `${done.length}` }))
  const entry = (action: string) => rowsOf(page, 'Activity log').filter({ hasText: action }).first()
  for (const text of [administrator.email, lena.email, 'Max properties: 5 → 7', dateWords(today())])
    await see(entry('Subscription updated'), text)
  await see(entry('User password reset'), tess.email)
  await see(entry('Settings changed'), 'N/A')
  await page.getByLabel('Search activity').fill('account')
  await expect
    .poll(() => cells.allInnerTexts(), { timeout: patience })
    .toEqual(['Account activated', 'Account deactivated'])
  expectClean()
})
