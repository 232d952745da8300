import { paymentHistory } from '@keyhold/contracts/payments/credits'
import { explainPayment } from '@keyhold/contracts/payments/explanations'
import { getPayment, listPayments } from '@keyhold/contracts/payments/payments'
import { createRecurring, endRecurring } from '@keyhold/contracts/payments/recurring-charges'
import { postCatchUp } from '@keyhold/contracts/payments/rent-changes'
import { TenancyChanged, type TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { postDue } from '../domain/rents/post-due.ts'
import { startPaymentsApp } from '../testing/test-app.ts'

// Who, when and why, on a charge, after the terms that it was posted by changed.

const app = await startPaymentsApp()
const owner = postgres(app.databaseUrl, { max: 1, onnotice: () => {}, connection: { search_path: 'payments' } })
let ann = actors.landlord()
beforeEach(() => void (ann = actors.landlord()))
afterAll(async () => {
  await owner.end()
  await app.stop()
})

const billing = { dueDay: 1, proration: 'actual', postingDays: 60 } as const
const [one, two] = [v7(), v7()]

/** A tenant with rents of $1,000 from January to December, of which those up to May are posted on March 28. */
async function renting(terms: Partial<TenancySnapshot> = {}) {
  app.clock.set('2026-03-28T15:00:00Z')
  const propertyId = await app.addProperty(ann)
  const snapshot = app.tenantSnapshot(ann, { propertyId, monthlyRent: 1000, leaseStartDate: '2026-01-01' })
  const usual = { billing, endDate: '2026-12-31', ...terms }
  const { tenantId } = await app.addTenant(ann, snapshot, { ...usual, changedBy: one })
  const change = (more: Partial<TenancySnapshot>, changedBy?: string) =>
    app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { ...usual, ...more, changedBy }))
  const rents = async () =>
    (await app.send(listPayments, ann, { query: { tenantId, sort: 'due', paymentType: 'rent' } })).body
  const rentOf = async (dueDate: string) => (await rents()).find((rent) => rent.dueDate === dueDate)!.id
  return { snapshot, tenantId, propertyId, change, rents, rentOf }
}

const historyOf = async (id: string) => (await app.send(paymentHistory, ann, { params: { id } })).body
const linesOf = async (id: string) =>
  (await historyOf(id)).map(({ kind, recordedBy, reason }) => [kind, recordedBy, reason])
const setUp = ['charged', one, 'Set up with the tenancy.']

describe('the history of a rent says', () => {
  test.each<[string, Partial<TenancySnapshot>, string]>([
    [
      'a rent step',
      { rentSteps: [{ startsOn: '2026-05-01', monthlyRent: 1100 }] },
      'Rent changed from $1,000.00 to $1,100.00 from May 1, 2026.',
    ],
    [
      'two rent steps',
      {
        rentSteps: [
          { startsOn: '2026-04-01', monthlyRent: 1050 },
          { startsOn: '2026-05-01', monthlyRent: 1100 },
        ],
      },
      'Rent changed from $1,000.00 to $1,050.00 from Apr 1, 2026. Rent changed from $1,000.00 to $1,100.00 from May 1, 2026.',
    ],
    ['another rent', { monthlyRent: 900 }, 'Rent changed from $1,000.00 to $900.00 from Jan 1, 2026.'],
    ['no rent', { monthlyRent: null }, 'Rent removed.'],
    ['another end', { endDate: '2026-04-20' }, 'Lease end moved from Dec 31, 2026 to Apr 20, 2026.'],
    ['another due day', { billing: { ...billing, dueDay: 5 } }, 'Due day changed from the 1st to the 5th.'],
    [
      'another end and due day',
      { endDate: '2026-04-20', billing: { ...billing, dueDay: 5 } },
      'Lease end moved from Dec 31, 2026 to Apr 20, 2026. Due day changed from the 1st to the 5th.',
    ],
    ['a move-out', { movedOutOn: '2026-03-27' }, 'Moved out on Mar 27, 2026.'],
    ['a planned move-out', { movedOutOn: '2026-04-15' }, 'Moving out on Apr 15, 2026.'],
    ['another unit', { unitId: v7() }, 'Unit changed.'],
    ['a void tenancy', { isVoid: true }, 'The tenancy was entered by mistake and voided.'],
  ])('who changed the terms, and what: %s', async (_, terms, reason) => {
    const { change, rentOf } = await renting()
    const may = await rentOf('2026-05-01')
    expect(await linesOf(may)).toEqual([setUp])
    app.clock.set('2026-03-29T15:00:00Z')
    await change(terms, two)
    const lines = await historyOf(may)
    const changes = lines.slice(1)
    expect(changes.length).toBeGreaterThan(0)
    for (const line of changes)
      expect(line).toMatchObject({ recordedBy: two, recordedAt: '2026-03-29T15:00:00.000Z', reason })
  })

  test('that a move-out was recorded, corrected and undone', async () => {
    const { change, rentOf, rents } = await renting()
    const april = await rentOf('2026-04-01')
    await change({ movedOutOn: '2026-04-15' }, two)
    await change({ movedOutOn: '2026-04-10' }, two)
    await change({}, one)
    expect((await linesOf(april)).map(([, by, reason]) => [by, reason])).toEqual([
      [one, 'Set up with the tenancy.'],
      [two, 'Moving out on Apr 15, 2026.'],
      [two, 'Move-out moved from Apr 15, 2026 to Apr 10, 2026.'],
      [one, 'The move-out on Apr 10, 2026 was undone.'],
    ])
    expect((await rents()).map(({ amount }) => amount)).toEqual([1000, 1000, 1000, 1000, 1000])
  })

  test('who recorded a move-out; the rents that it cancelled are charged again, once, when it is undone', async () => {
    const { change, rents, rentOf } = await renting()
    const may = await rentOf('2026-05-01')
    await change({ movedOutOn: '2026-03-15' }, two)
    expect(await linesOf(may)).toEqual([setUp, ['cancelled', two, 'Moved out on Mar 15, 2026.']])
    expect((await app.send(getPayment, ann, { params: { id: may } })).body.cancellationReason).toBe(
      'The tenant moved out before it was due.',
    )
    expect(await owner`select cancelled_by from charge where id = ${may}`).toEqual([{ cancelled_by: null }])
    await change({}, one)
    expect((await rents()).map(({ dueDate }) => dueDate.slice(5))).toEqual([
      '01-01',
      '02-01',
      '03-01',
      '04-01',
      '05-01',
    ])
    expect(await linesOf(await rentOf('2026-05-01'))).toEqual([
      ['charged', one, 'The move-out on Mar 15, 2026 was undone.'],
    ])
  })

  test('that Keyhold posted it as it came due, and paid it from credit', async () => {
    const { tenantId, rentOf } = await renting()
    await app.verify(ann, await rentOf('2026-01-01'), { amountPaid: 5300 })
    app.clock.set('2026-04-28T15:00:00Z')
    const now = app.clock.now().toISOString()
    await app.db('payments').transaction(ann, (tx) => postDue(tx, { landlordId: ann.landlordId, ids: [tenantId], now }))
    const lines = await historyOf(await rentOf('2026-06-01'))
    expect(lines.map(({ kind, recordedBy, reason }) => [kind, recordedBy, reason])).toEqual([
      ['charged', null, 'Posted as it comes due.'],
      ['allocated', null, 'Paid from credit.'],
    ])
    expect(lines[1]).toMatchObject({ amount: -300, before: 1000 })
  })

  test('that it came due, by Keyhold, when it is posted because a roommate moved in', async () => {
    const { snapshot, change, rentOf } = await renting()
    app.clock.set('2026-04-28T15:00:00Z')
    await change({ tenantIds: [snapshot.tenantId, v7()] }, two)
    expect(await linesOf(await rentOf('2026-06-01'))).toEqual([['charged', null, 'Posted as it comes due.']])
  })

  test('Keyhold where an event of an earlier version names nobody', async () => {
    const { change, rentOf } = await renting()
    const may = await rentOf('2026-05-01')
    await change({ monthlyRent: 900 })
    expect((await linesOf(may)).at(-1)).toEqual([
      'changed',
      null,
      'Rent changed from $1,000.00 to $900.00 from Jan 1, 2026.',
    ])
  })

  test('who settled a rent change of a day that has passed', async () => {
    const { tenantId, change, rentOf } = await renting()
    const march = await rentOf('2026-03-01')
    await change({ rentSteps: [{ startsOn: '2026-03-01', monthlyRent: 900 }] }, two)
    const body = { from: '2026-03-01', monthlyRent: 900, amount: -100 }
    expect((await app.send(postCatchUp, ann, { params: { id: tenantId }, body })).status).toBe(200)
    expect(await linesOf(march)).toEqual([setUp, ['changed', ann.userId, 'Rent changed to $900.00 from Mar 1, 2026.']])
  })
})

test('the history of another recurring charge says who added and who ended it', async () => {
  const { tenantId } = await renting()
  const parking = { tenantId, paymentType: 'other', description: 'Parking', amount: 50, startsOn: '2026-04-01' }
  const { body: made } = await app.send(createRecurring, ann, {
    body: { ...parking, dueDay: 1, proration: 'actual', postingDays: 60 },
  })
  const { body: charges } = await app.send(listPayments, ann, {
    query: { tenantId, sort: 'due', paymentType: 'other' },
  })
  await app.send(endRecurring, ann, { params: { id: made.id }, body: { endsOn: '2026-04-15' } })
  const [april, may] = charges
  expect(await linesOf(april!.id)).toEqual([
    ['charged', ann.userId, 'Added as a recurring charge.'],
    ['changed', ann.userId, 'The recurring charge ends on Apr 15, 2026.'],
  ])
  expect((await linesOf(may!.id)).at(-1)).toEqual([
    'cancelled',
    ann.userId,
    'The recurring charge ended before it fell due.',
  ])
})

test('money that a move-out releases says so to the landlord', async () => {
  const { change, rentOf } = await renting()
  const april = await rentOf('2026-04-01')
  await app.verify(ann, april)
  await change({ movedOutOn: '2026-03-31' }, two)
  const { lines } = (await app.send(explainPayment, ann, { params: { id: april } })).body
  expect(lines.find(({ question }) => question === 'What was released?')?.answer).toMatch(
    /^\$1,000\.00 received on Mar 28, 2026 was released on Mar 28, 2026\. Reason: Moving out on Mar 31, 2026\./,
  )
  expect((await linesOf(april)).filter(([kind]) => kind === 'deallocated')).toEqual([
    ['deallocated', two, 'Moving out on Mar 31, 2026.'],
  ])
})
