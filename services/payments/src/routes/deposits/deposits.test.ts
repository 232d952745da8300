import {
  applyDeposit,
  DepositMoved,
  depositTotals,
  listDeposits,
  refundDeposit,
} from '@keyhold/contracts/payments/deposits'
import { paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { type Payment, getPayment, summarizePayments } from '@keyhold/contracts/payments/payments'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
beforeAll(async () => void (app = await startPaymentsApp()))
afterAll(() => app.stop())

const refund = (actor: Actor, id: string, body: Record<string, unknown>, headers = {}) =>
  app.send(refundDeposit, actor, { params: { id }, body, headers })
const apply = (actor: Actor, id: string, body: Record<string, unknown>) =>
  app.send(applyDeposit, actor, { params: { id }, body: { reason: 'Left unpaid', ...body } })
const list = async (actor: Actor, query: Record<string, unknown> = {}) =>
  (await app.send(listDeposits, actor, { query })).body
const payment = async (actor: LandlordActor, { id }: { id: string }) =>
  (await app.send(getPayment, actor, { params: { id } })).body
const summary = async (actor: LandlordActor) => (await app.send(summarizePayments, actor)).body

/** A tenant with a deposit of $1,000. */
async function held(landlord = actors.landlord(), amount = 1000) {
  const propertyId = await app.addProperty(landlord)
  const tenant = await app.addTenant(landlord, { propertyId })
  const deposit = await app.charge(landlord, tenant.tenantId, {
    amount,
    paymentType: 'security_deposit',
    status: 'paid',
    paidDate: '2026-02-01',
    dueDate: '2026-02-01',
  })
  return { landlord, tenant, id: tenant.tenantId, propertyId, deposit }
}

describe('a refund', () => {
  test('reduces what is held, and is never more than that', async () => {
    const { landlord, id, propertyId } = await held()
    expect(
      await refund(landlord, id, { amount: 400.25, paymentMethod: 'cash', paidOn: '2026-03-10', notes: 'First part' }),
    ).toMatchObject({
      status: 200,
      body: {
        tenantId: id,
        propertyId,
        propertyName: 'Elm 1',
        tenantName: 'Tess Tenant',
        charged: 1000,
        received: 1000,
        refunded: 400.25,
        applied: 0,
        held: 599.75,
        isActive: true,
      },
    })
    expect(await refund(landlord, id, { amount: 599.76 })).toMatchObject({
      status: 409,
      problem: { detail: expect.stringContaining('$599.75') },
    })
    expect((await refund(landlord, id, { amount: 599.75 })).body.held).toBe(0)
    expect(await refund(landlord, id, { amount: 0.01 })).toMatchObject({
      status: 409,
      problem: { detail: expect.stringContaining('No deposit') },
    })
    await app.settled()
    expect(app.published(DepositMoved).filter(({ landlordId }) => landlordId === landlord.landlordId)).toMatchObject([
      { kind: 'refunded', amount: 400.25, tenantId: id },
      { kind: 'refunded', amount: 599.75 },
    ])
  })

  test('happens once for a repeated idempotency key, and not on a future day at the property', async () => {
    const { landlord, id } = await held()
    const headers = { 'idempotency-key': v7() }
    const answers = await Promise.all([
      refund(landlord, id, { amount: 100 }, headers),
      refund(landlord, id, { amount: 100 }, headers),
    ])
    expect(answers.map(({ body }) => body.held)).toEqual([900, 900])
    expect(await refund(landlord, id, { amount: 1, paidOn: '2026-03-16' })).toMatchObject({
      status: 400,
      problem: { issues: [{ path: 'paidOn' }] },
    })
    expect(await list(landlord)).toMatchObject([{ held: 900 }])
  })

  test('is never revenue, and neither is the deposit', async () => {
    const { landlord, id } = await held()
    await refund(landlord, id, { amount: 300 })
    expect(await summary(landlord)).toMatchObject({ totalRevenue: 0, credit: 0 })
  })
})

describe('applying', () => {
  test('pays what is due, the oldest first, and counts as revenue from that day', async () => {
    const { landlord, id } = await held()
    const fee = await app.charge(landlord, id, { amount: 100, paymentType: 'late_fee', dueDate: '2026-01-05' })
    const old = await app.charge(landlord, id, { amount: 400, dueDate: '2026-02-01' })
    const rent = await app.charge(landlord, id, { amount: 600, dueDate: '2026-03-15' })
    const later = await app.charge(landlord, id, { amount: 600, dueDate: '2026-03-16' })
    expect(await apply(landlord, id, { amount: 700 })).toMatchObject({ status: 200, body: { applied: 700, held: 300 } })
    expect(await Promise.all([old, rent, fee, later].map((one) => payment(landlord, one)))).toMatchObject([
      { amountPaid: 400, status: 'paid', verificationStatus: 'verified', paidDate: '2026-03-15' },
      { amountPaid: 200, status: 'partial' },
      { amountPaid: 100, status: 'paid' },
      { amountPaid: 0 },
    ])
    expect(await summary(landlord)).toMatchObject({ totalRevenue: 700, credit: 0, outstanding: 1000 })
    expect((await app.send(paymentDashboard, actors.service('gateway', landlord.landlordId))).body).toMatchObject({
      monthlyRevenue: 700,
      lastMonthRevenue: 0,
    })
  })

  test('pays the given charge, even before it is due, and never more than is open or due', async () => {
    const { landlord, id, deposit } = await held()
    const rent = await app.charge(landlord, id, { amount: 300, dueDate: '2026-06-01' })
    expect(await apply(landlord, id, { amount: 10 })).toMatchObject({
      status: 409,
      problem: { detail: expect.stringContaining('Nothing is due') },
    })
    expect(await apply(landlord, id, { amount: 300.01, paymentId: rent.id })).toMatchObject({
      status: 409,
      problem: { detail: expect.stringContaining('$300.00') },
    })
    expect((await apply(landlord, id, { amount: 300, paymentId: rent.id })).body).toMatchObject({ held: 700 })
    expect(await apply(landlord, id, { amount: 1, paymentId: rent.id })).toMatchObject({
      status: 409,
      problem: { detail: expect.stringContaining('already paid') },
    })
    expect(await apply(landlord, id, { amount: 1, paymentId: deposit.id })).toMatchObject({
      status: 409,
      problem: { detail: expect.stringContaining('deposit') },
    })
    expect((await apply(landlord, id, { amount: 1, paymentId: v7() })).status).toBe(404)
    const other = await held(landlord)
    expect((await apply(landlord, other.id, { amount: 1, paymentId: rent.id })).status).toBe(404)
    expect((await apply(landlord, id, { amount: 1, reason: '' })).status).toBe(400)
  })

  test('after a reversal the deposit is held again and the charge is open again', async () => {
    const { landlord, id } = await held()
    const rent = await app.charge(landlord, id, { amount: 300, dueDate: '2026-03-01' })
    await apply(landlord, id, { amount: 300 })
    await app.send(reversePayment, landlord, { params: { id: rent.id }, body: { reason: 'A mistake' } })
    expect(await list(landlord)).toMatchObject([{ applied: 0, held: 1000 }])
    expect(await payment(landlord, rent)).toMatchObject({ amountPaid: 0, status: 'overdue' })
    expect((await summary(landlord)).totalRevenue).toBe(0)
  })

  test('a deposit that bounced after it was applied is owed again, and is never less than nothing', async () => {
    const { landlord, id, deposit } = await held()
    await app.charge(landlord, id, { amount: 300, dueDate: '2026-03-01' })
    await apply(landlord, id, { amount: 300 })
    await app.send(reversePayment, landlord, { params: { id: deposit.id }, body: { reason: 'Returned' } })
    expect(await list(landlord)).toMatchObject([{ received: 0, applied: 300, held: 0 }])
    expect((await app.send(depositTotals, landlord)).body).toEqual({ held: 0, tenancies: 0 })
    expect((await refund(landlord, id, { amount: 1 })).status).toBe(409)
  })
})

test('refunds and applications at once never move more than is held', async () => {
  for (let n = 0; n < 4; n++) {
    const { landlord, id } = await held()
    const rent: Payment = await app.charge(landlord, id, { amount: 2000, dueDate: '2026-03-01' })
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => refund(landlord, id, { amount: 300 })),
      ...Array.from({ length: 4 }, () => apply(landlord, id, { amount: 300 })),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    const [standing] = await list(landlord)
    expect(standing).toMatchObject({ held: 100 })
    expect(await payment(landlord, rent)).toMatchObject({ amountPaid: standing?.applied })
  }
})

test('the list handles shared tenancies, filters and pages; the total matches the list', async () => {
  const landlord = actors.landlord()
  const { id, propertyId } = await held(landlord)
  await refund(landlord, id, { amount: 1000 })
  const { tenants, tenancy } = await app.addRoommates(landlord, ['Ann', 'Ben'])
  await app.charge(landlord, tenants[1]!.tenantId, {
    amount: 800,
    paymentType: 'security_deposit',
    status: 'partial',
    amountPaid: 500.5,
  })
  const third = await held(landlord, 10.1)
  await app.addTenant(landlord)
  for (const { tenantId } of tenants)
    expect(await list(landlord, { tenantId })).toMatchObject([
      {
        tenantId: tenancy.accountId,
        tenantName: 'Ann Tenant & Ben Tenant',
        charged: 800,
        received: 500.5,
        held: 500.5,
      },
    ])
  expect((await refund(landlord, tenants[1]!.tenantId, { amount: 0.5 })).body).toMatchObject({
    tenantId: tenancy.accountId,
    held: 500,
  })
  expect((await app.send(depositTotals, landlord)).body).toEqual({ held: 510.1, tenancies: 2 })
  const ids = (rows: { tenantId: string }[]) => rows.map(({ tenantId }) => tenantId)
  expect(ids(await list(landlord))).toEqual([third.id, tenancy.accountId, id])
  expect(ids(await list(landlord, { held: true }))).toEqual([third.id, tenancy.accountId])
  expect(ids(await list(landlord, { held: false }))).toEqual([id])
  expect(ids(await list(landlord, { propertyId }))).toEqual([id])
  const first = await app.send(listDeposits, landlord, { query: { limit: 2 } })
  const cursor = new URLSearchParams(/\?(.*)>/.exec(first.headers.link ?? '')?.[1]).get('cursor') ?? ''
  expect(first.headers['x-total-count']).toBe('3')
  expect(ids(await list(landlord, { limit: 2, cursor }))).toEqual([id])
})

test('a tenant who paid a deposit and then joined others keeps it under their own id', async () => {
  const { landlord, id } = await held()
  const { tenancy } = await app.addRoommates(landlord, ['Ann'])
  await app.publish(TenancyChanged, { ...tenancy, tenantIds: [...tenancy.tenantIds, id] })
  await app.charge(landlord, tenancy.accountId, { amount: 200, paymentType: 'security_deposit', status: 'paid' })
  const standings = new Map(
    (await list(landlord, { tenantId: id })).map(({ tenantId, held: left }) => [tenantId, left]),
  )
  expect(standings).toEqual(
    new Map([
      [id, 1000],
      [tenancy.accountId, 200],
    ]),
  )
  expect((await refund(landlord, id, { amount: 900 })).body).toMatchObject({ tenantId: id, held: 100 })
})

test("another landlord's deposits are not visible, and tenants and visitors have no access", async () => {
  const { landlord, tenant, id } = await held()
  const bob = actors.landlord()
  expect((await refund(bob, id, { amount: 1 })).status).toBe(404)
  expect((await apply(bob, id, { amount: 1 })).status).toBe(404)
  expect(await list(bob, { tenantId: id })).toEqual([])
  expect((await app.send(depositTotals, bob)).body).toEqual({ held: 0, tenancies: 0 })
  for (const [actor, status] of [
    [tenant, 403],
    [actors.visitor(), 401],
  ] as const) {
    expect((await refund(actor, id, { amount: 1 })).status).toBe(status)
    expect((await apply(actor, id, { amount: 1 })).status).toBe(status)
    expect((await app.send(listDeposits, actor)).status).toBe(status)
    expect((await app.send(depositTotals, actor)).status).toBe(status)
  }
  expect(await list(landlord)).toMatchObject([{ held: 1000 }])
})
