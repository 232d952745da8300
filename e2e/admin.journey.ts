import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { administrator } from './product.ts'
import { inventPerson, linkInMail, nameOf, openAdministrator, sendSignIn, signIn, signUp, type Who } from './steps/accounts.ts'
import { chooseAbout, dayOf, daysBetween, landlordRow, openAbout, openTab, rowsOf, seeCells, setLimits, subscriptionOf } from './steps/admin.ts'
import { dateWords, today } from './steps/calendar.ts'
import { button, choose, dialog, expectStayed, fill, follow, go, markPage, see, seeFigures, seeToast } from './steps/page.ts'
import { fact, payBy } from './steps/plans.ts'
import { answer, card, keep, keepHome } from './steps/properties.ts'
import { patience, type Person, useWorld, whileSignedOut } from './steps/world.ts'

// The control room: what an administrator sees and does, and how landlords and tenants come to know of it.

const world = useWorld()
const [lena, lou, tess] = [inventPerson('Lena', 'Landlord'), inventPerson('Lou', 'Later'), inventPerson('Tess', 'Tenant')]
let admin: Person
let landlord: Person
let newcomer: Person

/** Someone signed in elsewhere finds that the session has ended, and that this password opens nothing. */
async function expectShutOut({ page }: Person, who: Who, password: string, as: 'landlord' | 'tenant'): Promise<void> {
  await page.goto('/user-settings')
  await page.waitForURL('**/login')
  await sendSignIn(page, { ...who, password }, as)
  await seeToast(page, 'Login Failed', 'Invalid email or password')
}

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
  await see(page, 'Whoever signs up as a landlord appears here.')
  await seeFigures(page, () => ({ 'Total Landlords': '0', 'Active Databases': '1', 'Recent Activity': '0', 'Support Tickets': '0' }))

  await markPage(page)
  await signUp(landlord.page, lena)
  await seeFigures(page, () => ({ 'Total Landlords': '1' }))
  await landlordRow(page, lena).waitFor()
  await expectStayed(page)

  await button(page, 'Sign Out').click()
  await page.waitForURL('**/login')
  expectClean(...whileSignedOut)
  await sendSignIn(page, ada, 'super_admin')
  await page.waitForURL((url) => url.pathname === '/')
  await go(page, '/super-admin')
  await signIn(landlord.page, lena, 'landlord')
  landlord.expectClean(...whileSignedOut)
})

test("a landlord's subscription, trial and password are changed", async () => {
  const { page, expectClean } = admin
  await page.getByLabel('Search landlords').fill('nobody at all')
  await see(page, 'No landlords match')
  await page.getByLabel('Search landlords').fill(nameOf(lena).toUpperCase())
  const row = landlordRow(page, lena)
  await follow(landlord.page, 'Properties')
  await see(landlord.page, '0 / 5 properties')
  await markPage(landlord.page)

  const before = await subscriptionOf(landlord.page)
  const trial = await openAbout(page, lena, 'Trial')
  expect(await button(trial, 'Extend Trial').isDisabled(), 'without days').toBe(true)
  await fill(trial, { 'Number of days': '10' })
  await button(trial, 'Extend Trial').dblclick()
  await seeToast(page, 'Trial Extended', new RegExp(`^${lena.email} can try everything until`))
  const { trialEndDate } = await subscriptionOf(landlord.page)
  expect(daysBetween(before.trialEndDate, trialEndDate)).toBe(10)
  await seeCells(row, nameOf(lena), lena.email, 'Basic Trial', `Active until ${dayOf(trialEndDate)}`, '5')

  const subscription = await openAbout(page, lena, 'Subscription')
  await choose(page, subscription, 'Plan', 'Professional')
  await expect.poll(() => subscription.getByLabel('Max Properties').inputValue(), { message: 'a plan brings its limit' }).toBe('25')
  await choose(page, subscription, 'Status', 'Active')
  await fill(subscription, { 'Max Properties': '7' })
  await button(subscription, 'Update Subscription').dblclick()
  await seeToast(page, 'Subscription Updated', lena.email)
  await seeCells(row, nameOf(lena), lena.email, 'Professional Active', 'No Trial', '7')
  await see(landlord.page, '0 / 7 properties')
  await expectStayed(landlord.page)

  const password = await openAbout(page, lena, 'Password')
  expect(await button(password, 'Reset Password').isDisabled(), 'without a password').toBe(true)
  const old = lena.password
  lena.password = `${old}-reset`
  await fill(password, { 'New Password': lena.password })
  await button(password, 'Reset Password').dblclick()
  await seeToast(page, 'Password Reset', `${lena.email} was signed out and can use the new password now.`)
  await expectShutOut(landlord, lena, old, 'landlord')
  await signIn(landlord.page, lena, 'landlord')

  await chooseAbout(page, lena, 'Suspend account')
  await answer(page, 'Suspend')
  await seeToast(page, 'Account Suspended', lena.email)
  await see(row, 'Suspended')
  await expectShutOut(landlord, lena, lena.password, 'landlord')
  await chooseAbout(page, lena, 'Activate account')
  await answer(page, 'Activate')
  await seeToast(page, 'Account Activated', lena.email)
  await signIn(landlord.page, lena, 'landlord')
  landlord.expectClean(...whileSignedOut, / 401$/)
  expectClean()
})

test("the logins of a landlord's tenants", async () => {
  const { page, expectClean } = admin
  const { email, firstName, lastName, phone, password: old } = tess
  await keep(landlord.page, '/api/landlord/tenant-users', { email, firstName, lastName, phone, password: old })
  const tenant = await world.meet()
  await signIn(tenant.page, tess, 'tenant')

  const users = await openAbout(page, lena, 'Users')
  const row = rowsOf(users, 'Tenant users')
  await seeCells(row, nameOf(tess), email, phone, 'Active')
  await button(row, `Reset Password of ${nameOf(tess)}`).click()
  tess.password = `${old}-reset`
  await fill(dialog(page, 'Reset Password'), { 'New Password': tess.password })
  await button(dialog(page, 'Reset Password'), 'Reset Password').dblclick()
  await seeToast(page, 'Password Reset', new RegExp(email))
  await users.getByLabel('Search users').fill('nobody at all')
  await see(users, 'No users match')
  await page.keyboard.press('Escape')
  await expectShutOut(tenant, tess, old, 'tenant')
  await signIn(tenant.page, tess, 'tenant')
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
  await expect.poll(() => rowsOf(page, 'Properties').count()).toBe(2)
  await page.getByLabel('Search properties').fill('cedar')
  await expect.poll(() => rowsOf(page, 'Properties').count()).toBe(1)
  for (const text of [nameOf(lena), lena.email, '$1,200.00', 'Vacant']) await see(rowsOf(page, 'Properties'), text)
  await button(page, 'Edit Cedar Cottage').click()
  const form = dialog(page, 'Edit Property')
  await see(form, `Landlord: ${nameOf(lena)}, ${lena.email}`)
  await fill(form, { 'Property Name': 'Cedar Castle', 'Monthly Rent': '1350.50' })
  await button(form, 'Update').dblclick()
  await seeToast(page, 'Property updated successfully', `Cedar Cottage, of ${lena.email}`)
  await see(rowsOf(page, 'Properties'), 'Cedar Castle')
  await see(card(landlord.page, 'Cedar Castle'), '$1,350.50')
  await expectStayed(landlord.page)
  landlord.expectClean()
  expectClean()
})

test('a landlord is told that this is not theirs', async () => {
  const { page, expectClean } = landlord
  await page.goto('/super-admin')
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor()
  for (const path of ['summary', 'landlords', 'databases', 'activity-log', 'all-properties', 'settings', 'support-tickets'])
    expect((await page.request.get(`/api/admin/${path}`)).status(), path).toBe(403)
  expectClean()
})

test('the limits of new landlords are changed', async () => {
  const { page, expectClean } = admin
  await openTab(page, 'Settings')
  expect(await button(page, 'Save limits').isDisabled(), 'without a change').toBe(true)
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
  await chooseAbout(page, lena, 'Create Database')
  const own = dialog(page, 'Create Database')
  expect(await own.getByLabel('Database Name').inputValue()).toBe(database)
  await button(own, 'Create Database').dblclick()
  await own.waitFor({ state: 'detached', timeout: 30_000 })
  await seeToast(page, 'Database Created', `${database} is ready for ${lena.email}.`)

  await openTab(page, 'Databases')
  const row = rowsOf(page, 'Databases').filter({ hasText: database })
  for (const text of [lena.email, 'Inactive', dateWords(today())]) await see(row, text)
  await see(rowsOf(page, 'Databases').filter({ hasText: 'Active' }), 'Shared by all landlords')
  await button(page, 'Create Database').click()
  const taken = dialog(page, 'Create Database')
  await taken.getByLabel('Search landlords').fill(lou.email)
  await taken.getByRole('button', { name: new RegExp(lou.email) }).click()
  await fill(taken, { 'Database Name': database })
  await button(taken, 'Create Database').click()
  await seeToast(page, 'Creation Failed', `A database named ${database} already exists.`)
  expectClean(/POST \S+\/api\/admin\/create-database 409$/)
  await button(taken, 'Cancel').click()

  await button(page, `Monitor ${database}`).click()
  const monitor = dialog(page, 'Database Monitor')
  await expect.poll(() => fact(monitor, 'Size').innerText()).toMatch(/^[\d.]+ MB$/)
  expect(await fact(monitor, 'Connections').innerText()).toMatch(/^\d+ of \d+/)
  expect(await fact(monitor, 'Rows').innerText()).toMatch(/^[\d,]+$/)
  await monitor.getByRole('cell', { name: 'properties.property', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  expectClean()
})

test("a landlord's question is answered and closed", async () => {
  const { page, expectClean } = admin
  const asker = landlord.page
  await go(asker, '/support')
  await button(asker, 'New question').first().click()
  await fill(dialog(asker, 'New question'), { Subject: 'Where is my money?', Message: 'It was here yesterday.' })
  await button(dialog(asker, 'New question'), 'Send question').dblclick()
  await seeToast(asker, 'Question sent', 'The answer will appear here.')
  await see(asker, 'Waiting for an answer')
  await markPage(asker)

  await seeFigures(page, () => ({ 'Support Tickets': '1' }))
  await openTab(page, 'Support Tickets')
  await see(rowsOf(page, 'Support tickets'), lena.email)
  await button(page, 'Open Where is my money?').click()
  const ticket = dialog(page, 'Where is my money?')
  await see(ticket, 'It was here yesterday.')
  await fill(ticket, { 'Your answer': 'In your <bank>, as ever.' })
  await button(ticket, 'Send').dblclick()
  await see(asker, 'In your <bank>, as ever.')
  await see(asker, 'Answered')
  const link = await linkInMail(world.product, lena.email, '/support/')
  expect(link).toBe(asker.url())
  const mails = (await world.product.outbox()).filter(({ to, subject }) => to === lena.email && subject === 'Re: Where is my money?')
  expect(mails.map(({ body }) => body)).toEqual([expect.stringContaining('In your <bank>, as ever.')])

  await fill(asker, { 'Your reply': 'So it is.' })
  await button(asker, 'Send').click()
  await see(ticket, 'So it is.')
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
  const { page, expectClean } = admin
  await go(newcomer.page, '/subscribe?plan=professional')
  await payBy(newcomer.page, '4242 4242 4242 4242', '$79.00')
  await seeToast(newcomer.page, 'Payment Successful')
  await openTab(page, 'Landlords')
  await landlordRow(page, lou).getByText('Active', { exact: true }).waitFor()

  const expectRefused = async (form: Locator, pressed: string, title: string, words: string, call: string) => {
    await button(form, pressed).click()
    await seeToast(page, title, words)
    expectClean(new RegExp(`POST \\S+/api/admin/${call}$`))
    // Escape would close the toast first.
    await button(form, 'Cancel').click()
  }
  const password = await openAbout(page, lou, 'Password')
  await fill(password, { 'New Password': 'password123' })
  const common = 'This password is one of the most common ones. Please choose another.'
  await expectRefused(password, 'Reset Password', 'Reset Failed', common, 'reset-password 400')

  const subscription = await openAbout(page, lou, 'Subscription')
  await choose(page, subscription, 'Status', 'Trial')
  const pays = 'This landlord pays for a subscription. Cancel it first, then start a trial.'
  await expectRefused(subscription, 'Update Subscription', 'Update Failed', pays, 'update-subscription 409')

  const trial = await openAbout(page, lou, 'Trial')
  await fill(trial, { 'Number of days': '7' })
  const active = 'This landlord has an active subscription: there is no trial to extend.'
  await expectRefused(trial, 'Extend Trial', 'Extension Failed', active, 'extend-trial 409')

  await chooseAbout(page, lena, 'Create Database')
  const second = dialog(page, 'Create Database')
  await fill(second, { 'Database Name': `${database}_2` })
  const one = 'This landlord already has a database, or one is being made.'
  await expectRefused(second, 'Create Database', 'Creation Failed', one, 'create-database 409')

  // Deleted in another window while this one still asks.
  const owner = landlord.page
  await go(owner, '/user-management')
  await button(owner, `Delete ${nameOf(tess)}`).click()
  await see(owner, 'Are you sure you want to delete this user?')
  const [{ id }] = (await (await owner.request.get('/api/landlord/tenant-users')).json()) as [{ id: string }]
  expect((await owner.request.delete(`/api/landlord/tenant-users/${id}`)).status()).toBe(204)
  await answer(owner, 'Delete')
  await seeToast(owner, 'Delete Failed', 'User not found.')
  landlord.expectClean(/DELETE \S+\/api\/landlord\/tenant-users\/\S+ 404$/)
})

test('everything done stands in the activity log', async () => {
  const { page, expectClean } = admin
  await openTab(page, 'Activity Log')
  const cells = rowsOf(page, 'Activity log').locator('td:first-child')
  // Once each, though most buttons were pressed twice, and nothing of what was refused.
  const done = [
    ['Trial extended', 'Subscription updated', 'Password reset', 'Account deactivated', 'Account activated', 'User password reset'],
    ['Property updated', 'Settings changed', 'Settings changed', 'Database created', 'Ticket answered', 'Ticket closed'],
  ].flat()
  await expect.poll(() => cells.allInnerTexts(), { timeout: patience }).toEqual(done.toReversed())
  await seeFigures(page, () => ({ 'Recent Activity': `${done.length}` }))
  const entry = (action: string) => rowsOf(page, 'Activity log').filter({ hasText: action }).first()
  for (const text of [administrator.email, lena.email, 'Max properties: 5 → 7', dateWords(today())]) await see(entry('Subscription updated'), text)
  await see(entry('User password reset'), tess.email)
  await see(entry('Settings changed'), 'N/A')
  await page.getByLabel('Search activity').fill('account')
  await expect.poll(() => cells.allInnerTexts()).toEqual(['Account activated', 'Account deactivated'])
  expectClean()
})
