import { paymentAttention } from '@keyhold/contracts/payments/dashboard'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lateFeeSteps } from '../testing/late-fees.ts'
import { startPaymentsApp, type PaymentsApp } from '../testing/test-app.ts'

let app: PaymentsApp
beforeAll(async () => void (app = await startPaymentsApp()))
afterAll(() => app.stop())

const attention = async (landlordId: string | null, limit = 5) =>
  (await app.send(paymentAttention, actors.service('gateway', landlordId), { query: { limit } })).body

test('lists what is overdue and reported by tenant, the largest sum first, and proposed late fees', async () => {
  const landlord = actors.landlord()
  const steps = lateFeeSteps(app)
  const tenant = await app.addTenant(landlord)
  const other = await app.addTenant(landlord)
  const part = await app.charge(landlord, tenant.tenantId, {
    dueDate: '2026-03-10',
    status: 'partial',
    amountPaid: 400.5,
    paidDate: '2026-03-10',
  })
  const old = await app.charge(landlord, tenant.tenantId, { dueDate: '2026-02-10', amount: 200 })
  const newest = await app.charge(landlord, other.tenantId, { dueDate: '2026-03-14', amount: 10, paymentType: 'other' })
  await app.charge(landlord, other.tenantId, { dueDate: '2026-03-15' })
  await app.charge(landlord, other.tenantId, { dueDate: '2026-01-15', status: 'paid' })
  await app.report(tenant, 50)
  await app.report(tenant, 25.25)
  expect(await attention(landlord.landlordId)).toMatchObject({
    overdue: {
      total: 2,
      amount: 809.5,
      items: [
        { tenantId: tenant.tenantId, amount: 799.5, charges: 2, paymentId: old.id, dueDate: '2026-02-10' },
        { tenantId: other.tenantId, amount: 10, charges: 1, paymentId: newest.id },
      ],
    },
    unverified: {
      total: 1,
      amount: 75.25,
      items: [{ tenantId: tenant.tenantId, amount: 75.25, charges: 1, paymentId: old.id }],
    },
    lateFees: { total: 0, amount: 0 },
  })
  expect(part.isOverdue).toBe(true)
  expect((await attention(landlord.landlordId, 1)).overdue).toMatchObject({
    total: 2,
    items: [{ tenantId: tenant.tenantId }],
  })
  await steps.setPolicy(landlord)
  await steps.at('2026-03-15T20:30:00Z')
  expect((await attention(landlord.landlordId)).lateFees).toEqual({ total: 2, amount: 100 })
})

test('shows nothing of another landlord, and nothing without a landlord', async () => {
  const landlord = actors.landlord()
  const { tenantId } = await app.addTenant(landlord)
  await app.charge(landlord, tenantId, { dueDate: '2026-03-01' })
  for (const landlordId of [actors.landlord().landlordId, null])
    expect(await attention(landlordId)).toEqual({
      overdue: { total: 0, amount: 0, items: [] },
      unverified: { total: 0, amount: 0, items: [] },
      lateFees: { total: 0, amount: 0 },
      billingEnded: { total: 0, items: [] },
    })
})
