import { paymentAttention } from '@keyhold/contracts/payments/payments'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lateFeeSteps } from '../testing/late-fees.ts'
import { paymentsScene, type Scene } from '../testing/test-app.ts'

let scene: Scene
beforeAll(async () => void (scene = await paymentsScene()))
afterAll(() => scene.stop())

const attention = async (landlordId: string | null, limit = 5) =>
  (await scene.send(paymentAttention, actors.service('gateway', landlordId), { query: { limit } })).body

test('what is late, what waits to be confirmed and what is to be judged, the oldest first', async () => {
  const landlord = actors.landlord()
  const steps = lateFeeSteps(scene)
  const tenant = await scene.addTenant(landlord)
  const other = await scene.addTenant(landlord)
  const part = await scene.charge(landlord, tenant.tenantId, { dueDate: '2026-03-10', status: 'partial', amountPaid: 400.5, paidDate: '2026-03-10' })
  const old = await scene.charge(landlord, tenant.tenantId, { dueDate: '2026-02-10', amount: 200 })
  const newest = await scene.charge(landlord, other.tenantId, { dueDate: '2026-03-14', amount: 10, paymentType: 'other' })
  await scene.charge(landlord, other.tenantId, { dueDate: '2026-03-15' })
  await scene.charge(landlord, other.tenantId, { dueDate: '2026-01-15', status: 'paid' })
  await scene.report(tenant, 50)
  await scene.report(tenant, 25.25)
  expect(await attention(landlord.landlordId)).toMatchObject({
    overdue: {
      total: 3,
      amount: 809.5,
      items: [{ id: old.id, balance: 200 }, { id: part.id, balance: 599.5, status: 'partial' }, { id: newest.id }],
    },
    unverified: { total: 1, amount: 75.25, items: [{ id: old.id, reported: [{ amount: 50 }, { amount: 25.25 }] }] },
    lateFees: { total: 0, amount: 0 },
  })
  expect((await attention(landlord.landlordId, 1)).overdue).toMatchObject({ total: 3, items: [{ id: old.id }] })
  await steps.setPolicy(landlord)
  await steps.at('2026-03-15T20:30:00Z')
  expect((await attention(landlord.landlordId)).lateFees).toEqual({ total: 2, amount: 100 })
})

test('of another landlord, and of none, nothing', async () => {
  const landlord = actors.landlord()
  const { tenantId } = await scene.addTenant(landlord)
  await scene.charge(landlord, tenantId, { dueDate: '2026-03-01' })
  for (const landlordId of [actors.landlord().landlordId, null])
    expect(await attention(landlordId)).toEqual({
      overdue: { total: 0, amount: 0, items: [] },
      unverified: { total: 0, amount: 0, items: [] },
      lateFees: { total: 0, amount: 0 },
    })
})
