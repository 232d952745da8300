import { ReceiptReported } from '@keyhold/contracts/payments/events'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import { listTenantPayments, reportPayment, tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import type { TenantActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
const ann = actors.landlord()

beforeAll(async () => void (app = await startPaymentsApp()))
afterAll(() => app.stop())

const statsOf = async (tenant: TenantActor) => (await app.send(tenantStats, tenant)).body

describe('reporting a payment', () => {
  test('says on which day it was paid, at the latest today at the property', async () => {
    const tenant = await app.addTenant(ann)
    await app.charge(ann, tenant.tenantId, { dueDate: '2026-03-01' })
    expect(await app.report(tenant, 10, { paidOn: '2026-03-16' })).toMatchObject({
      status: 400,
      problem: { issues: [{ path: 'paidOn' }] },
    })
    const { body } = await app.report(tenant, 10, { paidOn: '2026-03-02' })
    expect(body.reported).toMatchObject([{ amount: 10, receivedOn: '2026-03-02' }])
  })

  test('is possible for a tenant who owes only a fee, which is the next payment then', async () => {
    const tenant = await app.addTenant(ann)
    const fee = await app.charge(ann, tenant.tenantId, { dueDate: '2026-03-01', paymentType: 'late_fee', amount: 50 })
    expect(await statsOf(tenant)).toMatchObject({ balance: 50, nextPayment: { id: fee.id, amount: 50 } })
    expect((await app.report(tenant, 50)).body).toMatchObject({ id: fee.id })
    expect((await app.verify(ann, fee.id)).body).toMatchObject({ status: 'paid' })
  })

  test('belongs to the oldest open charge, on one day to the rent, awaits confirmation and does not change what is due', async () => {
    const propertyId = await app.addProperty(ann, { name: 'Oak 7' })
    const tenant = await app.addTenant(ann, { propertyId })
    await app.charge(ann, tenant.tenantId, { dueDate: '2026-03-01', paymentType: 'late_fee' })
    await app.charge(ann, tenant.tenantId, { dueDate: '2025-12-01', status: 'paid' })
    await app.charge(ann, tenant.tenantId, { dueDate: '2026-04-01' })
    const oldest = await app.charge(ann, tenant.tenantId, { dueDate: '2026-03-01' })
    const { status, body } = await app.report(tenant, 800, { confirmationNumber: 'ABC 123' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: oldest.id,
      propertyName: 'Oak 7',
      tenantName: 'Tess Tenant',
      status: 'overdue',
      amountPaid: 0,
      balance: 1000,
      verificationStatus: 'unverified',
      reported: [
        {
          amount: 800,
          paymentMethod: 'bank_transfer',
          confirmationNumber: 'ABC 123',
          receivedOn: '2026-03-15',
          reportedAt: '2026-03-15T15:00:00.000Z',
        },
      ],
    })
    expect(
      (
        await app.send(listPayments, ann, {
          query: { tenantId: tenant.tenantId, status: 'overdue', paymentType: 'rent' },
        })
      ).body,
    ).toEqual([body])
    expect(await statsOf(tenant)).toMatchObject({ awaitingConfirmation: 800, balance: 2000 })
    await app.settled()
    expect(app.published(ReceiptReported)).toContainEqual({
      receiptId: body.reported[0]?.id,
      chargeId: oldest.id,
      landlordId: ann.landlordId,
      tenantId: tenant.tenantId,
      amount: 800,
    })
  })

  test('gets a readable confirmation number if it has none', async () => {
    const tenant = await app.addTenant(ann)
    await app.charge(ann, tenant.tenantId)
    expect((await app.report(tenant, 1, { confirmationNumber: '' })).body.reported[0]?.confirmationNumber).toMatch(
      /^KH-[2-9A-Z]{4}-[2-9A-Z]{4}$/,
    )
  })

  test('goes to another open charge if no rent is open, and is refused if nothing is open', async () => {
    const tenant = await app.addTenant(ann)
    expect(await app.report(tenant, 10)).toMatchObject({
      status: 409,
      problem: { code: 'conflict', detail: expect.stringContaining('nothing') },
    })
    const fee = await app.charge(ann, tenant.tenantId, { paymentType: 'maintenance' })
    expect((await app.report(tenant, 10)).body.id).toBe(fee.id)
  })

  test('sent twice with one Idempotency-Key is one report', async () => {
    const tenant = await app.addTenant(ann)
    await app.charge(ann, tenant.tenantId)
    const send = () =>
      app.send(reportPayment, tenant, { body: { amount: 400 }, headers: { 'idempotency-key': 'once' } })
    const answers = [...(await Promise.all([send(), send(), send()])), await send()]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await statsOf(tenant)).toMatchObject({ awaitingConfirmation: 400 })
    expect(
      await app.send(reportPayment, tenant, { body: { amount: 401 }, headers: { 'idempotency-key': 'once' } }),
    ).toMatchObject({
      status: 409,
      problem: { code: 'idempotency-key-reused' },
    })
  })

  test('is refused while five reports are unconfirmed, even concurrently, and allowed again after one is confirmed', async () => {
    const tenant = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenant.tenantId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.report(tenant, 10)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(5).fill(201),
      409,
      409,
      409,
    ])
    expect(answers.find(({ status }) => status === 409)?.problem).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('confirm'),
    })
    expect(await statsOf(tenant)).toMatchObject({ awaitingConfirmation: 50 })
    await app.verify(ann, id)
    expect((await app.report(tenant, 10)).status).toBe(201)
  })

  test('is bounded by what can be meant: what is open, and a year paid ahead', async () => {
    const tenant = await app.addTenant(ann)
    await app.charge(ann, tenant.tenantId, { amount: 1500 })
    expect(await app.report(tenant, 99_999_999.99)).toMatchObject({
      status: 400,
      problem: { issues: [{ path: 'amount', message: expect.stringContaining('$1,500.00 is open') }] },
    })
    expect((await app.report(tenant, 19_500.01)).status).toBe(400)
    expect((await app.report(tenant, 19_500)).status).toBe(201)
    const small = await app.addTenant(ann)
    await app.charge(ann, small.tenantId, { amount: 50 })
    expect((await app.report(small, 10_050)).status).toBe(201)
    expect((await app.report(small, 10_050.01)).status).toBe(400)
  })

  test('is only for linked tenants', async () => {
    expect(await app.report(actors.unlinkedTenant(), 10)).toMatchObject({
      status: 409,
      problem: { code: 'not-linked' },
    })
    expect((await app.send(reportPayment, ann, { body: { amount: 10 } })).status).toBe(403)
    const tenant = await app.addTenant(ann)
    for (const amount of [0, -5, 1.001, 'much', undefined])
      expect((await app.send(reportPayment, tenant, { body: { amount } })).status).toBe(400)
  })
})

describe('a tenant sees', () => {
  test("their own payments and no other tenant's, of any landlord", async () => {
    const [tess, tom, theirs] = [
      await app.addTenant(ann),
      await app.addTenant(ann),
      await app.addTenant(actors.landlord()),
    ]
    const own = [
      await app.charge(ann, tess.tenantId, { dueDate: '2026-01-01' }),
      await app.charge(ann, tess.tenantId, { dueDate: '2026-04-01', status: 'paid' }),
    ]
    await app.charge(ann, tom.tenantId)
    const list = (tenant: TenantActor, query = {}) => app.send(listTenantPayments, tenant, { query })
    expect((await list(tess, { sort: 'due' })).body).toEqual(own)
    expect((await list(tess)).headers['x-total-count']).toBe('2')
    expect((await list(tess, { status: 'paid' })).body).toEqual([own[1]])
    expect((await list(tess, { limit: 1 })).headers.link).toContain('rel="next"')
    expect((await list(tom)).body).toHaveLength(1)
    // The right tenant of the wrong landlord, and a login without a tenant.
    expect((await list({ ...tess, landlordId: theirs.landlordId })).body).toEqual([])
    expect((await list(actors.unlinkedTenant())).body).toEqual([])
    expect((await app.send(listPayments, tess)).status).toBe(403)
  })

  test('only their own rows in every table, by row level security alone', async () => {
    const home = await app.addProperty(ann)
    const [tess, tom] = [
      await app.addTenant(ann, { propertyId: home }),
      await app.addTenant(ann, { propertyId: await app.addProperty(ann) }),
    ]
    for (const tenant of [tess, tom]) {
      const { id } = await app.charge(ann, tenant.tenantId, { dueDate: '2026-01-01', status: 'paid' })
      await app.send(reversePayment, ann, { params: { id }, body: { reason: 'x' } })
    }
    const seen = await app
      .db('payments')
      .read(tess, (sql) =>
        ['charge', 'receipt', 'allocation', 'reversal', 'tenant'].map(
          (table) => sql<{ tenantId: string }[]>`select tenant_id from ${sql(table)}`,
        ),
      )
    expect(seen.map((rows) => [...new Set(rows.map(({ tenantId }) => tenantId))])).toEqual(
      Array.from({ length: 5 }, () => [tess.tenantId]),
    )
    expect(await app.db('payments').read(tess, (sql) => sql`select property_id from property`)).toEqual([
      { propertyId: home },
    ])
  })
})

describe("the tenant's figures", () => {
  test('are zero without a tenancy or a charge', async () => {
    const nothing = { balance: 0, status: 'none', nextPayment: null, awaitingConfirmation: 0 }
    expect(await statsOf(actors.unlinkedTenant())).toEqual(nothing)
    expect(await statsOf(await app.addTenant(ann))).toEqual(nothing)
  })

  test('say when the next rent appears and is due while no charge is open', async () => {
    const tenant = await app.addTenant(
      ann,
      { leaseStartDate: '2026-05-01', monthlyRent: 1000 },
      { termKind: 'rollover', billing: { dueDay: 1, proration: 'none', postingDays: 7 } },
    )
    expect(await statsOf(tenant)).toMatchObject({
      nextPayment: null,
      nextRent: { postsOn: '2026-04-24', dueDate: '2026-05-01' },
    })
  })

  test('count what is due by today, and name the earliest charge that is not paid in full', async () => {
    const tenant = await app.addTenant(ann)
    const april = await app.charge(ann, tenant.tenantId, { dueDate: '2026-04-01' })
    await app.charge(ann, tenant.tenantId, { dueDate: '2026-05-01' })
    expect(await statsOf(tenant)).toEqual({
      balance: 0,
      status: 'current',
      nextPayment: { id: april.id, amount: 1000, dueDate: '2026-04-01' },
      awaitingConfirmation: 0,
    })
    await app.charge(ann, tenant.tenantId, { dueDate: '2026-03-15', paymentType: 'late_fee', amount: 50.25 })
    expect(await statsOf(tenant)).toMatchObject({ balance: 50.25, status: 'due' })
    const late = await app.charge(ann, tenant.tenantId, {
      dueDate: '2026-03-14',
      status: 'partial',
      amountPaid: 999.99,
    })
    expect(await statsOf(tenant)).toMatchObject({
      balance: 50.26,
      status: 'overdue',
      nextPayment: { id: late.id, amount: 0.01, dueDate: '2026-03-14' },
    })
    // The landlord's list of what is open begins with the same.
    const query = { tenantId: tenant.tenantId, status: 'open', sort: 'due' }
    const { body } = await app.send(listPayments, ann, { query })
    expect(body.map(({ dueDate, balance }) => [dueDate, balance])).toEqual([
      ['2026-03-14', 0.01],
      ['2026-03-15', 50.25],
      ['2026-04-01', 1000],
      ['2026-05-01', 1000],
    ])
  })

  test('name the oldest overdue rent with what is left of it', async () => {
    const tenant = await app.addTenant(ann)
    await app.charge(ann, tenant.tenantId, { dueDate: '2026-02-01' })
    const oldest = await app.charge(ann, tenant.tenantId, { dueDate: '2026-01-01', status: 'partial', amountPaid: 100 })
    expect(await statsOf(tenant)).toEqual({
      balance: 1900,
      status: 'overdue',
      nextPayment: { id: oldest.id, amount: 900, dueDate: '2026-01-01' },
      awaitingConfirmation: 0,
    })
  })

  test('hold overpayments as credit and subtract it from what becomes due', async () => {
    const tenant = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenant.tenantId, { dueDate: '2026-03-01' })
    await app.report(tenant, 1200)
    await app.verify(ann, id)
    expect(await statsOf(tenant)).toMatchObject({ balance: -200, status: 'current', nextPayment: null })
    await app.charge(ann, tenant.tenantId, { dueDate: '2026-03-10', amount: 150 })
    expect(await statsOf(tenant)).toMatchObject({ balance: -50, status: 'current' })
    await app.charge(ann, tenant.tenantId, { dueDate: '2026-03-11', amount: 150 })
    expect(await statsOf(tenant)).toMatchObject({ balance: 100, status: 'overdue' })
    await app.send(reversePayment, ann, { params: { id }, body: { reason: 'Returned' } })
    expect(await statsOf(tenant)).toMatchObject({ balance: 1300, awaitingConfirmation: 0 })
  })
})
