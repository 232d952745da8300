import { paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { ChargeChanged } from '@keyhold/contracts/payments/events'
import {
  cancelPayment,
  getPayment,
  listPayments,
  summarizePayments,
  updatePayment,
} from '@keyhold/contracts/payments/payments'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
const ann = actors.landlord()
const bob = actors.landlord()

beforeAll(async () => void (app = await startPaymentsApp()))
afterAll(() => app.stop())

const cancel = (id: string, actor: LandlordActor = ann, body: Record<string, unknown> = { reason: 'Waived' }) =>
  app.send(cancelPayment, actor, { params: { id }, body })

test('a cancelled charge is no longer owed and stores its reason and time; a repeated call changes nothing', async () => {
  const landlord = actors.landlord()
  const { tenantId } = await app.addTenant(landlord)
  const { id } = await app.charge(landlord, tenantId, { dueDate: '2026-01-01' })
  const first = await cancel(id, landlord)
  expect(first).toMatchObject({
    status: 200,
    body: { id, cancelledAt: '2026-03-15T15:00:00.000Z', cancellationReason: 'Waived' },
  })
  expect((await cancel(id, landlord, { reason: 'Another one' })).body).toEqual(first.body)
  expect((await app.send(getPayment, landlord, { params: { id } })).body).toEqual(first.body)
  expect(await app.send(listPayments, landlord)).toMatchObject({ body: [], headers: { 'x-total-count': '0' } })
  expect((await app.send(summarizePayments, landlord)).body).toMatchObject({ count: 0, outstanding: 0 })
  expect((await app.send(paymentDashboard, actors.service('gateway', landlord.landlordId))).body).toMatchObject({
    outstandingPayments: 0,
    overdueCount: 0,
  })
  expect(await app.db('payments').read(landlord, (sql) => sql`select cancelled_by from charge`)).toEqual([
    { cancelledBy: landlord.userId },
  ])
  await app.settled()
  expect(app.published(ChargeChanged).filter(({ chargeId }) => chargeId === id)).toHaveLength(2)
})

test("a cancelled charge can no longer be changed, and the tenant's reports go to the next one", async () => {
  const tenant = await app.addTenant(ann)
  const { id } = await app.charge(ann, tenant.tenantId, { dueDate: '2026-01-01' })
  const next = await app.charge(ann, tenant.tenantId, { dueDate: '2026-02-01' })
  await cancel(id)
  for (const answer of [
    await app.verify(ann, id),
    await app.send(updatePayment, ann, { params: { id }, body: { amount: 1 } }),
    await app.send(reversePayment, ann, { params: { id }, body: { reason: 'x' } }),
  ])
    expect(answer).toMatchObject({
      status: 409,
      problem: { code: 'conflict', detail: expect.stringContaining('cancelled') },
    })
  expect((await app.report(tenant, 10)).body.id).toBe(next.id)
})

test('cancelling is refused while the charge has recorded or reported money, and allowed after a reversal', async () => {
  const tenant = await app.addTenant(ann)
  const { id } = await app.charge(ann, tenant.tenantId)
  const takeBack = () => app.send(reversePayment, ann, { params: { id }, body: { reason: 'x' } })
  await app.report(tenant, 10)
  expect(await cancel(id)).toMatchObject({ status: 409, problem: { code: 'has-receipts' } })
  await app.verify(ann, id)
  expect(await cancel(id)).toMatchObject({ status: 409, problem: { code: 'has-receipts' } })
  await takeBack()
  expect((await cancel(id)).status).toBe(200)
})

test('concurrently with a report, one of the two wins and no money is on a cancelled charge', async () => {
  for (let n = 0; n < 10; n++) {
    const tenant = await app.addTenant(ann)
    const { id } = await app.charge(ann, tenant.tenantId)
    const [cancelled, reported] = await Promise.all([cancel(id), app.report(tenant, 10)])
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual([cancelled.status, reported.status])
  }
})

test("cancelling needs a reason and the landlord's own charge", async () => {
  const tenant = await app.addTenant(ann)
  const { id } = await app.charge(ann, tenant.tenantId)
  expect((await cancel(id, ann, { reason: ' ' })).status).toBe(400)
  expect((await cancel(id, bob)).status).toBe(404)
  expect((await app.send(cancelPayment, tenant, { params: { id }, body: { reason: 'x' } })).status).toBe(403)
  expect((await app.send(getPayment, ann, { params: { id } })).body.cancelledAt).toBeNull()
})
