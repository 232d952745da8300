import { saveLateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import { listLateFees } from '@keyhold/contracts/payments/late-fees'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { recordReceipt } from '@keyhold/contracts/payments/receipts'
import { postCatchUp, previewCatchUp, previewRents } from '@keyhold/contracts/payments/rent-changes'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startPaymentsApp } from '../../testing/test-app.ts'

// Figures worked by hand.

const app = await startPaymentsApp()
afterAll(() => app.stop())
let ann = actors.landlord()
beforeEach(() => void (ann = actors.landlord()))

const on = async (day: string) => {
  app.clock.set(`${day}T17:00:00Z`)
  await app.tick()
}
const owed = async (tenantId: string) =>
  (await app.send(listPayments, ann, { query: { tenantId, sort: 'due', limit: 100 } })).body

describe('the first rent of 1,500 a month, due on the 1st', () => {
  test.each([
    // June has 30 days; 11 to 30 June are 20.
    ['actual', '2026-06-11', 1000, '1,500 × 20 ÷ 30'],
    // January has 31 days; 17 to 31 January are 15.
    ['actual', '2026-01-17', 725.81, '1,500 × 15 ÷ 31 = 725.806'],
    ['thirty', '2026-01-17', 750, '1,500 × 15 ÷ 30'],
    ['annual365', '2026-01-17', 739.73, '1,500 × 12 × 15 ÷ 365 = 739.726'],
    ['none', '2026-01-17', 1500, 'the whole month'],
  ] as const)('%s, from %s: %d, because %s', async (proration, startDate, amount, _why) => {
    const query = { startDate, monthlyRent: 1500, dueDay: 1, proration }
    // All of them lie back: the first rent is due already.
    app.clock.set('2026-07-15T15:00:00Z')
    const { first } = (await app.send(previewRents, ann, { query })).body
    expect(first).toMatchObject({ from: startDate, dueDate: startDate, amount })
  })
})

describe('a month of 1,500 that one tenant leaves on 16 January and the next enters on the 17th is charged to its whole', () => {
  test.each([
    // 1,500 × 16 ÷ 31 = 774.19 and 1,500 × 15 ÷ 31 = 725.81.
    ['actual', 774.19, 725.81],
    // 1,500 × 16 ÷ 30 = 800; by itself the rest would be 750.
    ['thirty', 800, 700],
    // 1,500 × 12 × 16 ÷ 365 = 789.04; by itself the rest would be 739.73.
    ['annual365', 789.04, 710.96],
  ] as const)('%s: %d + %d', async (proration, before, after) => {
    app.clock.set('2026-01-01T15:00:00Z')
    const person = { monthlyRent: 1500, leaseStartDate: '2026-01-01' }
    const billing = { dueDay: 1, proration, postingDays: null }
    const snapshot = app.tenantSnapshot(ann, person)
    const leaving = await app.addTenant(ann, snapshot, { billing })
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { billing, movedOutOn: '2026-01-16' }))
    expect((await owed(leaving.tenantId)).map(({ amount }) => amount)).toEqual([before])
    const next = { ...person, leaseStartDate: '2026-01-17' }
    const entering = await app.addTenant(ann, next, { billing: { ...billing, splitAfter: '2026-01-16' } })
    expect((await owed(entering.tenantId))[0]?.amount).toBe(after)
    expect(Math.round((before + after) * 100)).toBe(150_000)
  })
})

test('a rent raised on 15 March from 1 February on: 2 × (1,100 − 1,000) = 200 to catch up, and what was charged stays', async () => {
  app.clock.set('2026-03-15T15:00:00Z')
  const snapshot = app.tenantSnapshot(ann, { monthlyRent: 1000, leaseStartDate: '2026-01-01' })
  await app.publish(TenantCreated, snapshot)
  await app.publish(TenancyChanged, app.tenancySnapshot(snapshot))
  const step = { from: '2026-02-01', monthlyRent: 1100 }
  const rentSteps = [{ startsOn: step.from, monthlyRent: step.monthlyRent }]
  await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { rentSteps }))
  const params = { id: snapshot.tenantId }
  const { body } = await app.send(previewCatchUp, ann, { params, query: step })
  expect(body.amount).toBe(200)
  await app.send(postCatchUp, ann, { params, body: { ...step, amount: body.amount } })
  expect((await owed(snapshot.tenantId)).slice(0, 5).map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
    ['2026-01-01', 1000],
    ['2026-02-01', 1000],
    ['2026-03-01', 1000],
    ['2026-03-15', 200],
    ['2026-04-01', 1100],
  ])
})

test('a receipt says who paid, the whole amount, how, and what it was for: 1,200 = 1,000 rent + 50 fee + 150 credit', async () => {
  app.clock.set('2026-03-15T15:00:00Z')
  const { tenants } = await app.addRoommates(ann, ['Ana', 'Ben'])
  const [ana, ben] = tenants
  const tenantId = ana!.tenantId
  await app.charge(ann, tenantId, { amount: 1000, dueDate: '2026-03-01' })
  await app.charge(ann, tenantId, { amount: 50, dueDate: '2026-03-06', paymentType: 'late_fee' })
  const { body } = await app.send(recordReceipt, ann, {
    body: {
      tenantId,
      amount: 1200,
      receivedOn: '2026-03-10',
      paymentMethod: 'check',
      confirmationNumber: 'No. 88',
      payerId: ben!.tenantId,
    },
  })
  expect(body).toMatchObject({
    payerName: 'Ben Tenant',
    amount: 1200,
    paymentMethod: 'check',
    confirmationNumber: 'No. 88',
    receivedOn: '2026-03-10',
    allocations: [
      { paymentType: 'rent', dueDate: '2026-03-01', amount: 1000 },
      { paymentType: 'late_fee', dueDate: '2026-03-06', amount: 50 },
    ],
    unallocated: 150,
  })
})

// These move the clock of the schedules, which only goes forward.

test('a late-fee policy of 1 April judges the rent of 1 April and not that of 1 March', async () => {
  await on('2027-04-01')
  const { tenantId } = await app.addTenant(ann)
  for (const dueDate of ['2027-03-01', '2027-04-01']) await app.charge(ann, tenantId, { amount: 1000, dueDate })
  await app.send(saveLateFeePolicy, ann, { body: { scope: 'account', graceDays: 5, kind: 'flat', amount: 40 } })
  const fees = async () =>
    (await app.send(listLateFees, ann)).body.map(({ rentDueDate, amount }) => [rentDueDate, amount])
  // Five days of grace: 2 to 6 April. It is late on the 7th.
  await on('2027-04-06')
  expect(await fees()).toEqual([])
  await on('2027-04-07')
  expect(await fees()).toEqual([['2027-04-01', 40]])
})

test('the rent goes on after the twelfth: month to month from 1 May 2027, the rent of 1 May 2028 comes five days before', async () => {
  await on('2027-05-01')
  const person = { monthlyRent: 1000, leaseStartDate: '2027-05-01' }
  const { tenantId } = await app.addTenant(ann, person, { termKind: 'at_will' })
  const last = async () => {
    const charges = await owed(tenantId)
    return [charges.length, charges.at(-1)?.dueDate]
  }
  expect(await last()).toEqual([12, '2028-04-01'])
  await on('2028-04-25')
  expect(await last()).toEqual([12, '2028-04-01'])
  await on('2028-04-26')
  expect(await last()).toEqual([13, '2028-05-01'])
})
