import { expect, test } from 'vitest'
import { inventPerson, nameOf, signIn, signUp, type Who } from './steps/accounts.ts'
import { dateWords, exact, firstOfMonth, headline, today, typed } from './steps/calendar.ts'
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
  takeBack,
  waiveFee,
} from './steps/ledger.ts'
import { button, choose, dialog, fill, follow, go, see, seeFigures, seeToast } from './steps/page.ts'
import { register } from './steps/tenant.ts'
import { patience, type Person, phone, useWorld, whileSignedOut } from './steps/world.ts'

// A year of one building with four units, all of it past: who pays late, whose payment comes back, who leaves. Every figure at its end is
// held against a book that the test keeps by itself.

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

const landlordWho = inventPerson('Lena', 'Holder')
const people = {
  ana: { ...inventPerson('Ana', 'Prompt'), unit: 'Unit 1', rent: 125_000 },
  ben: { ...inventPerson('Ben', 'Tardy'), unit: 'Unit 2', rent: 109_550 },
  cleo: { ...inventPerson('Cleo', 'Bounce'), unit: 'Unit 3', rent: 98_765 },
  dan: { ...inventPerson('Dan', 'Mover'), unit: 'Unit 4', rent: 140_000 },
}
type Name = keyof typeof people
const abe = inventPerson('Abe', 'Prompt')
const deposit = 180_000
const both = `${nameOf(people.ana)} & ${nameOf(abe)}`

const ids = {} as Record<Name | 'property' | 'abe', string>
const units: Record<string, string> = {}
let landlord: Person

// The book. Rents first: twelve of each, but Dan's, who came and went in the middle of a month.
const book = new Book()
const rents = {} as Record<Name, Charge[]>
for (const who of ['ana', 'ben', 'cleo'] as const)
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
  book.charge({ who: 'dan', type: 'rent', due: seventh, cents: partOfMonth(people.dan.rent, seventh, 10) }),
]
// Charged by the lease, and taken back today, when the move-out is recorded.
for (const due of months.slice(7)) inFull(due).cancelledOn = now
const rentsOwed = rents.ana.length + rents.ben.length + rents.cleo.length + rents.dan.length

test('a building of four units', async () => {
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
    expect(await form.getByLabel('Unit name').inputValue()).toBe(`Unit ${number}`)
    await button(form, 'Add unit').dblclick()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Edit Unit ${number}` }).waitFor()
  }
  await see(page, '0 of 4 units occupied')
  ids.property = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  for (const { id, name } of await call<{ id: string; name: string }[]>(
    page,
    'GET',
    `/api/properties/${ids.property}/units`,
  ))
    units[name] = id
  landlord.expectClean()
})

test('four tenants move in; a co-tenant joins the first of them', async () => {
  const { page } = landlord
  await follow(page, 'Tenants')
  const ana = await addTenant(people.ana, async (form) => {
    await fill(form, { 'Lease Start': start, 'Lease End': end, 'Monthly Rent': typed(people.ana.rent) })
  })
  ids.ana = ana
  ids.abe = await addTenant(abe, async (form) => {
    await see(form, 'Somebody lives there already')
    await form.getByRole('radio', { name: `Together with ${nameOf(people.ana)}` }).click()
  })
  for (const who of ['ben', 'cleo', 'dan'] as const) {
    const { firstName, lastName, email, phone: number, unit, rent } = people[who]
    const person = { firstName, lastName, email, phone: number, propertyId: ids.property, unitId: units[unit] }
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
async function addTenant(who: Who, more: (form: ReturnType<typeof dialog>) => Promise<void>): Promise<string> {
  const { page } = landlord
  await button(page, 'Add Tenant').first().click()
  const form = dialog(page, 'Add New Tenant')
  await fill(form, { 'First Name': who.firstName, 'Last Name': who.lastName, Email: who.email, Phone: who.phone })
  await choose(page, form, 'Property', home.name)
  await choose(page, form, 'Unit', people.ana.unit)
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
  await choose(page, terms, 'Rents', 'Every month until it ends')
  await fill(terms, { 'Due on day': '1' })
  await see(terms, "By the month's own days")
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
  await seeToast(page, 'Move-out recorded', `Rents end with ${dateWords(moveOut)}.`)
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
  await button(form, 'Save policy').dblclick()
  await seeToast(page, 'Late-fee policy saved')
  await see(dialog(page, 'Late-fee policies'), '$50.00, after 5 days of grace.')
  await button(dialog(page, 'Late-fee policies'), 'Done').click()
  await page.getByRole('tab', { name: `Late fees ${rentsOwed}` }).waitFor()

  await recordYear()
  // Ben's twelve; of Dan the fourth rent, and the last one, which is open.
  await page.getByRole('tab', { name: `Late fees ${rents.ben.length + 2}` }).waitFor()
  landlord.expectClean()
})

/** What came in over the year, but for Dan's last rent: through the page once for somebody in time, and once for somebody late. */
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
  await page.getByRole('tab', { name: `Late fees ${rents.ben.length + 3}` }).waitFor()
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
  await seeToast(page, 'Payment verified', `${exact(fee)} from ${nameOf(people.ben)} is in the books.`)
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
  expect(await cells(fees)).toHaveLength(2)

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
    name: `How Rent of ${nameOf(people.cleo)}, due ${dateWords(third)} came about`,
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
  for (const who of ['dan', 'ana', 'cleo', 'ben'] as const) {
    await go(page, `/tenants/${ids[who]}`)
    await page.getByRole('heading', { level: 1, name: nameOf(people[who]) }).waitFor()
    await expectLedger(page, start, book.lines(who))
    const statement = await page.getByRole('link', { name: 'Statement' }).getAttribute('href')
    expect(statement).toBe(`/api/tenants/${ids[who]}/statement?from=${start}`)
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
      'Occupancy Rate': moveOut <= until ? '75%' : '100%',
      Outstanding: headline(book.owed(until)),
    }))
    await seeTotals(page, { Charged: headline(book.charged(from, `${day.slice(0, 4)}-12-31`, until)) })
    await go(page, `/reports?view=rent-roll&asOf=${day}`)
    await seeTotals(page, {
      Owed: exact(book.owed(until)),
      'Deposits held': exact(book.depositHeld(until)),
      Credit: exact(0),
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
  await go(page, `/reports?view=rent-roll&asOf=${day}`)
  await seeTotals(page, {
    Units: '4',
    Occupied: '4',
    'Rent a month': exact(Object.values(people).reduce((total, { rent }) => total + rent, 0)),
    Owed: exact(people.ben.rent),
    'Deposits held': exact(deposit),
  })
  expect(book.owed(day)).toBe(people.ben.rent)
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

test('each tenant sees their own balance; those who share a tenancy see one ledger', async () => {
  const shown: string[][] = []
  for (const who of ['ana', 'abe', 'ben', 'cleo'] as const) {
    const person = who === 'abe' ? abe : people[who]
    const account = who === 'abe' ? 'ana' : who
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
