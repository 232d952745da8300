import { expect, test } from 'vitest'
import { inventPerson, nameOf, signIn, signUp, type Who } from './steps/accounts.ts'
import { dateWords, exact, firstOfMonth, headline, monthWords, today, typed } from './steps/calendar.ts'
import { addProperty } from './steps/landlord.ts'
import {
  Book,
  call,
  cells,
  type Charge,
  chargeFee,
  dayAfter,
  daysInMonth,
  descriptions,
  expectLedger,
  expectPdf,
  openPayments,
  partOfMonth,
  receiveDeposit,
  record,
  seeTotals,
  settleDeposit,
  waiveFee,
} from './steps/ledger.ts'
import { button, choose, dialog, figure, fill, follow, go, see, seeFigures, seeToast } from './steps/page.ts'
import { payCreditOut, receive, takeBack } from './steps/receipts.ts'
import { register } from './steps/tenant.ts'
import { desk, patience, type Person, phone, useWorld, whileSignedOut } from './steps/world.ts'

// A year of a building with four units and a row of two houses, all of it past: who pays late, whose payment comes back, who leaves, who pays
// ahead or too much. Every figure at its end is held against a book that the test keeps by itself.

const world = useWorld()
const now = today()
const months = Array.from({ length: 12 }, (_, month) => firstOfMonth(now, month - 12))
const [start = '', , third = '', fourth = ''] = months
const seventh = months[6] ?? ''
const end = dayAfter(firstOfMonth(now), -1)
const moveIn = dayAfter(start, 15)
const moveOut = dayAfter(seventh, 9)
const fee = 5_000
const home = { name: 'Linden Court', address: '810 NE Failing St', rent: 125_000 }
const mapleRow = { name: 'Maple Row', address: '45 SE Salmon St', rent: 115_000 }

// December is one of the twelve months, whenever this runs. A check for it comes back in January, and is replaced a week later.
const december = months.find((month) => month.slice(5, 7) === '12') ?? ''
const yearEnd = `${december.slice(0, 4)}-12-31`
const notAfterToday = (day: string) => (day < now ? day : now)
const [returnedOn, replacedOn] = [5, 12].map((day) => notAfterToday(dayAfter(yearEnd, day))) as [string, string]
// Two months that are paid ahead, away from the end of the year.
const [ahead = '', next = ''] = months.slice(months.indexOf(december) < 6 ? 8 : 3)
const paidAheadOn = dayAfter(ahead, -10)
const lastMonth = months.at(-1) ?? ''

const landlordWho = inventPerson('Lena', 'Holder')
const people = {
  ana: { ...inventPerson('Ana', 'Prompt'), unit: 'Unit 1', rent: 125_000 },
  ben: { ...inventPerson('Ben', 'Tardy'), unit: 'Unit 2', rent: 109_550 },
  cleo: { ...inventPerson('Cleo', 'Bounce'), unit: 'Unit 3', rent: 98_765 },
  dan: { ...inventPerson('Dan', 'Mover'), unit: 'Unit 4', rent: 140_000 },
  eve: { ...inventPerson('Eve', 'Yearend'), unit: 'Unit 1', rent: 115_000 },
  fay: { ...inventPerson('Fay', 'Ahead'), unit: 'Unit 2', rent: 130_000 },
}
const ofRow = ['eve', 'fay'] as const
type Name = keyof typeof people
const abe = inventPerson('Abe', 'Prompt')
const deposit = 180_000
const both = `${nameOf(people.ana)} & ${nameOf(abe)}`
// He takes Fay's place in the middle of the lease; the rent goes on.
const gus = inventPerson('Gus', 'Roommate')
const leftOn = dayAfter(seventh, 14)
/** What he pays too much with the last rent. */
const overpaid = 15_000

const ids = {} as Record<Name | 'property' | 'row' | 'abe' | 'gus', string>
const units: Record<string, string> = {}
let landlord: Person

// The book. Rents first: twelve of each, but Dan's, who came and went in the middle of a month.
const book = new Book()
const rents = {} as Record<Name, Charge[]>
for (const who of ['ana', 'ben', 'cleo', ...ofRow] as const)
  rents[who] = months.map((due) => book.charge({ who, type: 'rent', due, cents: people[who].rent }))
const inFull = (due: string): Charge => book.charge({ who: 'dan', type: 'rent', due, cents: people.dan.rent })
rents.dan = [
  book.charge({
    who: 'dan',
    type: 'rent',
    due: moveIn,
    cents: partOfMonth(people.dan.rent, start, daysInMonth(start) - 15),
  }),
  ...months.slice(1, 6).map(inFull),
  // Charged in full by the lease, and reduced today, when the move-out is recorded.
  book.charge({
    who: 'dan',
    type: 'rent',
    due: seventh,
    cents: partOfMonth(people.dan.rent, seventh, 10),
    reduced: { from: people.dan.rent, on: now },
  }),
]
// Charged by the lease, and taken back today, when the move-out is recorded.
for (const due of months.slice(7)) inFull(due).cancelledOn = now
const rentsOwed = Object.values(rents).flat().length
const rentOf = (who: Name, due: string) => rents[who].find((rent) => rent.due === due)!

test('a building of four units and a row of two houses', async () => {
  landlord = await world.meet()
  const { page } = landlord
  await signUp(page, landlordWho)
  await signIn(page, landlordWho, 'landlord')
  landlord.expectClean(...whileSignedOut)
  await addProperty(page, home)
  await page.getByRole('link', { name: home.name }).click()
  for (const number of [2, 3, 4]) {
    await button(page, 'Add unit').click()
    const form = dialog(page, 'Add unit')
    const label = number === 2 ? 'New unit' : 'Unit name'
    expect(await form.getByLabel(label).inputValue()).toBe(`Unit ${number}`)
    await button(form, 'Add unit').dblclick()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Edit Unit ${number}` }).waitFor()
  }
  await see(page, '0 of 4 units occupied')
  ids.property = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await addProperty(page, mapleRow)
  await page.getByRole('link', { name: mapleRow.name }).click()
  await button(page, 'Add unit').click()
  await button(dialog(page, 'Add unit'), 'Add unit').click()
  await see(page, '0 of 2 units occupied')
  ids.row = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  for (const property of [ids.property, ids.row])
    for (const { id, name } of await call<{ id: string; name: string }[]>(
      page,
      'GET',
      `/api/properties/${property}/units`,
    ))
      units[`${property} ${name}`] = id
  landlord.expectClean()
})

test('six tenants move in; a co-tenant joins the first of them', async () => {
  const { page } = landlord
  await follow(page, 'Tenants')
  const ana = await addTenant(people.ana, home.name, people.ana.unit, async (form) => {
    await fill(form, { 'Lease Start': start, 'Lease End': end, 'Monthly Rent': typed(people.ana.rent) })
  })
  ids.ana = ana
  ids.abe = await addTenant(abe, home.name, people.ana.unit, async (form) => {
    await see(form, 'Someone already lives there')
    await form.getByRole('radio', { name: `Together with ${nameOf(people.ana)}` }).click()
    await fill(form, { 'Moved In On': start })
  })
  for (const who of ['ben', 'cleo', 'dan', ...ofRow] as const) {
    const { firstName, lastName, email, phone: number, unit, rent } = people[who]
    const propertyId = who === 'eve' || who === 'fay' ? ids.row : ids.property
    const person = { firstName, lastName, email, phone: number, propertyId, unitId: units[`${propertyId} ${unit}`] }
    // Dan's rents wait for his terms, which are not those of the rest.
    const lease =
      who === 'dan'
        ? { leaseStartDate: moveIn, leaseEndDate: end }
        : { leaseStartDate: start, leaseEndDate: end, monthlyRent: rent / 100 }
    ids[who] = (await call<{ id: string }>(page, 'POST', '/api/tenants', { ...person, ...lease })).id
  }
  await go(page, `/properties/${ids.property}`)
  await see(page, '4 of 4 units occupied')
  landlord.expectClean()
})

/** Adds somebody in the building through the page; `more` fills in what there is to say of the tenancy. */
async function addTenant(
  who: Who,
  property: string,
  unit: string,
  more: (form: ReturnType<typeof dialog>) => Promise<void>,
): Promise<string> {
  const { page } = landlord
  await button(page, 'Add Tenant').first().click()
  const form = dialog(page, 'Add New Tenant')
  await fill(form, { 'First Name': who.firstName, 'Last Name': who.lastName, Email: who.email, Phone: who.phone })
  await choose(page, form, 'Property', property)
  await choose(page, form, 'Unit', unit)
  await more(form)
  await button(form, 'Add Tenant').dblclick()
  await seeToast(page, 'Tenant added successfully')
  await form.waitFor({ state: 'detached' })
  const [tenant] = await call<{ id: string }[]>(page, 'GET', `/api/tenants?q=${encodeURIComponent(who.email)}`)
  return tenant?.id ?? ''
}

test('one of them came on the 16th on terms of his own, and left on the 10th of the seventh month', async () => {
  const { page } = landlord
  await go(page, `/tenants/${ids.dan}`)
  await button(page, 'Change terms').click()
  const terms = dialog(page, 'Lease terms')
  await fill(terms, { 'Monthly Rent': typed(people.dan.rent) })
  await choose(page, terms, 'Schedule', 'Monthly until the lease ends')
  await fill(terms, { 'Day rent is due': '1' })
  await see(terms, 'Actual days in month')
  await button(terms, 'Save terms').dblclick()
  await seeToast(page, 'Terms saved')
  await terms.waitFor({ state: 'detached' })
  const listed = async () => (await call<unknown[]>(page, 'GET', `/api/payments?tenantId=${ids.dan}`)).length
  await expect.poll(listed, { timeout: patience }).toBe(months.length)

  await receiveDeposit(page, ids.dan, dayAfter(moveIn, -1), deposit)
  book.receive(
    dayAfter(moveIn, -1),
    book.charge({ who: 'dan', type: 'security_deposit', due: dayAfter(moveIn, -1), cents: deposit }),
  )

  await go(page, `/tenants/${ids.dan}`)
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Record a move-out…' }).click()
  const form = dialog(page, 'Record a move-out')
  await fill(form, { 'Move-out day': moveOut })
  await button(form, 'Record move-out').dblclick()
  await seeToast(page, 'Move-out recorded', `Rent ends on ${dateWords(moveOut)}.`)
  await form.waitFor({ state: 'detached' })
  await expect.poll(listed, { timeout: patience }).toBe(rents.dan.length + 1)
  landlord.expectClean()
})

test('a late-fee policy proposes fees for what is open; money that came in time takes them back', async () => {
  const { page } = landlord
  await openPayments(page, { view: 'late-fees' })
  await see(page, 'No late fees to review')
  await button(page, 'Late-fee policies').click()
  await button(dialog(page, 'Late-fee policies'), 'Add a policy').click()
  const form = dialog(page, 'New late-fee policy')
  await fill(form, { 'Days of grace': '5', Amount: typed(fee) })
  await form.getByLabel('Include rents that are already overdue').click()
  await button(form, 'Save policy').dblclick()
  await seeToast(page, 'Late-fee policy saved')
  await see(dialog(page, 'Late-fee policies'), '$50.00, after 5 days of grace.')
  await button(dialog(page, 'Late-fee policies'), 'Done').click()
  await page.getByRole('tab', { name: `Late fees ${rentsOwed}` }).waitFor()

  await recordYear()
  await recordRow()
  // Ben's twelve; of Dan the fourth rent, and the last one, which is open; of Fay the last one, which is open, too.
  await page.getByRole('tab', { name: `Late fees ${rents.ben.length + 3}` }).waitFor()
  landlord.expectClean()
})

/** What came in over the year at Linden Court, but for Dan's last rent: through the page once for somebody in time, and once for somebody late. */
async function recordYear(): Promise<void> {
  const { page } = landlord
  const paidOn = (who: Name, { due }: Charge) =>
    who === 'ben' ? dayAfter(due, 8) : who === 'dan' && due === fourth ? dayAfter(due, 19) : due
  for (const who of ['ana', 'ben', 'cleo', 'dan'] as const) {
    const listed = await call<{ id: string; dueDate: string; paymentType: string }[]>(
      page,
      'GET',
      `/api/payments?tenantId=${ids[who]}&limit=100`,
    )
    for (const rent of rents[who]) {
      if (rent.due === seventh && who === 'dan') continue
      const on = paidOn(who, rent)
      book.receive(on, rent)
      if ((who === 'cleo' && rent.due === third) || (who === 'dan' && rent.due === fourth))
        await record(page, ids[who], rent.due, on)
      else {
        const id = listed.find((one) => one.paymentType === 'rent' && one.dueDate === rent.due)?.id
        await call(page, 'POST', `/api/payments/${id}/verify`, { verificationMethod: 'manual', paidDate: on })
      }
    }
  }
}

/** What came in at Maple Row: on the day, but for what Fay pays ahead. */
async function recordRow(): Promise<void> {
  const { page } = landlord
  const byHand = (who: Name, { due }: Charge) =>
    who === 'eve' ? due === december : [ahead, next, lastMonth].includes(due)
  for (const who of ofRow) {
    const listed = await call<{ id: string; dueDate: string }[]>(page, 'GET', `/api/payments?tenantId=${ids[who]}`)
    for (const rent of rents[who].filter((one) => !byHand(who, one))) {
      book.receive(rent.due, rent)
      const id = listed.find(({ dueDate }) => dueDate === rent.due)?.id
      await call(page, 'POST', `/api/payments/${id}/verify`, { verificationMethod: 'manual', paidDate: rent.due })
    }
  }
  await receive(page, ids.eve, {
    cents: 115_000,
    on: december,
    reference: '1201',
    pays: `Rent, ${monthWords(december)}: $1,150.00`,
  })
  book.receive(december, rentOf('eve', december))
  // 2,600.00 ten days before the first of two months: 1,300.00 for each.
  await receive(page, ids.fay, {
    cents: 260_000,
    on: paidAheadOn,
    reference: 'two months',
    pays: `Rent, ${monthWords(ahead)}: $1,300.00 and Rent, ${monthWords(next)}: $1,300.00`,
  })
  book.receive(paidAheadOn, rentOf('fay', ahead), rentOf('fay', next))
}

test('a payment comes back: the rent is open again, and a late fee is proposed', async () => {
  const { page } = landlord
  await takeBack(page, {
    tenant: ids.cleo,
    name: nameOf(people.cleo),
    due: third,
    reason: 'Returned by the bank: no funds',
  })
  book.receipts.find(({ who, on }) => who === 'cleo' && on === third)!.reversedOn = now
  await see(
    page
      .getByRole('table', { name: 'Payments' })
      .getByRole('row')
      .filter({ hasText: dateWords(third) }),
    'Overdue',
  )
  await page.getByRole('tab', { name: `Late fees ${rents.ben.length + 4}` }).waitFor()
  landlord.expectClean()
})

test('a roommate takes the place of another in the middle of the lease, and pays too much with the last rent', async () => {
  const { page } = landlord
  await follow(page, 'Tenants')
  ids.gus = await addTenant(gus, mapleRow.name, people.fay.unit, async (form) => {
    await see(form, 'Someone already lives there')
    await form.getByRole('radio', { name: `Together with ${nameOf(people.fay)}` }).click()
  })
  await go(page, `/tenants/${ids.fay}`)
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Record a move-out…' }).click()
  const form = dialog(page, 'Record a move-out')
  await fill(form, { 'Move-out day': leftOn })
  await button(form, 'Record move-out').dblclick()
  await seeToast(
    page,
    'Move-out recorded',
    `${nameOf(people.fay)} leaves on ${dateWords(leftOn)}. Rent continues for the others.`,
  )
  await form.waitFor({ state: 'detached' })

  // 1,450.00 for a rent of 1,300.00: nothing else is open, so 150.00 stay.
  await receive(page, ids.gus, {
    cents: 145_000,
    on: lastMonth,
    reference: 'standing order',
    pays: `Rent, ${monthWords(lastMonth)}: $1,300.00 and credit: $150.00`,
  })
  book.receive(lastMonth, rentOf('fay', lastMonth)).credit = overpaid
  await go(page, `/tenants/${ids.gus}`)
  await expectLedger(page, start, book.lines('fay'))
  await see(page.getByRole('region', { name: 'Ledger' }), 'Credit')
  landlord.expectClean()
})

/** What is said of December and of the year that ended with it: whole pages but for the charts, once they say what was worked out by hand. */
async function readYearEnd(): Promise<string[]> {
  const { page } = landlord
  const pages: string[] = []
  // The charts come later than the figures, and stand above the properties.
  const keep = async () =>
    pages.push((await page.locator('main').innerText()).replace(/Total Revenue[^]*?(?=Property Performance)/, ''))
  // In December 1,150.00 + 1,300.00 = 2,450.00 were charged and received at Maple Row. Nothing is open.
  await go(page, `/reports?period=monthly&asOf=${yearEnd}&propertyId=${ids.row}`)
  await seeFigures(page, () => ({ 'Total Revenue': '$2,450', 'Occupancy Rate': '100%', 'Amount Due': '$0' }))
  await see(page, 'Revenue and net income on a cash basis, charges on an accrual basis.')
  await seeTotals(page, { Charged: '$2,450', Revenue: '$2,450', [`Open on ${dateWords(yearEnd)}`]: '$0.00' })
  await keep()
  // The same for each month of that year.
  const ofYear = months.filter((month) => month <= yearEnd).length * 245_000
  await go(page, `/reports?period=yearly&asOf=${yearEnd}&propertyId=${ids.row}`)
  await seeFigures(page, () => ({ 'Total Revenue': headline(ofYear), 'Amount Due': '$0' }))
  await seeTotals(page, { Charged: headline(ofYear), Revenue: headline(ofYear) })
  await keep()
  await go(page, `/reports?view=rent-roll&asOf=${yearEnd}&propertyId=${ids.row}`)
  await seeTotals(page, { Occupied: '2', 'Monthly rent': '$2,450.00', Owed: '$0.00' })
  await see(page, 'Showing 2 of 2')
  await keep()
  await go(page, `/reports?view=ageing&asOf=${yearEnd}&propertyId=${ids.row}`)
  await seeTotals(page, { '0–30 days': '$0.00', '31–60 days': '$0.00', 'Total due': '$0.00' })
  await see(page, 'No open balances')
  await keep()
  const path = `/api/tenants/${ids.eve}/statement?from=${december}&to=${yearEnd}`
  const statement = await expectPdf(page, path, /statement-/)
  expect(statement).toContain(`${dateWords(yearEnd)} Closing balance $0.00`)
  // What follows is said of today.
  pages.push(statement.split('Account today')[0]!.replace(/Made on .*? Date/, 'Date'))
  return pages
}

test('a check for December comes back in January: December and last year stand still, January shows the return', async () => {
  const { page } = landlord
  const before = await readYearEnd()
  await takeBack(page, {
    tenant: ids.eve,
    name: nameOf(people.eve),
    due: december,
    reason: 'Returned by the bank: account closed',
    on: returnedOn,
    reopened: new RegExp(`Rent, ${monthWords(december)} due ${dateWords(december)}\\s*\\$1,150\\.00`),
  })
  book.receipts.find(({ who, on }) => who === 'eve' && on === december)!.reversedOn = returnedOn
  await page.getByRole('tab', { name: `Late fees ${rents.ben.length + 4}` }).waitFor()
  expect(await readYearEnd()).toEqual(before)

  // January: 1,150.00 + 1,300.00 received − 1,150.00 returned = 1,300.00. On the 5th the rent of December 1 is 35 days past due.
  const january = firstOfMonth(december, 1)
  const januaryEnd = dayAfter(firstOfMonth(january, 1), -1)
  const ofJanuary = () => ofRow.reduce((sum, who) => sum + book.revenue(january, januaryEnd, who), 0)
  if (months.includes(january)) expect(ofJanuary()).toBe(130_000)
  await go(page, `/reports?period=monthly&asOf=${notAfterToday(januaryEnd)}&propertyId=${ids.row}`)
  await seeFigures(page, () => ({ 'Total Revenue': headline(ofJanuary()), 'Amount Due': '$1,150' }))
  await go(page, `/reports?view=rent-roll&asOf=${returnedOn}&propertyId=${ids.row}`)
  await seeTotals(page, { Owed: '$1,150.00', Occupied: '2' })
  await go(page, `/reports?view=ageing&asOf=${returnedOn}&propertyId=${ids.row}`)
  await seeTotals(page, { '0–30 days': '$0.00', '31–60 days': '$1,150.00', 'Total due': '$1,150.00' })

  await receive(page, ids.eve, {
    cents: 115_000,
    on: replacedOn,
    reference: 'cashier 88',
    pays: `Rent, ${monthWords(december)}: $1,150.00`,
  })
  book.receive(replacedOn, rentOf('eve', december))
  expect(await readYearEnd()).toEqual(before)
  // And 1,150.00 received again: 2,450.00.
  if (months.includes(january)) expect(ofJanuary()).toBe(245_000)
  await go(page, `/reports?period=monthly&asOf=${notAfterToday(januaryEnd)}&propertyId=${ids.row}`)
  await seeFigures(page, () => ({ 'Total Revenue': headline(ofJanuary()), 'Amount Due': '$0' }))
  landlord.expectClean()
})

test('two rents that were paid ahead are credit until they are due', async () => {
  const { page } = landlord
  // Paid ahead: 2,600.00; from the 1st of the first month on 1,300.00; from the 1st of the second nothing. Nothing is owed on any of these days.
  for (const [day, credit] of [
    [paidAheadOn, '$2,600.00'],
    [dayAfter(ahead, -1), '$2,600.00'],
    [ahead, '$1,300.00'],
    [dayAfter(next, -1), '$1,300.00'],
    [next, '$0.00'],
  ] as const) {
    expect(exact(book.credit(day, 'fay'))).toBe(credit)
    await go(page, `/reports?view=rent-roll&asOf=${day}&propertyId=${ids.row}`)
    await seeTotals(page, { Owed: '$0.00', 'Credit and prepaid rent': credit })
  }
  // Revenue is counted when the money comes: in the month before it is 1,150.00 + 1,300.00 + 2,600.00, in the two months only Eve's 1,150.00.
  for (const [month, revenue] of [
    [firstOfMonth(ahead, -1), '$5,050'],
    [ahead, '$1,150'],
    [next, '$1,150'],
  ] as const) {
    await go(page, `/reports?period=monthly&asOf=${dayAfter(firstOfMonth(month, 1), -1)}&propertyId=${ids.row}`)
    await seeFigures(page, () => ({ 'Total Revenue': revenue, 'Amount Due': '$0' }))
    await seeTotals(page, { Charged: '$2,450' })
  }
  landlord.expectClean()
})

test('what was paid too much is given back', async () => {
  const { page } = landlord
  await go(page, `/reports?view=rent-roll&propertyId=${ids.row}`)
  await seeTotals(page, { Owed: '$0.00', 'Credit and prepaid rent': '$150.00' })
  await payCreditOut(page, ids.gus, overpaid)
  book.creditRefunds.push({ who: 'fay', on: now, cents: overpaid })
  await expectLedger(page, start, book.lines('fay'))
  await go(page, `/reports?view=rent-roll&propertyId=${ids.row}`)
  await seeTotals(page, { Owed: '$0.00', 'Credit and prepaid rent': '$0.00' })
  // Yesterday keeps its figure.
  await go(page, `/reports?view=rent-roll&asOf=${dayAfter(now, -1)}&propertyId=${ids.row}`)
  await seeTotals(page, { 'Credit and prepaid rent': '$150.00' })
  landlord.expectClean()
})

test('the landlord charges some of the late fees, waives others with a reason, and settles the deposit', async () => {
  const { page } = landlord
  const charged = (who: Name) => book.charge({ who, type: 'late_fee', due: now, cents: fee })
  await openPayments(page, { view: 'late-fees', tenant: ids.ben })
  for (const rent of rents.ben.slice(0, 3)) {
    await chargeFee(page, rent.due)
    charged('ben')
  }
  await waiveFee(page, fourth, 'He was in hospital')
  await openPayments(page, { view: 'late-fees', tenant: ids.cleo })
  await chargeFee(page, third)
  charged('cleo')
  await openPayments(page, { view: 'late-fees', tenant: ids.eve })
  await waiveFee(page, december, 'She replaced the check at once')
  await openPayments(page, { view: 'late-fees', tenant: ids.dan })
  await chargeFee(page, fourth)
  const danFee = charged('dan')
  await waiveFee(page, seventh, 'The deposit covers it')

  const last = rents.dan.at(-1)!
  await settleDeposit(page, ids.dan, {
    held: deposit,
    applied: last.cents + fee,
    reason: 'The last rent and a late fee',
  })
  book.receive(now, last, danFee)
  book.applied.push({ who: 'dan', on: now, cents: last.cents + fee })
  book.refunds.push({ who: 'dan', on: now, cents: deposit - last.cents - fee })

  // One of Ben's fees is paid, with the day it came in.
  await openPayments(page, { tenant: ids.ben })
  await button(page.getByRole('row').filter({ hasText: 'Late fee' }).first(), 'Verify').click()
  await button(dialog(page, 'Verify Payment'), 'Verify').dblclick()
  await seeToast(page, 'Payment verified', `${exact(fee)} from ${nameOf(people.ben)} has been recorded.`)
  book.receive(
    now,
    book.charges.find(({ who, type }) => who === 'ben' && type === 'late_fee')!,
  )
  landlord.expectClean()
})

test('the payments page says what the book says', async () => {
  const { page } = landlord
  const standing = book.charges.filter(({ cancelledOn }) => !cancelledOn)
  await openPayments(page)
  await seeFigures(page, () => ({
    'Total Revenue': headline(book.revenue(start, now)),
    Outstanding: headline(book.owed(now)),
    'Total Payments': `${standing.length}`,
  }))

  await openPayments(page, { view: 'late-fees' })
  const fees = page.getByRole('table', { name: 'Late fees' })
  const open = rents.ben.slice(4)
  await expect.poll(() => cells(fees).then((rows) => rows.length), { timeout: patience }).toBe(open.length)
  const texts = (await fees.innerText()).replaceAll(/\s+/g, ' ')
  for (const { due } of open)
    expect(texts).toContain(`Rent due ${dateWords(due)} · ${home.name} ${dateWords(dayAfter(due, 6))} ${exact(fee)}`)
  await button(page, 'Waived').click()
  await see(fees, 'He was in hospital')
  await see(fees, 'The deposit covers it')
  await see(fees, 'She replaced the check at once')
  expect(await cells(fees)).toHaveLength(3)

  await openPayments(page, { view: 'deposits' })
  await see(page, '$0.00 held for 0 tenancies.')
  const last = rents.dan.at(-1)!.cents
  const figures = async () => (await cells(page.getByRole('table', { name: 'Deposits' }))).map((row) => row.slice(1, 6))
  await expect
    .poll(figures, { timeout: patience })
    .toEqual([[deposit, deposit, deposit - last - fee, last + fee, 0].map(exact)])
  landlord.expectClean()
})

test('why the returned payment is open', async () => {
  const { page } = landlord
  await openPayments(page, { tenant: ids.cleo })
  await button(page, `Why this number? Rent of ${nameOf(people.cleo)}, due ${dateWords(third)}`).click()
  const why = page.getByRole('dialog', {
    name: `How Rent of ${nameOf(people.cleo)}, due ${dateWords(third)} was calculated`,
  })
  await see(why, `${exact(people.cleo.rent)} is open.`)
  const said = (await why.innerText()).replaceAll(/\s+/g, ' ')
  expect(said).toContain(
    `What was reversed? ${exact(people.cleo.rent)} received on ${dateWords(third)} was reversed on ${dateWords(now)}. Reason: Returned by the bank: no funds`,
  )
  expect(said).toContain(
    `A late fee of ${exact(fee)} was charged: the rent was still open after ${dateWords(dayAfter(third, 5))}, the last day of grace.`,
  )
  await page.keyboard.press('Escape')
  landlord.expectClean()
})

test("the ledgers carry the book's balance, line by line, and print as statements", async () => {
  const { page } = landlord
  for (const who of ['dan', 'ana', 'cleo', 'ben', ...ofRow] as const) {
    // Fay has left, and sees nothing of what came later; Gus has the whole account.
    const resident = who === 'fay' ? { id: ids.gus, ...gus } : { id: ids[who], ...people[who] }
    await go(page, `/tenants/${resident.id}`)
    await page.getByRole('heading', { level: 1, name: nameOf(resident) }).waitFor()
    await expectLedger(page, start, book.lines(who))
    const statement = await page.getByRole('link', { name: 'Statement' }).getAttribute('href')
    expect(statement).toBe(
      `/api/tenants/${resident.id}/statement?from=${start}&to=${Number(start.slice(0, 4)) + 4}-01-01`,
    )
    await expectPdf(page, statement ?? '', /statement-\d{4}-\d\d-\d\d\.pdf/)
  }
  const [paid] = await call<{ receiptUrl: string }[]>(
    page,
    'GET',
    `/api/payments?tenantId=${ids.ana}&status=paid&limit=1`,
  )
  await expectPdf(page, paid?.receiptUrl ?? '', /receipt-/)
  landlord.expectClean()
})

test('the reports agree with the book, and with each other, to the cent', async () => {
  const { page } = landlord
  for (const day of new Set([now, `${start.slice(0, 4)}-12-31`])) {
    const from = `${day.slice(0, 4)}-01-01`
    const until = day < now ? day : now
    await go(page, `/reports?period=yearly&asOf=${day}`)
    const revenue = book.revenue(from, `${day.slice(0, 4)}-12-31`)
    await seeFigures(page, () => ({
      'Total Revenue': headline(revenue),
      'Net Income': headline(revenue),
      // Five of six units, or all.
      'Occupancy Rate': moveOut <= until ? '83%' : '100%',
      'Amount Due': headline(book.owed(until)),
    }))
    await seeTotals(page, { Charged: headline(book.charged(from, `${day.slice(0, 4)}-12-31`, until)) })
    await go(page, `/reports?view=rent-roll&asOf=${day}`)
    await seeTotals(page, {
      Owed: exact(book.owed(until)),
      'Deposits held': exact(book.depositHeld(until)),
      'Credit and prepaid rent': exact(book.credit(until)),
    })
    await go(page, `/reports?view=ageing&asOf=${day}`)
    const ages = Object.entries(book.ages(until)).map(([label, cents]) => [label, exact(cents)])
    await seeTotals(page, {
      ...(Object.fromEntries(ages) as Record<string, string>),
      'Total due': exact(book.owed(until)),
    })
  }
  landlord.expectClean()
})

test('the rent roll of a day in the middle of the year', async () => {
  const { page } = landlord
  // The 5th of the sixth month: Ben has not paid yet, Dan lives there, and nobody knows of Cleo's returned payment.
  const day = dayAfter(months[5] ?? '', 4)
  await go(page, `/reports?view=rent-roll&asOf=${day}&propertyId=${ids.property}`)
  await seeTotals(page, {
    Units: '4',
    Occupied: '4',
    // 1,250.00 + 1,095.50 + 987.65 + 1,400.00
    'Monthly rent': '$4,733.15',
    Owed: '$1,095.50',
    'Deposits held': exact(deposit),
  })
  const roll = page.getByRole('table', { name: 'Rent roll' })
  // The sums may be there before the rows: until then those of the day that was asked for before stand there.
  const late = `${book.daysPastDue(day, 'ben')} days past due`
  await expect
    .poll(
      () =>
        roll
          .locator('tbody tr')
          .allInnerTexts()
          .then((rows) => [rows.length, rows[1]?.includes(late)]),
      { timeout: patience },
    )
    .toEqual([4, true])
  const rows = await roll.locator('tbody tr').allInnerTexts()
  for (const [index, who] of (['ana', 'ben', 'cleo', 'dan'] as const).entries()) {
    const text = (rows[index] ?? '').replaceAll(/\s+/g, ' ')
    const owed = book.owed(day, who)
    expect(text).toContain(`${home.name} ${people[who].unit} ${who === 'ana' ? '' : nameOf(people[who])}`)
    expect(text).toContain(exact(people[who].rent))
    expect(
      text.endsWith(owed > 0 ? `${exact(owed)} ${book.daysPastDue(day, who)} days past due` : exact(0)),
      text,
    ).toBe(true)
  }
  expect(rows[0]).toContain(nameOf(abe))
  landlord.expectClean()
})

test('the dashboard, the payments page and the tenant page say one overdue figure, and the list of what needs attention leads to it', async () => {
  const { page } = landlord
  // Cleo's returned payment: 987.65. Late fees were charged today, and are not overdue before tomorrow.
  const overdue = '$987.65'
  await go(page, '/')
  await seeFigures(page, () => ({
    'Monthly Revenue': headline(book.revenue(firstOfMonth(now), now)),
    'Due Now': headline(book.owed(now)),
  }))
  expect((await figure(page, 'Due Now')).hint).toBe('1 overdue')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const month = page.getByRole('region', { name: monthWords(firstOfMonth(now)) })
  // Both begin on the first screen, of a phone above its bar of links, too.
  for (const { width, height, bar } of [
    { ...phone.viewport, bar: 60 },
    { ...desk.viewport, bar: 0 },
  ]) {
    await page.setViewportSize({ width, height })
    for (const card of [attention, month])
      await expect
        .poll(() => card.boundingBox().then((box) => box!.y + 120 <= height - bar), { timeout: patience })
        .toBe(true)
  }
  const late = attention.getByRole('listitem').filter({ hasText: 'Overdue' })
  expect((await late.innerText()).split('\n').filter(Boolean)).toEqual([
    nameOf(people.cleo),
    expect.stringContaining(home.name),
    overdue,
    'Overdue',
  ])
  await late.getByRole('link').click()
  await seeFigures(page, () => ({ Outstanding: new RegExp(`^\\$1,037\\.65 \\${overdue} overdue · \\$50 due today$`) }))
  await openPayments(page)
  await seeFigures(page, () => ({ Outstanding: new RegExp(` \\${overdue} overdue · `) }))
  await go(page, `/tenants/${ids.cleo}`)
  await seeFigures(page, () => ({ Overdue: overdue }))
  await go(page, `/tenants/${ids.gus}`)
  await seeFigures(page, () => ({ Overdue: '$0' }))
  landlord.expectClean()
})

test('each tenant sees their own balance; those who share a tenancy see one ledger', async () => {
  const shown: string[][] = []
  for (const who of ['ana', 'abe', 'ben', 'cleo', 'eve', 'gus'] as const) {
    const person = who === 'abe' ? abe : who === 'gus' ? gus : people[who]
    const account = who === 'abe' ? 'ana' : who === 'gus' ? 'fay' : who
    const { inviteLink } = await call<{ inviteLink: string }>(landlord.page, 'POST', '/api/tenant-invitations', {
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
    })
    const tenant = await world.meet(who === 'abe' ? phone : undefined)
    const { page } = tenant
    if (who === 'abe') await register(page, inviteLink, person, nameOf(landlordWho))
    else {
      const { firstName, lastName, phone: number, password } = person
      await call(page, 'POST', '/api/tenant-register', {
        token: new URL(inviteLink).searchParams.get('token'),
        firstName,
        lastName,
        phone: number,
        password,
      })
    }
    await signIn(page, person, 'tenant')
    const owed = book.owed(now, account)
    await seeFigures(page, () => ({
      'Current Balance': owed === 0 ? /^\$0\.00 You are all paid up$/ : exact(owed),
    }))
    await button(page, 'Show ledger and statement').click()
    await expectLedger(page, start, book.lines(account), who === 'abe' ? 'phone' : 'desk')
    shown.push(await descriptions(page))
    await expectPdf(page, `/api/tenant/statement?from=${start}`, /statement-/)
    tenant.expectClean(...whileSignedOut)
    await tenant.context.close()
  }
  expect(shown[1]).toEqual(shown[0])
  await go(landlord.page, `/tenants/${ids.abe}`)
  await expectLedger(landlord.page, start, book.lines('ana'))
  await openPayments(landlord.page, { tenant: ids.abe })
  await see(landlord.page.getByRole('table', { name: 'Payments' }), both)
  landlord.expectClean()
})
