import { refundDeposit } from '@keyhold/contracts/payments/deposits'
import { closePeriod, journalFile, listClosedPeriods, trialBalance } from '@keyhold/contracts/payments/books'
import { listRefunds, refundCredit, undoRefund } from '@keyhold/contracts/payments/credits'
import { createRecurring } from '@keyhold/contracts/payments/recurring-charges'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { cancelPayment } from '@keyhold/contracts/payments/payments'
import { editReceipt, recordReceipt, reverseReceipt } from '@keyhold/contracts/payments/receipts'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import { toCents } from '@keyhold/kit/lib/money'
import { actors } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../domain/journal/check/check-books.ts'
import { recordEntries } from '../../domain/journal/record.ts'
import { readBeancount, readCsv, readHledger } from '../../testing/read-exports.ts'
import { startPaymentsApp } from '../../testing/test-app.ts'

const app = await startPaymentsApp()
const owner = postgres(app.databaseUrl, { max: 1, onnotice: () => {}, connection: { search_path: 'payments' } })
let ann = actors.landlord()
beforeEach(() => {
  ann = actors.landlord()
  app.clock.set('2026-03-15T15:00:00Z')
})
afterAll(async () => {
  await owner.end()
  await app.stop()
})

const file = async (query: Record<string, string> = {}, actor = ann) => {
  const answer = await app.send(journalFile, actor, { query })
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  return { text: Buffer.from(answer.body as unknown as Uint8Array).toString('utf8'), headers: answer.headers }
}
const balances = async (query: Record<string, string> = {}, actor = ann) => {
  const { body } = await app.send(trialBalance, actor, { query })
  return Object.fromEntries(body.rows.map(({ account, debit, credit }) => [account, debit - credit]))
}
const close = (through: string, actor = ann) => app.send(closePeriod, actor, { body: { through } })
const add = (sums: Map<string, number>, key: string, cents: number) => sums.set(key, (sums.get(key) ?? 0) + cents)

/** Rent in two years, a deposit of which a part was given back, an overpayment, a bounced check, a cancelled charge. */
async function lifeOf(landlord = ann, name: Partial<Parameters<typeof app.addTenant>[1]> = {}) {
  const elm = await app.addProperty(landlord, { name: 'Elm "1"; [2020-01-01], date:2020-01-01' })
  const tess = await app.addTenant(landlord, { propertyId: elm, ...name })
  const charge = (form: Parameters<typeof app.charge>[2]) =>
    app.charge(landlord, tess.tenantId, { propertyId: elm, ...form })
  await charge({ dueDate: '2025-12-01', amount: 1000.1, status: 'paid', paidDate: '2025-12-02' })
  await charge({
    dueDate: '2025-12-05',
    amount: 1500,
    paymentType: 'security_deposit',
    status: 'paid',
    paidDate: '2025-12-05',
  })
  const january = await charge({
    dueDate: '2026-01-01',
    amount: 1000.2,
    status: 'partial',
    amountPaid: 400.05,
    paidDate: '2025-12-30',
  })
  await charge({ dueDate: '2026-04-01', amount: 1000.3, status: 'paid', paidDate: '2026-03-10' })
  const wrong = await charge({ dueDate: '2026-02-01', amount: 33.33, paymentType: 'other' })
  await app.send(cancelPayment, landlord, {
    params: { id: wrong.id },
    body: { reason: 'Wrong "unit"\n2020-01-01 open Assets:X' },
  })
  await app.send(reversePayment, landlord, { params: { id: january.id }, body: { reason: 'Bounced; \\ "x"' } })
  await app.send(refundDeposit, landlord, {
    params: { id: tess.tenantId },
    body: { amount: 500, paymentMethod: 'check', paidOn: '2026-03-01' },
  })
  return { tess, elm, january }
}

describe('the exported books', () => {
  test('every format balances in each entry, and gives the trial balance of its last day', async () => {
    await lifeOf()
    const read = { beancount: readBeancount, hledger: readHledger, csv: readCsv, quickbooks: readCsv }
    for (const format of ['beancount', 'hledger', 'csv', 'quickbooks'] as const)
      for (const range of [
        { from: '2025-01-01', to: '2026-12-31' },
        { from: '2026-01-01', to: '2026-03-15' },
        { from: '2026-02-15', to: '2026-02-15' },
      ]) {
        const entries = read[format]((await file({ format, ...range })).text)
        const sums = new Map<string, number>()
        for (const { lines } of entries) {
          expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
          for (const { account, cents } of lines) add(sums, account, cents)
        }
        const booked = await balances({ asOf: range.to })
        expect([format, range.from, sums.get('cash')]).toEqual([format, range.from, toCents(booked.cash ?? 0)])
        for (const account of ['receivable', 'prepaid', 'tenant_credit', 'deposits_held', 'deposits_due'])
          expect([format, account, sums.get(account) ?? 0]).toEqual([format, account, toCents(booked[account] ?? 0)])
        const before = await balances({ asOf: dayBefore(range.from) })
        for (const account of ['rent_income', 'other_income'])
          expect([format, account, sums.get(account) ?? 0]).toEqual([
            format,
            account,
            toCents((booked[account] ?? 0) - (before[account] ?? 0)),
          ])
      }
  })

  test('say in plain words what happened, and to which records it belongs', async () => {
    const { tess, january } = await lifeOf()
    const parking = { tenantId: tess.tenantId, description: 'Parking', amount: 50, startsOn: '2026-03-01' }
    await app.send(createRecurring, ann, { body: parking })
    const { text, headers } = await file({ from: '2026-01-01', to: '2026-12-31' })
    expect(headers['content-disposition']).toBe('attachment; filename="books-2026-01-01-to-2026-12-31.beancount"')
    const tenant = `Tess-Tenant-${tess.tenantId.slice(-8)}`
    expect(text).toContain(`2026-01-01 open Liabilities:Deposits:${tenant} USD`)
    expect(text).toContain('2026-01-01 * "Tess Tenant" "Opening balance" #opening')
    expect(text).toContain(`2026-01-01 * "Tess Tenant" "Rent due Jan 1, 2026 charged" #charged ^charge-${january.id}`)
    expect(text).toContain(
      `  Assets:Receivable:${tenant}  1000.20 USD\n    property: "Elm \\"1\\"; [2020-01-01], date:2020-01-01"`,
    )
    expect(text).toContain('"Payment by check reversed: Bounced; \\\\ \\"x\\"" #returned')
    expect(text).toContain('"Security deposit refunded by check" #deposit-refunded')
    expect(text).toContain('charged: Added as a recurring charge." #charged')
    expect(text).toContain('cancelled: Wrong \\"unit\\" 2020-01-01 open Assets:X" #cancelled')
  })

  test('no name becomes a directive, a formula, a comment or a date of another day', async () => {
    for (const name of [
      '"; include "/etc/passwd"',
      '=cmd()',
      '\u2028include x',
      '; date:1999-01-01 |',
      '王\\',
      '@SUM(A1)',
    ]) {
      ann = actors.landlord()
      const { tess } = await lifeOf(ann, { firstName: name, lastName: '' })
      const range = { from: '2026-01-01', to: '2026-12-31' }
      const beancount = (await file({ ...range, format: 'beancount' })).text
      expect(
        beancount.split('\n').filter((one) => !/^$|^ {2,4}[a-zA-Z]|^option "|^\d{4}-\d\d-\d\d (open|\*) /.test(one)),
      ).toEqual([])
      expect(new Set(readBeancount(beancount).map(({ payee }) => payee))).toEqual(
        new Set([name.replace('\u2028', ' ').trim()]),
      )
      expect(beancount).toMatch(new RegExp(`Assets:Receivable:[A-Z][A-Za-z0-9-]*-${tess.tenantId.slice(-8)}  `))
      const hledger = (await file({ ...range, format: 'hledger' })).text
      expect(
        hledger
          .split('\n')
          .filter((one) => !/^$|^ {4}(;|[A-Z])|^; |^commodity |^account |^\d{4}-\d\d-\d\d \* \(/.test(one)),
      ).toEqual([])
      expect(hledger.split('\n').filter((one) => / {2}; .*(\[|date:)/.test(one))).toEqual([])
      for (const format of ['csv', 'quickbooks'])
        expect((await file({ ...range, format })).text).not.toMatch(/(^|,)"?[=+@]/m)
    }
  })

  test('belong to their landlord alone', async () => {
    const { tess } = await lifeOf()
    const ben = actors.landlord()
    expect(readBeancount((await file({}, ben)).text)).toEqual([])
    expect(await balances({}, ben)).toEqual({})
    await close('2026-01-31')
    expect((await app.send(listClosedPeriods, ben)).body).toEqual([])
    for (const [actor, status] of [
      [tess, 403],
      [actors.visitor(), 401],
    ] as const)
      for (const call of [journalFile, trialBalance, listClosedPeriods, closePeriod])
        expect((await app.send(call, actor, { body: { through: '2026-01-31' } })).status).toBe(status)
  })

  test('cover this year up to today unless asked, and at most ten years', async () => {
    expect((await file()).headers['content-disposition']).toContain('books-2026-01-01-to-2026-03-15')
    expect((await file({ to: '2024-05-05', format: 'quickbooks' })).headers['content-disposition']).toContain(
      'books-2024-01-01-to-2024-05-05-quickbooks.csv',
    )
    await file({ from: '2016-03-16', to: '2026-03-15' })
    for (const query of [
      { from: '2016-03-15', to: '2026-03-15' },
      { from: '2026-03-16', to: '2026-03-15' },
      { from: 'x' },
      { format: 'qif' },
    ])
      expect((await app.send(journalFile, ann, { query })).status).toBe(400)
  })
})

describe('the trial balance', () => {
  test('has equal debits and credits on every day, and the figures worked out by hand', async () => {
    await lifeOf()
    expect(await balances({ asOf: '2025-12-31' })).toEqual({
      // 1,000.10 and 1,500 and 400.05 came in; the 400.05 is for January.
      cash: 2900.15,
      receivable: 0,
      tenant_credit: 0,
      prepaid: -400.05,
      deposits_held: -1500,
      deposits_due: 0,
      rent_income: -1000.1,
    })
    for (const asOf of ['2025-12-04', '2026-01-01', '2026-02-01', '2026-03-15', '2026-04-01']) {
      const { body } = await app.send(trialBalance, ann, { query: { asOf } })
      expect([asOf, body.totals.debit, body.basis]).toEqual([asOf, body.totals.credit, 'accrual'])
      expect(toCents(body.totals.debit)).toBe(body.rows.reduce((sum, { debit }) => sum + toCents(debit), 0))
    }
    expect(await balances({ asOf: '2026-04-01' })).toMatchObject({
      // 2,900.15 less the returned 400.05 and the refund of 500, and 1,000.30 for April.
      cash: 3000.4,
      deposits_held: -1000,
    })
  })

  test('can be asked as it was known at an earlier moment', async () => {
    const tess = await app.addTenant(ann)
    const rent = await app.charge(ann, tess.tenantId, { dueDate: '2026-03-01', amount: 900 })
    app.clock.set('2026-03-20T15:00:00Z')
    await app.verify(ann, rent.id, { paidDate: '2026-03-10' })
    const known = { asOf: '2026-03-31', knownAt: '2026-03-19T00:00:00Z' }
    expect(await balances(known)).toEqual({ receivable: 900, rent_income: -900 })
    expect((await balances({ asOf: '2026-03-31' })).cash).toBe(900)
  })
})

describe('a closed period', () => {
  test('keeps its figures: what is recorded for it later counts from the first open day, and says where it belongs', async () => {
    const tess = await app.addTenant(ann)
    const january = await app.charge(ann, tess.tenantId, { dueDate: '2026-01-05', amount: 800 })
    expect((await close('2026-01-31')).body).toMatchObject({ through: '2026-01-31', closedBy: ann.userId })
    const before = await balances({ asOf: '2026-01-31' })
    await app.charge(ann, tess.tenantId, { dueDate: '2026-01-07', amount: 70, paymentType: 'other' })
    await app.charge(ann, tess.tenantId, { dueDate: '2026-01-09', amount: 100, status: 'paid', paidDate: '2026-01-09' })
    expect(await balances({ asOf: '2026-01-31' })).toEqual(before)
    expect(await balances({ asOf: '2026-02-01' })).toMatchObject({ receivable: 870, cash: 100 })
    const entries =
      await owner`select kind, effective_on::text as on, belongs_on::text as belongs from journal_entry where landlord_id = ${ann.landlordId} and charge_id is distinct from ${january.id} order by id`
    expect(entries.map(({ kind, on, belongs }) => [kind, on, belongs])).toEqual([
      ['charged', '2026-02-01', '2026-01-07'],
      ['charged', '2026-02-01', '2026-01-09'],
      ['received', '2026-02-01', '2026-01-09'],
      ['allocated', '2026-02-01', '2026-01-09'],
    ])
    expect((await file()).text).toContain('received (of Jan 9, 2026, a closed period)')
  })

  test('is named only where one is closed: a correction names the day of the money', async () => {
    const tess = await app.addTenant(ann)
    const body = { tenantId: tess.tenantId, amount: 800, receivedOn: '2026-01-09' }
    const { id } = (await app.send(recordReceipt, ann, { body })).body
    await app.send(editReceipt, ann, { params: { id }, body: { amount: 80, receivedOn: '2026-01-09' } })
    const { text } = await file({ from: '2026-01-01', to: '2026-12-31' })
    expect(text).toContain('2026-03-15 * "Tess Tenant" "Payment by check reversed: Corrected" #returned')
    expect(text).toContain('"Payment by check received from Tess Tenant, as corrected (of Jan 9, 2026)" #received')
    expect(text).not.toContain('closed period')
  })

  test('has the same days in the books and on the statement: what is of it is on the first open day and says which day', async () => {
    const { tenantId } = await app.addTenant(ann)
    const deposit = { amount: 500, paymentType: 'security_deposit', status: 'paid' } as const
    await app.charge(ann, tenantId, { ...deposit, dueDate: '2026-01-05', paidDate: '2026-01-05' })
    const params = { id: tenantId }
    const paid = async (amount: number) =>
      (await app.send(recordReceipt, ann, { body: { tenantId, amount, receivedOn: '2026-01-10' } })).body.id
    const [wrong, double, check] = [await paid(100), await paid(70), await paid(30)]
    await close('2026-01-31')
    const january = (await app.send(getLedger, ann, { params, query: { from: '2026-01-01', to: '2026-01-31' } })).body
    const reverse = (id: string, body: { kind: 'mistake' | 'returned'; on?: string; reason: string }) =>
      app.send(reverseReceipt, ann, { params: { id }, body })
    await app.send(editReceipt, ann, { params: { id: wrong }, body: { amount: 90, receivedOn: '2026-01-11' } })
    await reverse(double, { kind: 'mistake', reason: 'Twice' })
    await reverse(check, { kind: 'returned', on: '2026-01-25', reason: 'No funds' })
    const refund = { amount: 200, paidOn: '2026-01-20' }
    expect((await app.send(refundDeposit, ann, { params, body: refund })).status).toBe(200)
    expect((await app.send(refundCredit, ann, { params, body: { amount: 10, paidOn: '2026-01-21' } })).status).toBe(201)
    for (const { id } of (await app.send(listRefunds, ann, { params })).body)
      await app.send(undoRefund, ann, { params: { id }, body: { reason: 'Not sent' } })
    const read = async (from: string, to: string) =>
      (await app.send(getLedger, ann, { params, query: { from, to } })).body
    expect(await read('2026-01-01', '2026-01-31')).toMatchObject({
      entries: january.entries,
      closingBalance: january.closingBalance,
    })
    const later = await read('2026-02-01', '2026-03-15')
    expect(later.entries.map(({ on, description, amount }) => `${on} ${description} ${amount}`).toSorted()).toEqual([
      '2026-02-01 Correction of the payment of Jan 10, 2026 (of Jan 10, 2026) 100',
      '2026-02-01 Credit paid out (of Jan 21, 2026) 10',
      '2026-02-01 Deposit not refunded after all: Not sent (of Jan 20, 2026) 0',
      '2026-02-01 Not paid out after all: Not sent (of Jan 21, 2026) -10',
      '2026-02-01 Payment by check, as corrected (of Jan 11, 2026) -90',
      '2026-02-01 Payment reversed: No funds (of Jan 25, 2026) 30',
      '2026-02-01 Payment reversed: Twice (of Jan 10, 2026) 70',
      '2026-02-01 Security deposit refunded (of Jan 20, 2026) 0',
    ])
    const days = await owner`
      select distinct effective_on::text as on from journal_entry where landlord_id = ${ann.landlordId} and kind not in ('charged', 'allocated') and effective_on > '2026-01-31'`
    expect(days.map(({ on }) => on)).toEqual(['2026-02-01'])
    expect(await checkBooks(app.db('payments'), ann.landlordId)).toEqual([])
  })

  test('is over, comes after the last one, and stays closed', async () => {
    expect((await close('2026-03-15')).problem).toMatchObject({
      status: 400,
      issues: [{ path: 'through', message: 'Choose a day that is over: yesterday or earlier' }],
    })
    expect((await close('2026-02-28')).status).toBe(201)
    for (const day of ['2026-02-28', '2026-01-31'])
      expect((await close(day)).problem).toMatchObject({
        status: 409,
        detail: 'The books are already closed through Feb 28, 2026. Choose a later day.',
      })
    expect((await close('2026-03-14')).status).toBe(201)
    expect((await app.send(listClosedPeriods, ann)).body.map(({ through }) => through)).toEqual([
      '2026-03-14',
      '2026-02-28',
    ])
  })

  test('has the figures that it was closed with, also if money comes in at that moment', async () => {
    for (let round = 0; round < 4; round++) {
      ann = actors.landlord()
      const people = await Promise.all(Array.from({ length: 4 }, () => app.addTenant(ann)))
      const asOf = { asOf: '2026-02-28' }
      const paid = (index: number) =>
        app.charge(ann, people[index % people.length]!.tenantId, {
          dueDate: '2026-02-10',
          amount: 10,
          status: 'paid',
          paidDate: '2026-02-10',
        })
      const money = Array.from({ length: 12 }, (_, index) => paid(index))
      const closed = await close('2026-02-28')
      expect(closed.status).toBe(201)
      const first = await balances(asOf)
      await Promise.all(money)
      expect(await balances(asOf)).toEqual(first)
      expect(await balances({ asOf: '2026-03-15' })).toMatchObject({ cash: 120, rent_income: -120 })
    }
  })

  test('waits for what is being booked at that moment, also of a tenant who is new', async () => {
    const { landlordId } = ann
    await app.addTenant(ann)
    const lines = [
      { account: 'cash' as const, cents: 1000 },
      { account: 'tenant_credit' as const, cents: -1000 },
    ]
    const entry = { kind: 'received' as const, tenantId: v7(), on: '2026-02-10', lines }
    let closing: ReturnType<typeof close> | undefined
    await app.db('payments').transaction(ann, async (tx) => {
      await recordEntries(tx, [entry], { landlordId, by: null, now: app.clock.now().toISOString() })
      closing = close('2026-02-28')
      const waiting = until(
        async () => (await owner`select from pg_locks where locktype = 'advisory' and not granted`).length > 0,
        { what: 'the closing to wait' },
      )
      expect(await Promise.race([closing.then(() => 'closed'), waiting.then(() => 'waiting')])).toBe('waiting')
    })
    expect((await closing)?.status).toBe(201)
    expect(await balances({ asOf: '2026-02-28' })).toMatchObject({ cash: 10 })
  })

  test('closed by two at once is closed once', async () => {
    await app.addTenant(ann)
    const answers = await Promise.all(Array.from({ length: 6 }, () => close('2026-02-28')))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409, 409, 409, 409,
    ])
  })
})

describe('the books are append-only', () => {
  const tables = ['journal_entry', 'posting', 'closed_period'] as const
  test('the service has no right to change or delete, and the owner is refused by a trigger', async () => {
    await lifeOf()
    await close('2026-01-31')
    const rights = await owner`
      select t.name, r.rolname as role, p.what from unnest(${['journal_entry', 'posting', 'closed_period']}::text[]) t (name)
      cross join (values ('UPDATE'), ('DELETE'), ('TRUNCATE')) p (what) cross join pg_roles r
      where r.rolname in ('keyhold_payments', 'keyhold_payments_system') and has_table_privilege(r.rolname, 'payments.' || t.name, p.what)`
    expect([...rights]).toEqual([])
    const columns = { journal_entry: 'effective_on', posting: 'amount', closed_period: 'through' }
    for (const table of tables) {
      const column = columns[table]
      await owner.begin(async (tx) => {
        await tx.unsafe(`alter table ${table} no force row level security`)
        for (const statement of [`update ${table} set ${column} = ${column}`, `delete from ${table}`])
          await expect(
            tx.savepoint((inner) => inner.unsafe(`${statement} where landlord_id = '${ann.landlordId}'`)),
          ).rejects.toThrow('append-only')
        await tx.unsafe(`alter table ${table} force row level security`)
      })
    }
  })

  test('the role that moves and erases a whole landlord can delete every row of theirs', async () => {
    await lifeOf()
    await close('2026-01-31')
    const all = (
      await owner<{ name: string }[]>`
        select table_name as name from information_schema.columns where table_schema = 'payments' and column_name = 'landlord_id'`
    ).map(({ name }) => name)
    await owner.begin(async (tx) => {
      await tx.unsafe('set local role keyhold_payments_records')
      // A table whose rows others refer to comes after them.
      for (let waiting = all, before = Infinity; waiting.length > 0 && waiting.length < before;) {
        before = waiting.length
        const referredTo: string[] = []
        for (const table of waiting)
          await tx
            .savepoint((inner) => inner.unsafe(`delete from ${table} where landlord_id = '${ann.landlordId}'`))
            .catch(() => referredTo.push(table))
        waiting = referredTo
      }
    })
    const left = await Promise.all(
      all.map(async (table) => {
        const [row] = await owner.unsafe<{ count: number }[]>(
          `select count(*)::int as count from ${table} where landlord_id = '${ann.landlordId}'`,
        )
        return [table, row?.count]
      }),
    )
    expect(left.filter(([, count]) => count !== 0)).toEqual([])
    expect(all.length).toBeGreaterThan(15)
  })
})

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
