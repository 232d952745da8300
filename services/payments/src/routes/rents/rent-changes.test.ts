import { explainPayment } from '@keyhold/contracts/payments/explanations'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { postCatchUp, previewCatchUp } from '@keyhold/contracts/payments/rent-changes'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PaymentsApp, startPaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
let ann = actors.landlord()
beforeAll(async () => {
  app = await startPaymentsApp()
  app.clock.set('2026-03-15T15:00:00Z')
})
beforeEach(() => void (ann = actors.landlord()))
afterAll(() => app.stop())

const preview = (id: string, from: string, monthlyRent: number, actor = ann) =>
  app.send(previewCatchUp, actor, { params: { id }, query: { from, monthlyRent } })
const post = (id: string, from: string, monthlyRent: number, amount: number) =>
  app.send(postCatchUp, ann, { params: { id }, body: { from, monthlyRent, amount } })
const owed = async (tenantId: string) =>
  (await app.send(listPayments, ann, { query: { tenantId, sort: 'due', limit: 100 } })).body
const sums = async (tenantId: string) => (await owed(tenantId)).map(({ dueDate, amount }) => [dueDate, amount])

/** Rent of 1,000 from 1 January on. */
const lives = async () => {
  const snapshot = app.tenantSnapshot(ann, { monthlyRent: 1000, leaseStartDate: '2026-01-01' })
  await app.publish(TenantCreated, snapshot)
  await app.publish(TenancyChanged, app.tenancySnapshot(snapshot))
  const raise = (startsOn: string, monthlyRent: number) =>
    app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { rentSteps: [{ startsOn, monthlyRent }] }))
  const remove = () => app.publish(TenancyChanged, app.tenancySnapshot(snapshot))
  return { id: snapshot.tenantId, raise, remove }
}

describe('a rent that changes from a day that lies back', () => {
  test('has one catch-up charge proposed, with its formula, and what was charged stays', async () => {
    const { id, raise } = await lives()
    await raise('2026-02-01', 1100)
    expect((await sums(id)).slice(0, 4)).toEqual([
      ['2026-01-01', 1000],
      ['2026-02-01', 1000],
      ['2026-03-01', 1000],
      ['2026-04-01', 1100],
    ])
    const { body } = await preview(id, '2026-02-01', 1100)
    expect(body).toMatchObject({
      amount: 200,
      formula: '($1,100.00 − $1,000.00) × 2 = $200.00',
      dueDate: '2026-03-15',
      lines: [
        { from: '2026-02-01', to: '2026-02-28', charged: 1000, owed: 1100, difference: 100 },
        { from: '2026-03-01', to: '2026-03-31', charged: 1000, owed: 1100, difference: 100 },
      ],
    })
    const posted = await post(id, '2026-02-01', 1100, 200)
    expect(posted.body).toMatchObject({ amount: 200 })
    const { body: why } = await app.send(explainPayment, ann, { params: { id: posted.body.paymentIds[0]! } })
    expect(why.lines[0]).toMatchObject({
      answer: 'This is the catch-up for the rent change from Feb 1, 2026.',
      formula: '($1,100.00 − $1,000.00) × 2 = $200.00',
    })
    expect(why.lines[1]).toMatchObject({
      answer: 'A rent catch-up is due on the day it is charged.',
      on: '2026-03-15',
    })
    const names = (await owed(id)).slice(2, 4).map(({ description }) => description)
    expect(names).toEqual(['March 1 to March 31, 2026', 'Rent catch-up, Feb–Mar 2026'])
    const { body: ledger } = await app.send(getLedger, ann, { params: { id } })
    expect(ledger.entries.map(({ description }) => description)).toContain('Rent catch-up, Feb–Mar 2026')
    expect((await sums(id)).slice(1, 4)).toEqual([
      ['2026-02-01', 1000],
      ['2026-03-01', 1000],
      ['2026-03-15', 200],
    ])
    // Nothing is charged twice.
    expect((await preview(id, '2026-02-01', 1100)).body).toMatchObject({ amount: 0, lines: [] })
    expect((await post(id, '2026-02-01', 1100, 200)).status).toBe(409)
  })

  test('takes earlier catch-ups into account', async () => {
    const { id } = await lives()
    await post(id, '2026-02-01', 1100, 200)
    expect((await preview(id, '2026-01-01', 1150)).body).toMatchObject({
      amount: 250,
      formula: '($1,150.00 − $1,000.00) + ($1,150.00 − $1,100.00) + ($1,150.00 − $1,100.00) = $250.00',
    })
  })

  test('to less gives a credit: the rents are reduced, and the money on them pays the next one', async () => {
    const { id, raise } = await lives()
    const [january, february] = await owed(id)
    await app.verify(ann, january!.id)
    await app.verify(ann, february!.id)
    await raise('2026-02-01', 900)
    expect((await preview(id, '2026-02-01', 900)).body).toMatchObject({
      amount: -200,
      formula: '($900.00 − $1,000.00) × 2 = -$200.00',
    })
    expect((await post(id, '2026-02-01', 900, -200)).body).toMatchObject({ amount: -200, paymentIds: [] })
    expect((await owed(id)).slice(0, 4).map(({ amount, amountPaid }) => [amount, amountPaid])).toEqual([
      [1000, 1000],
      [900, 900],
      [900, 100],
      [900, 0],
    ])
    expect((await preview(id, '2026-02-01', 900)).body.amount).toBe(0)
  })

  test('back to the rent of before, as its step is removed, gives a credit for the rents at the step, also of those with a catch-up', async () => {
    const { id, raise, remove } = await lives()
    await raise('2026-02-01', 1100)
    await post(id, '2026-02-01', 1100, 200)
    app.clock.set('2026-04-15T15:00:00Z')
    // April is charged at 1,100, February and March at 1,000 and a catch-up of 100 each.
    await remove()
    const { body } = await preview(id, '2026-02-01', 1000)
    app.clock.set('2026-03-15T15:00:00Z')
    expect(body).toMatchObject({ amount: -300, formula: '($1,000.00 − $1,100.00) × 3 = -$300.00' })
  })

  test('in the middle of a month holds from the next rent on; a part of a month costs its part of the difference', async () => {
    const billing = { dueDay: 1, proration: 'actual', postingDays: null } as const
    const { tenantId } = await app.addTenant(ann, { monthlyRent: 1000, leaseStartDate: '2026-01-20' }, { billing })
    // 12 of 31 days: $387.10 and $425.81.
    expect((await preview(tenantId, '2026-01-20', 1100)).body).toMatchObject({
      amount: 238.71,
      formula: '($425.81 − $387.10) + ($1,100.00 − $1,000.00) + ($1,100.00 − $1,000.00) = $238.71',
    })
    expect((await preview(tenantId, '2026-02-10', 1100)).body).toMatchObject({ amount: 100 })
  })

  test('leaves later rents alone, except those that were paid ahead', async () => {
    const { id, raise } = await lives()
    await raise('2026-05-01', 1100)
    expect((await preview(id, '2026-05-01', 1100)).body).toMatchObject({ amount: 0, lines: [] })
    const june = (await owed(id)).find(({ dueDate }) => dueDate === '2026-06-01')
    await app.verify(ann, june!.id)
    expect((await preview(id, '2026-05-01', 1200)).body).toMatchObject({ amount: 100, dueDate: '2026-06-01' })
  })

  test('is proposed for the months that are due and for those that are paid ahead, which have a charge of their own', async () => {
    const { id, raise } = await lives()
    const rents = await owed(id)
    for (const { id: paid } of rents.filter(({ dueDate }) => ['2026-04-01', '2026-05-01'].includes(dueDate)))
      await app.verify(ann, paid)
    await raise('2026-03-01', 1100)
    const { body } = await preview(id, '2026-03-01', 1100)
    expect([body.amount, body.dueDate]).toEqual([300, '2026-03-15'])
    expect(body.lines.map(({ dueDate, isPaidAhead, difference }) => [dueDate, isPaidAhead, difference])).toEqual([
      ['2026-03-01', false, 100],
      ['2026-04-01', true, 100],
      ['2026-05-01', true, 100],
    ])
    const { paymentIds } = (await post(id, '2026-03-01', 1100, 300)).body
    const explained = await Promise.all(
      paymentIds.map((made) => app.send(explainPayment, ann, { params: { id: made } })),
    )
    expect(explained.map(({ body: why }) => why.lines[1]?.answer)).toEqual([
      'A rent catch-up is due on the day it is charged.',
      'This catch-up is for rents that were paid ahead, so it is due with the first of them.',
    ])
    expect((await sums(id)).slice(2, 7)).toEqual([
      ['2026-03-01', 1000],
      ['2026-03-15', 100],
      ['2026-04-01', 1000],
      ['2026-04-01', 200],
      ['2026-05-01', 1000],
    ])
    expect((await preview(id, '2026-03-01', 1100)).body.lines).toEqual([])
  })

  test('is nothing that another landlord sees', async () => {
    const { id } = await lives()
    expect((await preview(id, '2026-02-01', 1100, actors.landlord())).status).toBe(404)
  })
})
