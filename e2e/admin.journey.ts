import { expect, test } from 'vitest'
import { inventPerson, linkInMail, nameOf, openAdministrator, sendSignIn, signIn, signUp, type Who } from './steps/accounts.ts'
import { chooseAbout, daysBetween, landlordRow, openAbout, openTab, rowsOf, setLimits, subscriptionOf } from './steps/admin.ts'
import { dateWords, zone } from './steps/calendar.ts'
import { button, choose, dialog, expectStayed, fill, follow, go, markPage, see, seeFigures, seeToast } from './steps/page.ts'
import { fact, payBy } from './steps/plans.ts'
import { answer, card, keep, keepHome } from './steps/properties.ts'
import { patience, type Person, useWorld, whileSignedOut } from './steps/world.ts'

// The control room: what an administrator sees and does, and how landlords and tenants come to know of it.

const world = useWorld()
const [lena, lou, tess] = [inventPerson('Lena', 'Landlord'), inventPerson('Lou', 'Later'), inventPerson('Tess', 'Tenant')]
let [admin, landlord, newcomer]: Person[] = []

/** Someone signed in elsewhere finds that the session has ended, and that this password opens nothing. */
async function expectShutOut({ page }: Person, who: Who, password: string, as: 'landlord' | 'tenant'): Promise<void> {
  await page.reload()
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
  const { page, expectClean } = admin!
  await page.getByLabel('Search landlords').fill('nobody at all')
  await see(page, 'No landlords match')
  await page.getByLabel('Search landlords').fill(nameOf(lena).toUpperCase())
  const row = landlordRow(page, lena)
  await follow(landlord!.page, 'Properties')
  await see(landlord!.page, '0 / 5 properties')
  await markPage(landlord!.page)

  const before = await subscriptionOf(landlord!.page)
  const trial = await openAbout(page, lena, 'Trial')
  expect(await button(trial, 'Extend Trial').isDisabled(), 'without days').toBe(true)
  await fill(trial, { 'Number of days': '10' })
  await button(trial, 'Extend Trial').dblclick()
  const { trialEndDate } = await expect.poll(() => subscriptionOf(landlord!.page), { timeout: patience }).not.toEqual(before).then(() => subscriptionOf(landlord!.page))
  expect(daysBetween(before.trialEndDate, trialEndDate)).toBe(10)
  const lastDay = dateWords(new Date(trialEndDate).toLocaleDateString('en-CA', { timeZone: zone }))
  await seeToast(page, 'Trial Extended', `${lena.email} can try everything until ${lastDay}.`)
  await see(row, `until ${lastDay}`)

  const subscription = await openAbout(page, lena, 'Subscription')
  await choose(page, subscription, 'Plan', 'Professional')
  await expect.poll(() => subscription.getByLabel('Max Properties').inputValue(), { message: 'a plan brings its limit' }).toBe('25')
  await choose(page, subscription, 'Status', 'Active')
  await fill(subscription, { 'Max Properties': '7' })
  await button(subscription, 'Update Subscription').dblclick()
  await seeToast(page, 'Subscription Updated', lena.email)
  for (const text of ['Professional', 'Active', 'No Trial', '7']) await row.getByText(text, { exact: true }).waitFor()
  await see(landlord!.page, '0 / 7 properties')
  await expectStayed(landlord!.page)

  const password = await openAbout(page, lena, 'Password')
  expect(await button(password, 'Reset Password').isDisabled(), 'without a password').toBe(true)
  const old = lena.password
  lena.password = `${old}-reset`
  await fill(password, { 'New Password': lena.password })
  await button(password, 'Reset Password').dblclick()
  await seeToast(page, 'Password Reset', `${lena.email} was signed out and can use the new password now.`)
  await expectShutOut(landlord!, lena, old, 'landlord')
  await signIn(landlord!.page, lena, 'landlord')

  await chooseAbout(page, lena, 'Suspend account')
  await answer(page, 'Suspend')
  await seeToast(page, 'Account Suspended', lena.email)
  await see(row, 'Suspended')
  await expectShutOut(landlord!, lena, lena.password, 'landlord')
  await chooseAbout(page, lena, 'Activate account')
  await answer(page, 'Activate')
  await seeToast(page, 'Account Activated', lena.email)
  await signIn(landlord!.page, lena, 'landlord')
  landlord!.expectClean(...whileSignedOut, / 401$/)
  expectClean()
})

test("the logins of a landlord's tenants", async () => {
  const { page, expectClean } = admin!
  const { email, firstName, lastName, phone, password: old } = tess
  await keep(landlord!.page, '/api/landlord/tenant-users', { email, firstName, lastName, phone, password: old })
  const tenant = await world.meet()
  await signIn(tenant.page, tess, 'tenant')

  const users = await openAbout(page, lena, 'Users')
  const row = rowsOf(users, 'Tenant users')
  for (const text of [nameOf(tess), email, phone, 'Active']) await row.getByText(text, { exact: true }).waitFor()
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
  const { page, expectClean } = admin!
  await keepHome(landlord!.page, 'Cedar Cottage', { monthlyRent: 1200 })
  await keepHome(landlord!.page, 'Alder Attic')
  await follow(landlord!.page, 'Properties')
  await see(card(landlord!.page, 'Cedar Cottage'), '$1,200')
  await markPage(landlord!.page)

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
  await see(card(landlord!.page, 'Cedar Castle'), '$1,350.50')
  await expectStayed(landlord!.page)
  landlord!.expectClean()
  expectClean()
})

test('a landlord is told that this is not theirs', async () => {
  const { page, expectClean } = landlord!
  await page.goto('/super-admin')
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor()
  for (const path of ['summary', 'landlords', 'databases', 'activity-log', 'all-properties', 'settings', 'support-tickets'])
    expect((await page.request.get(`/api/admin/${path}`)).status(), path).toBe(403)
  expectClean()
})

test('the limits of new landlords are changed', async () => {
  const { page, expectClean } = admin!
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
  expect((await subscriptionOf(landlord!.page)).maxProperties, 'of an account that exists').toBe(7)
  await setLimits(page, 5, 14)
  newcomer.expectClean(...whileSignedOut)
  expectClean()
})

const database = `landlord_${lena.email.split('@')[0]!.replaceAll('.', '_')}`

test('a database is made for a landlord and looked into', async () => {
  const { page, expectClean } = admin!
  await openTab(page, 'Landlords')
  await chooseAbout(page, lena, 'Create Database')
  const own = dialog(page, 'Create Database')
  expect(await own.getByLabel('Database Name').inputValue()).toBe(database)
  await button(own, 'Create Database').dblclick()
  await own.waitFor({ state: 'detached', timeout: 30_000 })
  await seeToast(page, 'Database Created', `${database} is ready for ${lena.email}.`)

  await openTab(page, 'Databases')
  const row = rowsOf(page, 'Databases').filter({ hasText: database })
  for (const text of [lena.email, 'Inactive', dateWords(new Date().toLocaleDateString('en-CA', { timeZone: zone }))]) await see(row, text)
  await see(rowsOf(page, 'Databases').filter({ hasText: 'Active' }), 'Shared by all landlords')
  await button(page, 'Create Database').click()
  const taken = dialog(page, 'Create Database')
  await taken.getByLabel('Search landlords').fill(lou.email)
  await taken.getByRole('button', { name: new RegExp(lou.email) }).click()
  await fill(taken, { 'Database Name': database })
  await button(taken, 'Create Database').click()
  await seeToast(page, 'Creation Failed', `A database named ${database} already exists.`)
  expectClean(/POST \S+\/api\/admin\/create-database 409$/)
  await page.keyboard.press('Escape')

  await button(page, `Monitor ${database}`).click()
  const monitor = dialog(page, 'Database Monitor')
  await expect.poll(() => fact(monitor, 'Size').innerText()).toMatch(/^[\d.]+ MB$/)
  expect(await fact(monitor, 'Connections').innerText()).toMatch(/^\d+ of \d+/)
  expect(await fact(monitor, 'Rows').innerText()).toMatch(/^[\d,]+$/)
  await rowsOf(monitor, 'Tables').filter({ hasText: 'properties.properties' }).waitFor()
  await page.keyboard.press('Escape')
  expectClean()
})

test("a landlord's question is answered and closed", async () => {
  const { page, expectClean } = admin!
  const asker = landlord!.page
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
  landlord!.expectClean()
  expectClean()
})
