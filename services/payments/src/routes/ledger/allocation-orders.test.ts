import { getAllocationOrder, setAllocationOrder } from '@keyhold/contracts/payments/allocation-orders'
import { userName } from '@keyhold/contracts/identity/accounts'
import { giveCredit } from '@keyhold/contracts/payments/credits'
import { applyDeposit } from '@keyhold/contracts/payments/deposits'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { proposeAllocation, recordReceipt } from '@keyhold/contracts/payments/receipts'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import { actors, stub } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { notFoundStubs, startPaymentsApp } from '../../testing/test-app.ts'

const app = await startPaymentsApp({
  stubs: [
    ...notFoundStubs,
    stub(userName, ({ params: { id } }) => ({
      id,
      email: 'lee@example.com',
      firstName: 'Lee',
      lastName: 'Landlord',
      phone: null,
      userType: 'landlord' as const,
    })),
  ],
})
let ann: LandlordActor
beforeEach(() => {
  ann = actors.landlord()
  app.clock.set('2026-03-15T15:00:00Z')
})
afterAll(() => app.stop())

const set = (id: string, order: string, actor: LandlordActor = ann) =>
  app.send(setAllocationOrder, actor, { params: { id }, body: { order } })
const paid = async (tenantId: string) =>
  Object.fromEntries(
    (await app.send(listPayments, ann, { query: { tenantId, sort: 'due' } })).body.map((one) => [
      `${one.paymentType} ${one.dueDate}`,
      one.amountPaid + one.amountCredited,
    ]),
  )

/** A late fee of 50 that is the oldest, a deposit of 1,500, rents of 1,000 of February, March and April; today is March 15. */
async function owing(): Promise<TenantActor & { tenantId: string }> {
  const tess = await app.addTenant(ann)
  const charge = (paymentType: 'rent' | 'late_fee' | 'security_deposit', dueDate: string, amount: number) =>
    app.charge(ann, tess.tenantId, { paymentType, dueDate, amount })
  await charge('late_fee', '2026-01-10', 50)
  await charge('security_deposit', '2026-01-15', 1500)
  await charge('rent', '2026-02-01', 1000)
  await charge('rent', '2026-03-01', 1000)
  await charge('rent', '2026-04-01', 1000)
  return tess
}

test('money pays the oldest due date first, and where the landlord wants it the rents that are due first', async () => {
  const oldest = await owing()
  await app.send(recordReceipt, ann, { body: { tenantId: oldest.tenantId, amount: 2100 } })
  // 50, 1,500, and 550 of February.
  expect(await paid(oldest.tenantId)).toEqual({
    'late_fee 2026-01-10': 50,
    'security_deposit 2026-01-15': 1500,
    'rent 2026-02-01': 550,
    'rent 2026-03-01': 0,
    'rent 2026-04-01': 0,
  })
  const rent = await owing()
  expect((await set(rent.tenantId, 'rent_first')).body.order).toBe('rent_first')
  await app.send(recordReceipt, ann, { body: { tenantId: rent.tenantId, amount: 2100 } })
  // 1,000 of February, 1,000 of March, 50, and 50 of the deposit. April is not due.
  expect(await paid(rent.tenantId)).toEqual({
    'late_fee 2026-01-10': 50,
    'security_deposit 2026-01-15': 50,
    'rent 2026-02-01': 1000,
    'rent 2026-03-01': 1000,
    'rent 2026-04-01': 0,
  })
})

test('the proposal, credit, the deposit and what the tenant reports follow the order of the ledger', async () => {
  const { tenantId, ...tess } = await owing()
  await set(tenantId, 'rent_first')
  const proposal = (await app.send(proposeAllocation, ann, { params: { id: tenantId }, query: { amount: 1060 } })).body
  expect(proposal.allocations.map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
    ['2026-02-01', 1000],
    ['2026-03-01', 60],
    ['2026-01-10', 0],
    ['2026-01-15', 0],
    ['2026-04-01', 0],
  ])
  // A report stands on the first of them, and pays that when it is confirmed.
  const reported = await app.report({ ...tess, tenantId }, 600)
  expect(reported.body).toMatchObject({ paymentType: 'rent', dueDate: '2026-02-01' })
  await app.verify(ann, reported.body.id)
  await app.send(giveCredit, ann, { params: { id: tenantId }, body: { amount: 500, reason: 'No heating' } })
  // 600 and 400 of the credit for February, the other 100 for March.
  expect(await paid(tenantId)).toMatchObject({
    'rent 2026-02-01': 1000,
    'rent 2026-03-01': 100,
    'late_fee 2026-01-10': 0,
  })

  // Credit that waits is spread when a charge is added.
  const waiting = await owing()
  await set(waiting.tenantId, 'rent_first')
  await app.send(recordReceipt, ann, { body: { tenantId: waiting.tenantId, amount: 1100, allocations: [] } })
  await app.charge(ann, waiting.tenantId, { paymentType: 'other', dueDate: '2026-03-02', amount: 10 })
  expect(await paid(waiting.tenantId)).toMatchObject({
    'rent 2026-02-01': 1000,
    'rent 2026-03-01': 100,
    'late_fee 2026-01-10': 0,
    'other 2026-03-02': 0,
  })

  // 120 of the deposit: 100 for the rent, 20 of the older fee.
  const held = await app.addTenant(ann)
  await app.charge(ann, held.tenantId, {
    paymentType: 'security_deposit',
    dueDate: '2026-01-01',
    amount: 500,
    status: 'paid',
  })
  await app.charge(ann, held.tenantId, { paymentType: 'late_fee', dueDate: '2026-01-10', amount: 50 })
  await app.charge(ann, held.tenantId, { dueDate: '2026-02-01', amount: 100 })
  await set(held.tenantId, 'rent_first')
  await app.send(applyDeposit, ann, { params: { id: held.tenantId }, body: { amount: 120, reason: 'Left unpaid' } })
  expect(await paid(held.tenantId)).toMatchObject({ 'rent 2026-02-01': 100, 'late_fee 2026-01-10': 20 })
})

test('is one for all who share the ledger, shown with it, and says who set it and when', async () => {
  const { tenants } = await app.addRoommates(ann, ['Cy', 'Dee'])
  const [cy, dee] = tenants.map(({ tenantId }) => tenantId)
  const read = async (id = cy!) => (await app.send(getAllocationOrder, ann, { params: { id } })).body
  expect(await read()).toEqual({ order: 'oldest_first', history: [] })
  await set(cy!, 'rent_first')
  app.clock.set('2026-03-16T15:00:00Z')
  await set(dee!, 'rent_first')
  await set(dee!, 'oldest_first')
  const by = { setBy: ann.userId, setByName: 'Lee Landlord' }
  expect(await read()).toEqual({
    order: 'oldest_first',
    history: [
      { order: 'oldest_first', setAt: '2026-03-16T15:00:00.000Z', ...by },
      { order: 'rent_first', setAt: '2026-03-15T15:00:00.000Z', ...by },
    ],
  })
  await set(dee!, 'rent_first')
  expect((await app.send(getLedger, ann, { params: { id: cy! } })).body.allocationOrder).toBe('rent_first')
  expect((await set(cy!, 'newest_first')).status).toBe(400)
})

test('is set and read by the landlord alone', async () => {
  const { tenantId, ...tess } = await app.addTenant(ann)
  expect((await set(tenantId, 'rent_first', actors.landlord())).status).toBe(404)
  for (const [actor, status] of [
    [{ ...tess, tenantId }, 403],
    [actors.visitor(), 401],
  ] as const) {
    expect((await app.send(getAllocationOrder, actor, { params: { id: tenantId } })).status).toBe(status)
    const input = { params: { id: tenantId }, body: { order: 'rent_first' } }
    expect((await app.send(setAllocationOrder, actor, input)).status).toBe(status)
  }
})
