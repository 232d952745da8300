import { ChargePaid, ReceiptRecorded, ReceiptReversed } from '@keyhold/contracts/payments/events'
import { getPayment, listPayments, summarizePayments } from '@keyhold/contracts/payments/payments'
import { listReceipts } from '@keyhold/contracts/payments/receipts'
import { reversePayment, verifyPayment } from '@keyhold/contracts/payments/verification'
import { reportPayment } from '@keyhold/contracts/payments/tenant-payments'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
const ann = actors.landlord()
const bob = actors.landlord()

beforeAll(async () => void (app = await startPaymentsApp()))
afterAll(() => app.stop())

const reverse = (
  id: string,
  actor: LandlordActor = ann,
  body: Record<string, unknown> = { reason: 'The check bounced' },
) => app.send(reversePayment, actor, { params: { id }, body })
const read = async (id: string) => (await app.send(getPayment, ann, { params: { id } })).body
const revenueOf = async (tenantId: string) =>
  (await app.send(summarizePayments, ann, { query: { tenantId } })).body.totalRevenue

describe('verifying', () => {
  test('without a report records the whole remainder as received today', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenantId, {
      status: 'partial',
      amountPaid: 400,
      paidDate: '2026-03-01',
      paymentMethod: 'cash',
    })
    const { status, body } = await app.verify(ann, id, {
      verificationMethod: 'detailed',
      verificationNotes: 'seen on the statement',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'paid',
      amountPaid: 1000,
      balance: 0,
      paidDate: '2026-03-15',
      paymentMethod: 'cash',
      verificationStatus: 'verified',
      verifiedAt: '2026-03-15T15:00:00.000Z',
      verifiedBy: ann.userId,
      verificationMethod: 'detailed',
      verificationNotes: 'seen on the statement',
    })
    await app.settled()
    expect(app.published(ReceiptRecorded).filter(({ chargeId }) => chargeId === id)).toMatchObject([
      { amount: 400 },
      { amount: 600 },
    ])
    expect(app.published(ChargePaid).filter(({ chargeId }) => chargeId === id)).toHaveLength(1)
  })

  test('accepts the day of receipt up to today at the property, and keeps the day of a report', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenantId)
    const tomorrow = await app.verify(ann, id, { paidDate: '2026-03-16' })
    expect(tomorrow).toMatchObject({
      status: 400,
      problem: { issues: [{ path: 'paidDate', message: "Money can't be received after today" }] },
    })
    expect((await app.verify(ann, id, { paidDate: '2026-03-04' })).body).toMatchObject({
      status: 'paid',
      paidDate: '2026-03-04',
    })

    const tom = actors.tenantOf(ann, tenantId)
    const next = await app.charge(ann, tenantId)
    await app.send(reportPayment, tom, { body: { amount: 1000 } })
    expect((await app.verify(ann, next.id)).body).toMatchObject({ status: 'paid', paidDate: '2026-03-15' })
  })

  test('can correct the day, the method and the reference of a report, which stays as it was', async () => {
    const tenant = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenant.tenantId)
    await app.report(tenant, 400, { paidOn: '2026-03-12', paymentMethod: 'cash' })
    const sent = { paidDate: '2026-03-10', paymentMethod: 'check', confirmationNumber: '1042' }
    const after = (await app.verify(ann, id, sent)).body
    expect(after).toMatchObject({ amountPaid: 400, paidDate: '2026-03-10', paymentMethod: 'check', reported: [] })
    const { body: receipts } = await app.send(listReceipts, ann, { query: { paymentId: id } })
    expect(receipts).toMatchObject([
      { status: 'mistake', receivedOn: '2026-03-12', reportedBy: 'tenant', paymentMethod: 'cash', allocations: [] },
      { status: 'counted', receivedOn: '2026-03-10', reportedBy: 'tenant', payerId: tenant.tenantId, amount: 400 },
    ])
    expect(receipts[1]).toMatchObject({ replacesId: receipts[0]!.id, confirmationNumber: '1042' })
    // A repeated call finds nothing to confirm.
    expect((await app.verify(ann, id, sent)).body).toEqual(after)
  })

  test('of several reports at once corrects none of them', async () => {
    const tenant = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenant.tenantId)
    await app.report(tenant, 100)
    await app.report(tenant, 200)
    expect((await app.verify(ann, id, { paidDate: '2026-03-01' })).problem.code).toBe('conflict')
    expect((await app.verify(ann, id)).body).toMatchObject({ amountPaid: 300 })
  })

  test('without a report records the method and the reference', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenantId)
    const sent = { amountPaid: 250, paymentMethod: 'ach', confirmationNumber: 'T-9' }
    expect((await app.verify(ann, id, sent)).body).toMatchObject({ amountPaid: 250, paymentMethod: 'ach' })
    const { body } = await app.send(listReceipts, ann, { query: { paymentId: id } })
    expect(body).toMatchObject([{ paymentMethod: 'ach', confirmationNumber: 'T-9', amount: 250 }])
  })

  test('twice changes nothing, by anyone and at any time', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenantId)
    const first = (await app.verify(ann, id)).body
    app.clock.advance(60_000)
    expect((await app.verify(ann, id, { verificationMethod: 'detailed' })).body).toEqual(first)
    expect(await revenueOf(tenantId)).toBe(1000)
  })

  test('with an amount for a payment that is already paid and verified is refused; a repeated idempotency key gets the first answer', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenantId)
    await app.verify(ann, id, { amountPaid: 400 })
    const again = {
      params: { id },
      body: { verificationMethod: 'manual' as const, amountPaid: 600 },
      headers: { 'idempotency-key': `rest of ${id}` },
    }
    const first = await app.send(verifyPayment, ann, again)
    expect(first).toMatchObject({ status: 200, body: { status: 'paid', amountPaid: 1000 } })
    expect((await app.send(verifyPayment, ann, again)).body).toEqual(first.body)
    for (const amountPaid of [600, 0.01])
      expect(await app.verify(ann, id, { amountPaid })).toMatchObject({
        status: 409,
        problem: { code: 'conflict', detail: expect.stringContaining('on the next open payment') },
      })
    expect(await revenueOf(tenantId)).toBe(1000)
  })

  test('what the landlord recorded as paid adds the verification and no money', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenantId, { status: 'paid', paidDate: '2026-03-03' })
    expect((await app.verify(ann, id)).body).toMatchObject({
      status: 'paid',
      amountPaid: 1000,
      paidDate: '2026-03-03',
      verificationStatus: 'verified',
    })
    expect(await revenueOf(tenantId)).toBe(1000)
  })

  test("confirms the tenant's report: partial if it does not cover the rent, and a repeated call records no extra money", async () => {
    const tenant = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenant.tenantId)
    await app.report(tenant, 400, { paymentMethod: 'cash' })
    expect(await revenueOf(tenant.tenantId)).toBe(0)
    const partial = (await app.verify(ann, id)).body
    expect(partial).toMatchObject({
      status: 'partial',
      amountPaid: 400,
      balance: 600,
      paymentMethod: 'cash',
      verificationStatus: 'verified',
      reported: [],
    })
    expect((await app.verify(ann, id)).body).toEqual(partial)
    // Later money needs an amount, or a new report.
    expect((await app.verify(ann, id, { amountPaid: 100 })).body).toMatchObject({ status: 'partial', amountPaid: 500 })
    await app.report(tenant, 500)
    expect(await app.verify(ann, id, { amountPaid: 500 })).toMatchObject({ status: 409, problem: { code: 'conflict' } })
    expect((await app.verify(ann, id)).body).toMatchObject({ status: 'paid', amountPaid: 1000 })
  })

  test('concurrently records the money once', async () => {
    const tenant = await app.addTenant(ann)
    const [plain, reported] = [
      await app.charge(ann, tenant.tenantId, { dueDate: '2026-02-01' }),
      await app.charge(ann, tenant.tenantId, { dueDate: '2026-01-01' }),
    ]
    await app.report(tenant, 400)
    for (const { id } of [plain, reported]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => app.verify(ann, id)))
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    }
    expect(await read(plain.id)).toMatchObject({ amountPaid: 1000, status: 'paid' })
    expect(await read(reported.id)).toMatchObject({ amountPaid: 400, status: 'partial' })
    expect(await revenueOf(tenant.tenantId)).toBe(1400)
  })

  test('a report larger than the rent pays the next charges, the oldest first; the remainder is credit and no revenue', async () => {
    const tenant = await app.addTenant(ann)
    const fee = await app.charge(ann, tenant.tenantId, { dueDate: '2026-01-02', amount: 50, paymentType: 'late_fee' })
    const [january, february] = [
      await app.charge(ann, tenant.tenantId, { dueDate: '2026-01-01' }),
      await app.charge(ann, tenant.tenantId, { dueDate: '2026-02-01' }),
    ]
    await app.report(tenant, 2500)
    expect((await app.verify(ann, january.id)).body).toMatchObject({ status: 'paid', amountPaid: 1000 })
    expect(await read(february.id)).toMatchObject({ status: 'paid', amountPaid: 1000, verificationStatus: 'verified' })
    expect(await read(fee.id)).toMatchObject({ status: 'paid', amountPaid: 50 })
    expect(await revenueOf(tenant.tenantId)).toBe(2050)
    await app.settled()
    const paid = app.published(ChargePaid).map(({ chargeId }) => chargeId)
    for (const { id } of [january, february, fee]) expect(paid.filter((one) => one === id)).toHaveLength(1)
  })

  test('money left over from another rent does not prevent verifying the remainder', async () => {
    const tenant = await app.addTenant(ann)
    const [january, february] = [
      await app.charge(ann, tenant.tenantId, { dueDate: '2026-01-01' }),
      await app.charge(ann, tenant.tenantId, { dueDate: '2026-02-01' }),
    ]
    await app.report(tenant, 1300)
    await app.verify(ann, january.id)
    expect(await read(february.id)).toMatchObject({ status: 'partial', amountPaid: 300 })
    expect((await app.verify(ann, february.id)).body).toMatchObject({ status: 'paid', amountPaid: 1000 })
  })

  test('confirms what the landlord saw, and nothing reported since', async () => {
    const tenant = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenant.tenantId)
    await app.report(tenant, 400.1)
    await app.report(tenant, 200.2)
    for (const expected of [0, 400.1, 600.31])
      expect(await app.verify(ann, id, { expected })).toMatchObject({
        status: 409,
        problem: { code: 'conflict', detail: expect.stringContaining('changed') },
      })
    expect(await read(id)).toMatchObject({ amountPaid: 0, reported: [{ amount: 400.1 }, { amount: 200.2 }] })
    const confirmed = await app.verify(ann, id, { expected: 600.3 })
    expect(confirmed).toMatchObject({ status: 200, body: { amountPaid: 600.3, reported: [] } })
    // The same request again.
    expect((await app.verify(ann, id, { expected: 600.3 })).body).toEqual(confirmed.body)
    // A report that was rejected meanwhile is not recorded as the remainder of the rent.
    const other = await app.charge(ann, tenant.tenantId, { dueDate: '2026-01-01' })
    await app.report(tenant, 50)
    await reverse(other.id)
    expect((await app.verify(ann, other.id, { expected: 50 })).status).toBe(409)
    expect((await app.verify(ann, other.id, { expected: 0 })).body).toMatchObject({ amountPaid: 1000 })
  })

  test('is refused to others', async () => {
    const tenant = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenant.tenantId)
    expect((await app.verify(bob, id)).status).toBe(404)
    expect(
      (await app.send(verifyPayment, tenant, { params: { id }, body: { verificationMethod: 'manual' } })).status,
    ).toBe(403)
    expect((await app.verify(ann, id, { verificationMethod: 'guess' })).status).toBe(400)
    expect(await read(id)).toMatchObject({ amountPaid: 0, status: 'pending' })
  })
})

describe('reversing', () => {
  test('reopens the charge with its due date and records the reason', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenantId, { dueDate: '2026-03-01', status: 'paid' })
    await app.verify(ann, id)
    const { status, body } = await reverse(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'overdue',
      amountPaid: 0,
      balance: 1000,
      paidDate: null,
      dueDate: '2026-03-01',
      verificationStatus: 'unverified',
      verifiedAt: null,
    })
    expect(await revenueOf(tenantId)).toBe(0)
    await app.settled()
    expect(app.published(ReceiptReversed).filter(({ chargeId }) => chargeId === id)).toMatchObject([
      { amount: 1000, reason: 'The check bounced', tenantId },
    ])
    expect(await reverse(id)).toMatchObject({ status: 409, problem: { code: 'nothing-to-reverse' } })
    // It can be paid again, and the event is emitted again.
    expect((await app.verify(ann, id)).body).toMatchObject({ status: 'paid' })
    await app.settled()
    expect(app.published(ChargePaid).filter(({ chargeId }) => chargeId === id)).toHaveLength(2)
  })

  test('reverses a whole receipt: charges it paid elsewhere are open again', async () => {
    const tenant = await app.addTenant(ann)
    const [january, february] = [
      await app.charge(ann, tenant.tenantId, { dueDate: '2026-01-01' }),
      await app.charge(ann, tenant.tenantId, { dueDate: '2026-02-01' }),
    ]
    await app.report(tenant, 1500)
    await app.verify(ann, january.id)
    await app.verify(ann, february.id)
    expect((await reverse(february.id)).body).toMatchObject({ amountPaid: 0, status: 'overdue' })
    expect(await read(january.id)).toMatchObject({ amountPaid: 0, status: 'overdue' })
  })

  test('at the same time reverses once', async () => {
    const { tenantId } = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenantId, { status: 'paid' })
    const answers = await Promise.all(Array.from({ length: 4 }, () => reverse(id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })

  test('rejects a report if nothing counts; counted money is reversed first', async () => {
    const tenant = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenant.tenantId, { status: 'partial', amountPaid: 100 })
    await app.report(tenant, 400)
    expect((await reverse(id)).body).toMatchObject({ amountPaid: 0, reported: [{ amount: 400 }] })
    expect((await reverse(id)).body).toMatchObject({ amountPaid: 0, reported: [] })
    expect((await reverse(id)).status).toBe(409)
  })

  test("needs a reason and the landlord's own payment", async () => {
    const tenant = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenant.tenantId, { status: 'paid' })
    expect((await reverse(id, ann, { reason: ' ' })).status).toBe(400)
    expect((await reverse(id, bob)).status).toBe(404)
    expect((await app.send(reversePayment, tenant, { params: { id }, body: { reason: 'x' } })).status).toBe(403)
    expect((await app.send(listPayments, ann, { query: { tenantId: tenant.tenantId } })).body).toMatchObject([
      { status: 'paid' },
    ])
  })
})
