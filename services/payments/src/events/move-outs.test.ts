import { journalFile } from '@keyhold/contracts/payments/books'
import { applyDeposit, listDeposits } from '@keyhold/contracts/payments/deposits'
import { createRecurring } from '@keyhold/contracts/payments/recurring-charges'
import { explainPayment } from '@keyhold/contracts/payments/explanations'
import { getLedger, tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import { ChargeChanged, ChargePaid } from '@keyhold/contracts/payments/events'
import { getPayment, listPayments, type Payment, summarizePayments } from '@keyhold/contracts/payments/payments'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import { tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { ageingTotals, rentRollTotals } from '@keyhold/contracts/payments/reports'
import { TenancyChanged, type TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { lateFeeSteps } from '../testing/late-fees.ts'
import { startPaymentsApp } from '../testing/test-app.ts'

// Money that was paid for days after a move-out.

const app = await startPaymentsApp()
const { setPolicy, feesOf } = lateFeeSteps(app)
let ann = actors.landlord()
beforeEach(() => void (ann = actors.landlord()))
afterAll(() => app.stop())

const billing = { dueDay: 1, proration: 'actual', postingDays: 60 } as const

/** A tenant with rents of $1,000 from January on, April already posted; today is March 28. */
async function renting(over: Partial<TenancySnapshot> = {}) {
  app.clock.set('2026-03-28T15:00:00Z')
  const propertyId = await app.addProperty(ann)
  const snapshot = app.tenantSnapshot(ann, { propertyId, monthlyRent: 1000, leaseStartDate: '2026-01-01' })
  const terms = { billing, termKind: 'rollover', ...over } as const
  const tenant = await app.addTenant(ann, snapshot, terms)
  const { tenantId } = tenant
  const rents = async () =>
    (await app.send(listPayments, ann, { query: { tenantId, sort: 'due', paymentType: 'rent' } })).body
  const paid = async () =>
    (await rents()).map(({ dueDate, amount, amountPaid }) => [dueDate.slice(5), amount, amountPaid])
  const [january, february, march, april] = (await rents()) as [Payment, Payment, Payment, Payment]
  expect(april.dueDate).toBe('2026-04-01')
  const leave = (movedOutOn: string | null, more: Partial<TenancySnapshot> = {}) =>
    app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { ...terms, movedOutOn, ...more }))
  const credit = async () => (await app.send(summarizePayments, ann, { query: { tenantId } })).body.credit
  return { snapshot, tenant, tenantId, january, february, march, april, rents, paid, leave, credit }
}

const read = async (id: string) => (await app.send(getPayment, ann, { params: { id } })).body
const reverse = (id: string) =>
  app.send(reversePayment, ann, { params: { id }, body: { reason: 'Returned by the bank' } })
const answersTo = async (id: string, question: string) =>
  (await app.send(explainPayment, ann, { params: { id } })).body.lines
    .filter((line) => line.question === question)
    .map(({ answer }) => answer)
const ledgerOf = async (tenantId: string) => (await app.send(getLedger, ann, { params: { id: tenantId } })).body

test('a past rent that a move-out shortens is described as it was until then, in the ledger and in the books', async () => {
  const { tenantId, leave } = await renting()
  await leave('2026-03-15')
  app.clock.set('2026-03-29T15:00:00Z')
  await leave('2026-03-20')
  const march = (await ledgerOf(tenantId)).entries.filter(({ on }) => on.startsWith('2026-03'))
  expect(march.map(({ on, description, amount, basis }) => [on, description, amount, basis?.formula])).toEqual([
    ['2026-03-01', 'Rent: March 1 to March 31, 2026', 1000, '$1,000.00 a month'],
    ['2026-03-28', 'Changed: Rent: March 1 to March 15, 2026', -516.13, '$1,000.00 × 15 ÷ 31 days = $483.87'],
    ['2026-03-29', 'Changed: Rent: March 1 to March 20, 2026', 161.29, '$1,000.00 × 20 ÷ 31 days = $645.16'],
  ])
  const { body } = await app.send(journalFile, ann, { query: { from: '2026-03-01', to: '2026-03-31' } })
  const books = Buffer.from(body as unknown as Uint8Array).toString('utf8')
  expect(books).toContain(
    '2026-03-01 * "Tess Tenant" "Rent for March 1 to March 31, 2026 charged: Set up with the tenancy."',
  )
  expect(books).toContain(
    '2026-03-28 * "Tess Tenant" "Rent for March 1 to March 15, 2026 changed: Moved out on Mar 15, 2026."',
  )
})

describe('a tenant who paid for days after the move-out', () => {
  test('gets the money as credit: the rent is cancelled with its reason, and nothing of it is owed or paid', async () => {
    const { tenantId, january, february, march, april, paid, leave, credit } = await renting()
    for (const { id } of [january, february, march, april]) await app.verify(ann, id)
    await leave('2026-03-31')
    expect(await paid()).toEqual([
      ['01-01', 1000, 1000],
      ['02-01', 1000, 1000],
      ['03-01', 1000, 1000],
    ])
    expect(await credit()).toBe(1000)
    const gone = await read(april.id)
    expect(gone).toMatchObject({
      amountPaid: 0,
      paidDate: null,
      verifiedAt: null,
      receiptUrl: null,
      cancellationReason: 'The tenant moved out before it was due.',
      cancelledAt: '2026-03-28T15:00:00.000Z',
    })
    expect(await ledgerOf(tenantId)).toMatchObject({ open: 0, credit: 1000, closingBalance: -1000 })
    expect((await app.send(rentRollTotals, ann)).body.totals).toMatchObject({ balance: 0, credit: 1000 })
    await app.settled()
    expect(app.published(ChargeChanged).map(({ chargeId }) => chargeId)).toContain(april.id)
    // The same event again changes nothing.
    await leave('2026-03-31')
    expect(await credit()).toBe(1000)
  })

  test('of part of a month owes nothing of the remainder', async () => {
    const { april, leave, credit, rents } = await renting()
    await app.verify(ann, april.id, { amountPaid: 100 })
    await leave('2026-03-31')
    // $100 of the $3,000 that were never paid.
    expect((await rents()).map(({ balance }) => balance)).toEqual([900, 1000, 1000])
    expect(await credit()).toBe(0)
  })

  test('pays open charges with it, rents first, oldest first; the remainder stays credit', async () => {
    const { tenantId, january, february, march, april, paid, leave, credit } = await renting()
    for (const { id } of [january, february]) await app.verify(ann, id)
    await app.verify(ann, march.id, { amountPaid: 300.01 })
    const fee = await app.charge(ann, tenantId, { amount: 50, dueDate: '2026-01-05', paymentType: 'other' })
    await app.verify(ann, april.id)
    await leave('2026-03-31')
    expect((await paid()).at(-1)).toEqual(['03-01', 1000, 1000])
    expect(await read(fee.id)).toMatchObject({ amountPaid: 50, status: 'paid' })
    expect(await credit()).toBe(250.01)
    await app.settled()
    expect(app.published(ChargePaid).filter(({ chargeId }) => chargeId === march.id)).toHaveLength(1)
    expect(await answersTo(april.id, 'What was released?')).toEqual([
      '$1,000.00 received on Mar 28, 2026 was released on Mar 28, 2026. Reason: Moving out on Mar 31, 2026. Of that payment, $50.00 pays the charge due Jan 5, 2026, $699.99 pays the rent due Mar 1, 2026, and $250.01 is credit.',
    ])
    expect(await answersTo(april.id, 'What was received?')).toEqual(['Nothing has been received.'])
    expect(await answersTo(april.id, 'What is open?')).toEqual([
      'Nothing: it was cancelled on Mar 28, 2026. Reason: The tenant moved out before it was due.',
    ])
    expect(await answersTo(march.id, 'What was received?')).toEqual([
      expect.stringContaining('$300.01 by check, received'),
      expect.stringContaining('$699.99 by check, part of $1,000.00, received'),
    ])
  })

  test('in the last month is charged for part of it, and the money allocated last is deallocated first', async () => {
    const { january, february, march, april, paid, leave, credit } = await renting()
    for (const { id } of [january, february]) await app.verify(ann, id)
    await app.verify(ann, march.id, { amountPaid: 500 })
    await app.verify(ann, march.id, { amountPaid: 200, paidDate: '2026-03-20' })
    await app.verify(ann, march.id, { amountPaid: 300 })
    await leave('2026-03-20')
    expect(await paid()).toEqual([
      ['01-01', 1000, 1000],
      ['02-01', 1000, 1000],
      ['03-01', 645.16, 645.16],
    ])
    expect(await read(march.id)).toMatchObject({
      status: 'paid',
      paidDate: '2026-03-28',
      description: 'March 1 to March 20, 2026',
    })
    expect((await read(april.id)).cancelledAt).not.toBeNull()
    expect(await credit()).toBe(354.84)
    expect(await answersTo(march.id, 'What was received?')).toEqual([
      expect.stringContaining('$145.16 by check, part of $200.00, received on Mar 20, 2026'),
      expect.stringContaining('$500.00 by check, received on Mar 28, 2026'),
    ])
    expect(await answersTo(march.id, 'What was released?')).toEqual([
      expect.stringContaining('$54.84 received on Mar 20, 2026 was released on Mar 28, 2026'),
      expect.stringContaining('$300.00 received on Mar 28, 2026 was released on Mar 28, 2026'),
    ])
    expect(await answersTo(march.id, 'What is open?')).toEqual(['Nothing is open.'])
  })

  test('may have paid enough: a payment that did not cover the month can cover part of it', async () => {
    const { march, leave, credit } = await renting()
    await app.verify(ann, march.id, { amountPaid: 645.16 })
    await leave('2026-03-20')
    expect(await read(march.id)).toMatchObject({ amount: 645.16, status: 'paid', balance: 0 })
    expect(await credit()).toBe(0)
    await app.settled()
    expect(app.published(ChargePaid).filter(({ chargeId }) => chargeId === march.id)).toMatchObject([
      { amount: 645.16 },
    ])
  })

  test('stays after all: the rents are posted again, and the credit pays them', async () => {
    const { january, february, march, april, paid, rents, leave, credit } = await renting()
    for (const { id } of [january, february, march, april]) await app.verify(ann, id)
    const before = await paid()
    await leave('2026-03-20')
    expect(await credit()).toBe(1354.84)
    await leave('2026-03-25')
    expect(await credit()).toBe(1193.55)
    expect((await paid()).at(-1)).toEqual(['03-01', 806.45, 806.45])
    await leave(null)
    expect(await paid()).toEqual(before)
    expect(await credit()).toBe(0)
    const [, , again, next] = await rents()
    expect([again?.id, next?.id === april.id]).toEqual([march.id, false])
    // The move-out is recorded again.
    await leave('2026-03-31')
    expect(await credit()).toBe(1000)
  })

  for (const answer of ['confirmed', 'turned down'] as const)
    test(`an unanswered report keeps its rent and the money on it until it is ${answer}`, async () => {
      const { tenant, january, february, march, april, paid, leave, credit } = await renting()
      for (const { id } of [january, february, march]) await app.verify(ann, id)
      await app.verify(ann, april.id, { amountPaid: 100 })
      await app.report(tenant, 400)
      await leave('2026-03-31')
      expect(await read(april.id)).toMatchObject({ cancelledAt: null, amountPaid: 100, reported: [{ amount: 400 }] })
      expect((await paid()).at(-1)).toEqual(['04-01', 1000, 100])
      if (answer === 'confirmed')
        expect((await app.verify(ann, april.id)).body).toMatchObject({ amountPaid: 0, reported: [] })
      // Counted money is reversed first.
      else for (const _ of [1, 2]) expect((await reverse(april.id)).body).toMatchObject({ amountPaid: 0 })
      expect(await read(april.id)).toMatchObject({
        cancellationReason: 'The tenant moved out before it was due.',
        reported: [],
      })
      expect((await paid()).at(-1)).toEqual(['03-01', 1000, 1000])
      expect(await credit()).toBe(answer === 'confirmed' ? 500 : 0)
    })

  for (const monthlyRent of [1200, 700])
    test(`of a month is charged for its days at that month's rent, although it is ${monthlyRent} by now`, async () => {
      const { january, february, march, paid, leave, credit } = await renting()
      for (const { id } of [january, february, march]) await app.verify(ann, id)
      await leave(null, { monthlyRent })
      await leave('2026-03-20', { monthlyRent })
      expect((await paid()).at(-1)).toEqual(['03-01', 645.16, 645.16])
      expect(await credit()).toBe(354.84)
      await leave(null, { monthlyRent })
      expect((await paid()).slice(2)).toEqual([
        ['03-01', 1000, 1000],
        ['04-01', monthlyRent, 0],
        ['05-01', monthlyRent, 0],
      ])
    })

  test('other recurring charges are deallocated too, and the money does not go to charges that are cancelled with them', async () => {
    const { tenantId, january, february, march, april, leave, credit } = await renting()
    const body = { tenantId, description: 'Parking', amount: 80, startsOn: '2026-03-01', postingDays: 60 }
    await app.send(createRecurring, ann, { body })
    const parking = (await app.send(listPayments, ann, { query: { tenantId, sort: 'due', paymentType: 'other' } })).body
    expect(parking.map(({ dueDate }) => dueDate)).toEqual(['2026-03-01', '2026-04-01', '2026-05-01'])
    for (const { id } of [january, february, march, april, parking[1]!]) await app.verify(ann, id)
    await app.settled()
    const announced = app.published(ChargePaid).length
    await leave('2026-03-31')
    expect(await read(parking[0]!.id)).toMatchObject({ amountPaid: 80 })
    expect(await credit()).toBe(1000)
    await app.settled()
    // The money paid only the parking of March, and at no time that of May.
    expect(app.published(ChargePaid).slice(announced)).toMatchObject([{ chargeId: parking[0]!.id }])
  })

  test('changed terms without a move-out leave paid rents unchanged, and so does a voided tenancy', async () => {
    const { january, february, march, april, paid, leave, credit } = await renting()
    for (const { id } of [january, february, march, april]) await app.verify(ann, id)
    const before = await paid()
    await leave(null, { monthlyRent: 700, endDate: '2026-03-10', termKind: 'fixed' })
    expect((await paid()).slice(0, 4)).toEqual(before.slice(0, 4))
    await leave('2026-03-10', { isVoid: true })
    expect((await paid()).slice(0, 4)).toEqual(before.slice(0, 4))
    expect(await credit()).toBe(0)
  })
})

test('a tenant who paid the first rent and never moved in sees the credit, although no charge is left', async () => {
  app.clock.set('2026-03-28T15:00:00Z')
  const snapshot = app.tenantSnapshot(ann, { monthlyRent: 1000, leaseStartDate: '2026-04-01' })
  const tenant = await app.addTenant(ann, snapshot)
  const { tenantId } = tenant
  const [first] = (await app.send(listPayments, ann, { query: { tenantId, sort: 'due' } })).body
  await app.verify(ann, first!.id)
  await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { movedOutOn: '2026-03-28' }))
  expect((await app.send(listPayments, ann, { query: { tenantId } })).body).toEqual([])
  expect((await app.send(tenantStats, tenant)).body).toEqual({
    balance: -1000,
    status: 'current',
    nextPayment: null,
    awaitingConfirmation: 0,
  })
  const { body } = await app.send(tenantLedgers, actors.service('tenancy', ann.landlordId), {
    query: { tenantIds: tenantId, since: '2026-01-01' },
  })
  expect(body).toEqual([{ tenantId, credit: 1000, awaitingConfirmation: 0, charges: [] }])
  expect((await app.send(rentRollTotals, ann)).body.totals).toMatchObject({ balance: 0, credit: 1000 })
})

describe('deallocated money', () => {
  test('is removed when its payment is reversed, from whichever charge it pays by then', async () => {
    const { tenantId, january, february, march, april, rents, leave, credit } = await renting()
    for (const { id } of [january, february]) await app.verify(ann, id)
    await app.verify(ann, april.id)
    await leave('2026-03-31')
    expect(await read(march.id)).toMatchObject({ amountPaid: 1000 })
    expect((await reverse(march.id)).body).toMatchObject({ amountPaid: 0, status: 'overdue' })
    expect([(await rents()).map(({ amountPaid }) => amountPaid), await credit()]).toEqual([[1000, 1000, 0], 0])
    expect(await ledgerOf(tenantId)).toMatchObject({ open: 1000, closingBalance: 1000 })
    expect(await answersTo(april.id, 'What was released?')).toEqual([
      expect.stringContaining('That payment was reversed on Mar 28, 2026. Reason: Returned by the bank'),
    ])
    expect(await answersTo(april.id, 'What was reversed?')).toEqual([])
    expect(await answersTo(march.id, 'What was reversed?')).toEqual([
      expect.stringContaining('$1,000.00 received on Mar 28, 2026'),
    ])
  })

  test('can be reversed on the rent it was recorded on, although that is cancelled', async () => {
    const { january, february, march, april, leave, credit } = await renting()
    for (const { id } of [january, february, march, april]) await app.verify(ann, id)
    await leave('2026-03-31')
    expect((await reverse(april.id)).status).toBe(200)
    expect(await credit()).toBe(0)
    expect(await reverse(april.id)).toMatchObject({
      status: 409,
      problem: { code: 'conflict', detail: expect.stringContaining('cancelled') },
    })
    for (const actor of [actors.landlord(), actors.tenantOf(ann)])
      expect([403, 404]).toContain(
        (await app.send(reversePayment, actor, { params: { id: april.id }, body: { reason: 'x' } })).status,
      )
  })

  test('that came from the deposit becomes credit and is not held again', async () => {
    const { tenantId, january, february, march, april, leave, credit } = await renting()
    for (const { id } of [january, february, march]) await app.verify(ann, id)
    await app.charge(ann, tenantId, { paymentType: 'security_deposit', amount: 1500, status: 'paid' })
    await app.send(applyDeposit, ann, {
      params: { id: tenantId },
      body: { amount: 1000, paymentId: april.id, reason: 'Agreed' },
    })
    const held = async () => (await app.send(listDeposits, ann, { query: { tenantId } })).body
    expect(await held()).toMatchObject([{ received: 1500, applied: 1000, held: 500 }])
    await leave('2026-03-31')
    expect(await held()).toMatchObject([{ received: 1500, applied: 1000, held: 500 }])
    expect(await credit()).toBe(1000)
    expect(await ledgerOf(tenantId)).toMatchObject({ credit: 1000, depositHeld: 500 })
  })

  test('is never taken from a deposit that is paid monthly, since that is already owed back', async () => {
    const { tenantId, leave, credit } = await renting()
    const body = {
      tenantId,
      paymentType: 'security_deposit' as const,
      description: 'Deposit',
      amount: 200,
      startsOn: '2026-04-01',
      postingDays: 60,
    }
    await app.send(createRecurring, ann, { body })
    const [deposit] = (
      await app.send(listPayments, ann, { query: { tenantId, paymentType: 'security_deposit', sort: 'due' } })
    ).body
    await app.verify(ann, deposit!.id)
    await leave('2026-03-31')
    expect(await read(deposit!.id)).toMatchObject({ cancelledAt: null, amountPaid: 200 })
    expect(await credit()).toBe(0)
  })

  test('counts on its new charge from the day of the deallocation: reports of earlier days do not change', async () => {
    const { january, february, april, leave } = await renting()
    await app.verify(ann, january.id, { paidDate: '2026-01-02' })
    await app.verify(ann, february.id, { paidDate: '2026-02-02' })
    await app.verify(ann, april.id, { paidDate: '2026-03-05' })
    app.clock.set('2026-03-29T15:00:00Z')
    const on = async (asOf: string) => {
      const { balance, credit } = (await app.send(rentRollTotals, ann, { query: { asOf } })).body.totals
      expect((await app.send(ageingTotals, ann, { query: { asOf } })).body.totals.total).toBe(balance)
      return { balance, credit }
    }
    // March is open; April is paid ahead.
    const before = { balance: 1000, credit: 1000 }
    for (const day of ['2026-03-05', '2026-03-28']) expect(await on(day)).toEqual(before)
    await leave('2026-03-31')
    for (const day of ['2026-03-05', '2026-03-28']) expect(await on(day)).toEqual(before)
    expect(await on('2026-03-29')).toEqual({ balance: 0, credit: 0 })
  })

  test('a late fee depends on the day the money was received, whatever it paid first', async () => {
    await setPolicy(ann, { amount: 50 })
    const { tenantId, january, february, march, april, leave } = await renting()
    for (const { id, dueDate } of [january, february]) await app.verify(ann, id, { paidDate: dueDate })
    // Later than any time before in this file, so that the schedule is due even if it has run in between.
    app.clock.set('2026-03-30T15:00:00Z')
    await app.tick()
    const late = async () => (await feesOf(ann, { tenantId, status: 'proposed' })).map(({ paymentId }) => paymentId)
    expect(await late()).toEqual([march.id])
    await app.verify(ann, april.id, { paidDate: '2026-03-10' })
    await leave('2026-03-31')
    expect(await late()).toEqual([march.id])
    // Undone: April was paid before it was due, so it is not late.
    app.clock.set('2026-04-20T15:00:00Z')
    await leave(null)
    expect(await late()).toEqual([march.id])
  })
})
