import { expect, test } from 'vitest'
import { inventPerson, nameOf, sendSignIn, signIn, signUp } from './steps/accounts.ts'
import { dateWords, exact, firstOfMonth, headline, monthWords, today } from './steps/calendar.ts'
import {
  addProperty,
  closeInvitation,
  inviteBySms,
  paymentRow,
  requestRow,
  setLease,
  verify,
} from './steps/landlord.ts'
import { button, dialog, expectStayed, figure, follow, markPage, see, seeFigures, seeToast } from './steps/page.ts'
import { line, linkInText, register, reportPayment, reportTrouble, textsTo } from './steps/tenant.ts'
import { patience, type Person, phone, useWorld, whileSignedOut } from './steps/world.ts'

// A whole month of renting, through the page alone, as a landlord at a desk and a tenant on a phone live it.

const world = useWorld()
const olivia = inventPerson('Olivia', 'Marsh')
const tomas = inventPerson('Tomas', 'Quill')
const home = { name: 'Rosewood House', address: '2210 SE Ankeny St', rent: 187_550 }
const leak = {
  title: 'Water below the kitchen sink',
  description: 'It drips from the bend of the pipe since this morning; a bowl stands below it.',
}

// A lease from the 1st of this month: twelve rents, of which exactly the first is due.
const start = firstOfMonth(today())
const end = firstOfMonth(start, 12)
const dueDates = Array.from({ length: 12 }, (_, month) => firstOfMonth(start, month))
const year = home.rent * dueDates.length
/** Overdue only from the day after. */
const isLate = (due: string) => due < today()

let landlord: Person
/** The landlord's dashboard, left open at another desk: nobody touches it, so every change in it came through the stream. */
let board: Person
let tenant: Person

const figures = { properties: 0, tenants: 0, occupancy: 'No properties yet', received: 0, open: 0, late: 0 }

/** The dashboard as it has to be, computed here. */
const expectBoard = async (changes: Partial<typeof figures> = {}) => {
  Object.assign(figures, changes)
  await seeFigures(board.page, () => ({
    'Total Properties': new RegExp(`^${figures.properties} \\+?${figures.properties} new this month$`),
    'Active Tenants': `${figures.tenants}`,
    'Monthly Revenue': headline(figures.received),
    'Due Now': headline(figures.open),
  }))
  expect(await figure(board.page, 'Active Tenants')).toEqual({ value: `${figures.tenants}`, hint: figures.occupancy })
  expect((await figure(board.page, 'Due Now')).hint).toBe(`${figures.late} overdue`)
}

test('a landlord signs up on the landing page and signs in', async () => {
  landlord = await world.meet()
  const { page } = landlord
  await signUp(page, olivia)
  await button(page, 'sign in').click()
  await page.getByRole('heading', { name: 'Sign In to Your Account' }).waitFor()
  landlord.expectClean(...whileSignedOut)

  await sendSignIn(page, { ...olivia, password: 'not-this-one' }, 'landlord')
  await seeToast(page, 'Login Failed')
  await see(page, 'Invalid email or password')
  landlord.expectClean(...whileSignedOut, /POST \S+\/api\/auth\/login 401$/)

  await sendSignIn(page, olivia, 'landlord')
  await page.getByRole('heading', { level: 1, name: `Welcome back, ${olivia.firstName}` }).waitFor()
  landlord.expectClean()

  board = await world.meet()
  await signIn(board.page, olivia, 'landlord')
  board.expectClean(...whileSignedOut)
  await markPage(board.page)
  await expectBoard()
})

test('the landlord adds a property, once though the button is pressed twice', async () => {
  const { page } = landlord
  await addProperty(page, home)
  await page.getByRole('link', { name: home.name }).waitFor()
  await see(page, '1 / 5 properties')
  expect(await page.getByRole('article').count()).toBe(1)
  await expectBoard({ properties: 1, occupancy: '0% occupancy' })
  landlord.expectClean()
})

test('the landlord invites a tenant; the link in the text opens the registration on a phone', async () => {
  const { page } = landlord
  const shown = await inviteBySms(page, tomas, home)
  await seeToast(page, 'SMS invitation sent successfully!')
  await closeInvitation(page)
  const [text = ''] = await textsTo(world.product, tomas)
  expect(text).toContain(nameOf(olivia))
  expect(text).toContain('This link expires in 7 days. Reply STOP to opt out.')
  const link = await linkInText(world.product, tomas)
  expect(link).toBe(shown)
  landlord.expectClean()

  tenant = await world.meet(phone)
  await register(tenant.page, link, tomas, nameOf(olivia))
  await tenant.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect.poll(() => tenant.page.getByLabel('Email Address').inputValue(), { timeout: patience }).toBe(tomas.email)
  expect(await tenant.page.getByLabel('Account Type').inputValue()).toBe('tenant')
  tenant.expectClean(...whileSignedOut)
  await tenant.page.goto(link)
  await see(tenant.page, 'Invalid Invitation')
  tenant.expectClean(...whileSignedOut, /GET \S+\/api\/tenant-invitations\/\S+ 404$/)
})

test('the tenant signs in to the portal; the landlord sees them move in, without reloading', async () => {
  const { page } = tenant
  await signIn(page, tomas, 'tenant')
  await see(page, `Welcome, ${tomas.firstName}!`)
  await see(page, home.name)
  await seeFigures(page, () => ({
    'Current Balance': /^\$0\.00 Nothing has been charged yet$/,
    'Next Payment': 'None',
    'Open Requests': '0',
  }))
  await markPage(page)
  tenant.expectClean(...whileSignedOut)

  await see(landlord.page, 'Portal active')
  expect(await landlord.page.getByRole('article').count()).toBe(1)
  await expectBoard({ tenants: 1, occupancy: '100% occupancy' })
  landlord.expectClean()
})

test('rent and lease start set up twelve rents', async () => {
  const { page } = landlord
  await setLease(page, tomas, { start, end, rent: home.rent })
  await follow(page, 'Payments')
  await seeFigures(page, () => ({
    'Total Revenue': '$0',
    Outstanding: headline(year),
    'Total Payments': `${dueDates.length}`,
  }))
  const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row')
  await expect.poll(() => rows.count(), { timeout: patience }).toBe(1 + dueDates.length)
  for (const [index, due] of dueDates.entries()) {
    const text = (await rows.nth(index + 1).innerText()).replaceAll(/\s+/g, ' ')
    expect(text).toContain(`${nameOf(tomas)} Rent · ${home.name} ${dateWords(due)}`)
    expect(text).toContain(exact(home.rent))
    expect(text).toContain(isLate(due) ? 'Overdue' : 'Pending')
  }
  await expectBoard({ open: home.rent, late: isLate(start) ? 1 : 0 })
  landlord.expectClean()

  await seeFigures(tenant.page, () => ({ 'Current Balance': exact(home.rent) }))
  await expectStayed(tenant.page)
  tenant.expectClean()
})

test('the tenant reports a payment; the landlord sees it arrive and verifies it', async () => {
  const { page } = landlord
  await markPage(page)
  await reportPayment(tenant.page, home.rent, 'BANK-4471')
  const rent = line(tenant.page, `Rent, ${monthWords(start)}`)
  await see(rent, `${exact(home.rent)} awaiting confirmation`)
  await see(rent, 'BANK-4471')
  await seeFigures(tenant.page, () => ({ 'Current Balance': exact(home.rent) }))
  // On the card, which comes later, and on the rent: one report, though the button was pressed twice.
  await expect.poll(() => tenant.page.getByText('awaiting confirmation').count(), { timeout: patience }).toBe(2)

  await see(paymentRow(page, start), `${exact(home.rent)} awaiting confirmation`)
  await expectStayed(page)
  await expectBoard()

  await verify(page, start, home.rent)
  await see(paymentRow(page, start), 'Verified')
  await seeFigures(page, () => ({ 'Total Revenue': headline(home.rent), Outstanding: headline(year - home.rent) }))
  await expectBoard({ received: home.rent, open: 0, late: 0 })
  landlord.expectClean()
})

test("the tenant's balance follows, and all of it outlives a reload", async () => {
  const { page } = tenant
  const paidUp = () =>
    seeFigures(page, () => ({
      'Current Balance': /^\$0\.00 You are all paid up$/,
      'Next Payment': dateWords(dueDates[1]!),
    }))
  await paidUp()
  await expectStayed(page)
  await page.reload()
  await paidUp()
  tenant.expectClean()

  await landlord.page.reload()
  await see(paymentRow(landlord.page, start), 'Verified')
  await expectStayed(board.page)
  await board.page.reload()
  await expectBoard()
  landlord.expectClean()
  board.expectClean()
})

test('the tenant reports a leak; the landlord repairs it; the tenant sees how it goes', async () => {
  const { page } = landlord
  await follow(page, 'Maintenance')
  await markPage(page)
  await markPage(tenant.page)
  await reportTrouble(tenant.page, leak)
  const request = line(tenant.page, leak.title)
  await see(request, 'Open')
  expect(await request.count()).toBe(1)
  await seeFigures(tenant.page, () => ({ 'Open Requests': /^1 1 urgent$/ }))

  const row = requestRow(page, leak.title)
  await see(row, home.name)
  await see(row, nameOf(tomas))
  expect(await row.count()).toBe(1)
  await button(row, 'Start Work').click()
  await seeToast(page, 'Work started')
  await see(request, 'In progress')
  await button(row, 'Complete').click()
  await seeToast(page, 'Request completed')
  await see(row, 'Completed')
  await see(request, 'Completed')
  await see(request, `Done ${dateWords(today())}`)
  await seeFigures(tenant.page, () => ({ 'Open Requests': /^0 No open requests$/ }))
  await Promise.all([expectStayed(page), expectStayed(tenant.page)])
  await expectBoard()
  landlord.expectClean()
  tenant.expectClean()
})

test('who answers STOP gets no more texts, and the landlord is told', async () => {
  const outbox = await world.meet()
  await outbox.page.goto('/dev/outbox')
  await outbox.page
    .getByRole('article')
    .filter({ hasText: tomas.phone })
    .getByRole('button', { name: 'Answer STOP' })
    .click()
  await outbox.page.waitForURL((url) => url.pathname === '/dev/outbox')
  outbox.expectClean()

  const again = { ...inventPerson('Tomas', 'Quillson'), phone: tomas.phone }
  const { page } = landlord
  await inviteBySms(page, again, home, { isOccupied: true })
  await seeToast(page, 'Invitation created but SMS failed to send. Check your SMS settings.')
  await see(dialog(page, 'Invitation created'), 'This number has opted out of texts (STOP).')
  await closeInvitation(page)
  expect(await textsTo(world.product, tomas)).toHaveLength(1)
  landlord.expectClean()
})

test('signed out, a deep link leads to the sign-in page', async () => {
  const { page } = landlord
  await follow(page, 'Payments')
  await page.getByRole('button', { name: `Account: ${nameOf(olivia)}` }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Sign In to Your Account' }).waitFor()
  await page.goto('/payments')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByRole('heading', { name: 'Sign In to Your Account' }).waitFor()
  expect(await page.getByText(nameOf(tomas)).count()).toBe(0)
  landlord.expectClean(...whileSignedOut)

  await button(tenant.page, 'Sign Out').click()
  await tenant.page.waitForURL((url) => url.pathname === '/login')
  tenant.expectClean(...whileSignedOut)

  // Who signs out at one desk stays signed in at the other.
  await expectBoard()
  board.expectClean()
})
