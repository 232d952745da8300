import { createRecurring } from '@keyhold/contracts/payments/recurring-charges'
import { getLedger, type Ledger, tenantLedger } from '@keyhold/contracts/payments/ledgers'
import { cancelPayment, updatePayment } from '@keyhold/contracts/payments/payments'
import { editReceipt, recordReceipt } from '@keyhold/contracts/payments/receipts'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import { TenantCreated, getTenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { Refusal } from '@keyhold/kit/http/problem'
import { actors, stub } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notFoundStubs, startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

const app = await startPaymentsApp()
let ann = actors.landlord()
beforeEach(() => {
  ann = actors.landlord()
  app.clock.set('2026-03-15T15:00:00Z')
})
afterAll(() => app.stop())

const ledgerOf = async (tenantId: string, query = {}) =>
  (await app.send(getLedger, ann, { params: { id: tenantId }, query })).body
const linesOf = ({ entries }: Ledger) =>
  entries.map(({ on, kind, description, amount, aside, balance }) => [on, kind, description, amount, aside, balance])

describe('the ledger of a tenant', () => {
  test('shows a correction on its own day, with the day of the payment that it corrects', async () => {
    const { tenantId } = await app.addTenant(ann)
    const body = { tenantId, amount: 800, receivedOn: '2026-03-02' }
    const { id } = (await app.send(recordReceipt, ann, { body })).body
    await app.send(editReceipt, ann, { params: { id }, body: { amount: 750, receivedOn: '2026-03-03' } })
    expect(linesOf(await ledgerOf(tenantId))).toEqual([
      ['2026-03-02', 'receipt', 'Payment by check', -800, null, -800],
      ['2026-03-15', 'receipt', 'Payment by check, as corrected (of Mar 3, 2026)', -750, null, -1550],
      ['2026-03-15', 'reversal', 'Correction of the payment of Mar 2, 2026', 800, null, -750],
    ])
  })

  test('runs to today at the property unless asked, whatever is charged for later', async () => {
    const propertyId = await app.addProperty(ann, { timeZone: 'Pacific/Honolulu' })
    const { tenantId } = await app.addTenant(ann, { propertyId })
    for (const dueDate of ['2026-03-14', '2026-03-15', '2027-08-01'])
      await app.charge(ann, tenantId, { dueDate, amount: 10, propertyId })
    // March 15 in London, March 14 in Honolulu.
    app.clock.set('2026-03-15T08:00:00Z')
    expect(await ledgerOf(tenantId)).toMatchObject({
      from: '2025-03-15',
      to: '2026-03-14',
      closingBalance: 10,
      open: 30,
    })
    expect(await ledgerOf(tenantId, { to: '2027-08-01' })).toMatchObject({ to: '2027-08-01', closingBalance: 30 })
  })

  test('says of a past day what the charge said then', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenantId, { dueDate: '2026-03-01', amount: 90 })
    app.clock.set('2026-03-17T15:00:00Z')
    await app.send(updatePayment, ann, { params: { id }, body: { paymentType: 'other', amount: 70 } })
    const { entries } = await ledgerOf(tenantId)
    expect(entries.map(({ on, description, amount }) => [on, description, amount])).toEqual([
      ['2026-03-01', 'Rent', 90],
      ['2026-03-17', 'Changed: Charge', -20],
    ])
  })

  test('has every entry on its day, with the running balance', async () => {
    const propertyId = await app.addProperty(ann)
    const tenant = await app.addTenant(ann, { propertyId })
    const { tenantId } = tenant
    const deposit = await app.charge(ann, tenantId, {
      paymentType: 'security_deposit',
      amount: 500,
      dueDate: '2026-01-01',
      status: 'paid',
      paidDate: '2026-01-02',
    })
    const january = await app.charge(ann, tenantId, { dueDate: '2026-01-01', status: 'paid', paidDate: '2026-01-05' })
    const wrong = await app.charge(ann, tenantId, { paymentType: 'other', amount: 30, dueDate: '2026-02-10' })
    const april = await app.charge(ann, tenantId, { dueDate: '2026-04-01' })
    const future = await app.charge(ann, tenantId, { dueDate: '2026-06-01', amount: 9 })
    await app.send(reversePayment, ann, { params: { id: january.id }, body: { reason: 'Returned by the bank' } })
    await app.send(cancelPayment, ann, { params: { id: wrong.id }, body: { reason: 'Not theirs' } })
    await app.send(cancelPayment, ann, { params: { id: future.id }, body: { reason: 'Never mind' } })
    await app.report(tenant, 250, { confirmationNumber: 'X-1' })
    const ledger = await ledgerOf(tenantId, { to: '2026-04-01' })
    expect(linesOf(ledger)).toEqual([
      ['2026-01-01', 'charge', 'Security deposit', 500, null, 500],
      ['2026-01-01', 'charge', 'Rent', 1000, null, 1500],
      ['2026-01-02', 'receipt', 'Payment by check', -500, null, 1000],
      ['2026-01-05', 'receipt', 'Payment by check', -1000, null, 0],
      ['2026-02-10', 'charge', 'Charge', 30, null, 30],
      ['2026-03-15', 'cancellation', 'Cancelled: Not theirs', -30, null, 0],
      ['2026-03-15', 'reversal', 'Payment reversed: Returned by the bank', 1000, null, 1000],
      ['2026-03-15', 'awaiting', 'Reported, awaiting confirmation: bank transfer, X-1', 0, 250, 1000],
      ['2026-04-01', 'charge', 'Rent', 1000, null, 2000],
    ])
    expect(ledger).toMatchObject({
      tenantId,
      names: 'Tess Tenant',
      propertyName: 'Elm 1',
      unitName: null,
      from: '2025-03-16',
      to: '2026-04-01',
      openingBalance: 0,
      closingBalance: 2000,
      due: 1000,
      open: 2000,
      credit: 0,
      awaiting: 250,
      depositHeld: 500,
    })
    expect(ledger.entries[0]?.paymentId).toBe(deposit.id)
    expect(ledger.entries.at(-1)?.paymentId).toBe(april.id)
    expect((await app.send(tenantLedger, tenant, { query: { to: '2026-04-01' } })).body).toEqual(ledger)
  })

  test('opens with the earlier balance, and consecutive ranges continue where the previous one ended', async () => {
    const { tenantId } = await app.addTenant(ann)
    await app.charge(ann, tenantId, {
      dueDate: '2025-12-01',
      status: 'partial',
      amountPaid: 300.01,
      paidDate: '2026-01-10',
    })
    await app.charge(ann, tenantId, { dueDate: '2026-02-01', amount: 0.1 })
    const whole = await ledgerOf(tenantId, { from: '2025-01-01', to: '2026-12-31' })
    expect(whole.closingBalance).toBe(700.09)
    for (const cut of ['2025-12-01', '2026-01-09', '2026-01-10', '2026-02-01']) {
      const [before, after] = [
        await ledgerOf(tenantId, { from: '2025-01-01', to: cut }),
        await ledgerOf(tenantId, { from: nextDay(cut), to: '2026-12-31' }),
      ]
      expect(after.openingBalance).toBe(before.closingBalance)
      expect([...before.entries, ...after.entries]).toEqual(whole.entries)
    }
  })

  test('includes the calculation of an amount', async () => {
    const terms = { monthlyRent: 1200, leaseStartDate: '2026-03-20' }
    const { tenantId } = await app.addTenant(ann, terms, {
      billing: { dueDay: 1, proration: 'thirty', postingDays: 5 },
    })
    expect((await ledgerOf(tenantId, { to: '2026-03-31' })).entries).toMatchObject([
      {
        description: 'Rent: March 20 to March 31, 2026',
        amount: 480,
        basis: { rule: 'rent.prorated.thirty/1', formula: '$1,200.00 × 12 ÷ 30 days = $480.00' },
      },
    ])
  })

  test('describes other recurring charges by their own description only', async () => {
    const { tenantId } = await app.addTenant(ann)
    const body = { tenantId, description: 'Parking space 4', amount: 85.5, startsOn: '2026-03-01', postingDays: 0 }
    expect((await app.send(createRecurring, ann, { body })).status).toBe(201)
    const [first] = (await ledgerOf(tenantId)).entries
    expect(first?.description).toBe('Parking space 4: March 1 to March 31, 2026')
  })

  test('dates a reversal by the day at the property', async () => {
    const propertyId = await app.addProperty(ann, { timeZone: 'America/Los_Angeles' })
    const { tenantId } = await app.addTenant(ann, { propertyId })
    const { id } = await app.charge(ann, tenantId, { dueDate: '2026-03-01', status: 'paid' })
    app.clock.set('2026-04-01T05:00:00Z')
    await app.send(reversePayment, ann, { params: { id }, body: { reason: 'x' } })
    expect((await ledgerOf(tenantId)).entries.at(-1)).toMatchObject({ kind: 'reversal', on: '2026-03-31' })
  })

  test('spans at most five years, in order, and only for a known tenant', async () => {
    const { tenantId } = await app.addTenant(ann)
    const ask = (query: Record<string, string>, id = tenantId) => app.send(getLedger, ann, { params: { id }, query })
    expect((await ask({ from: '2020-01-01', to: '2025-01-01' })).status).toBe(400)
    expect((await ask({ from: '2020-01-01', to: '2024-12-31' })).status).toBe(200)
    expect((await ask({ from: '2026-02-01', to: '2026-01-31' })).problem.detail).toBe(
      'The first day must not be after the last one.',
    )
    expect((await ask({ from: '2030-01-01' })).body).toMatchObject({
      from: '2030-01-01',
      to: '2030-01-01',
      entries: [],
    })
    expect((await ask({}, '01999999-9999-7999-8999-999999999999')).status).toBe(404)
    expect((await app.send(tenantLedger, actors.unlinkedTenant())).body).toBeNull()
  })
})

describe('the ledger of a tenant added a moment ago', () => {
  const fresh = v7()
  let late: PaymentsApp
  beforeAll(async () => {
    late = await startPaymentsApp({
      stubs: [
        stub(getTenantSnapshot, ({ params }) => {
          if (params.id !== fresh) throw new Refusal('not-found', 'Tenant not found')
          return late.tenantSnapshot(ann, { tenantId: fresh, firstName: 'Fred', lastName: 'Fresh' })
        }),
        ...notFoundStubs.slice(1),
      ],
    })
  })
  afterAll(() => late.stop())

  test('is empty before the event has arrived, and hidden from others', async () => {
    const ask = (actor: LandlordActor, id = fresh) => late.send(getLedger, actor, { params: { id } })
    expect((await ask(actors.landlord())).status).toBe(404)
    expect((await ask(ann, v7())).status).toBe(404)
    expect((await ask(ann)).body).toMatchObject({
      tenantId: fresh,
      names: 'Fred Fresh',
      entries: [],
      closingBalance: 0,
    })
    await late.publish(
      TenantCreated,
      late.tenantSnapshot(ann, { tenantId: fresh, firstName: 'Fred', lastName: 'Later' }),
    )
    expect((await ask(ann)).body.names).toBe('Fred Later')
  })
})

const nextDay = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
