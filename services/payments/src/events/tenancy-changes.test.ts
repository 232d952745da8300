import { explainPayment } from '@keyhold/contracts/payments/explanations'
import { ChargeChanged } from '@keyhold/contracts/payments/events'
import { cancelPayment, listPayments, updatePayment } from '@keyhold/contracts/payments/payments'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startPaymentsApp } from '../testing/test-app.ts'

const app = await startPaymentsApp()
let ann = actors.landlord()
const now = '2026-03-15T15:00:00Z'
beforeEach(() => {
  ann = actors.landlord()
  app.clock.set(now)
})
afterAll(() => app.stop())

const owed = async (tenantId: string) =>
  (await app.send(listPayments, ann, { query: { tenantId, sort: 'due' } })).body.map(({ dueDate, amount }) => [
    dueDate,
    amount,
  ])
const rentsOf = async (tenantId: string) =>
  (await app.send(listPayments, ann, { query: { tenantId, sort: 'due' } })).body
const monthly = { dueDay: 1, proration: 'actual', postingDays: 5 } as const
const rented = (over = {}) => app.tenantSnapshot(ann, { monthlyRent: 1000, leaseStartDate: '2026-01-15', ...over })

describe('the terms of a tenancy change', () => {
  test('rents that are due or have money stay, later ones change, and each change emits an event', async () => {
    const snapshot = rented()
    const tenant = await app.addTenant(ann, snapshot)
    const rents = await rentsOf(tenant.tenantId)
    await app.verify(ann, rents[4]!.id, { amountPaid: 1 })
    await app.send(cancelPayment, ann, { params: { id: rents[5]!.id }, body: { reason: 'Repairs instead of rent' } })
    await app.send(updatePayment, ann, { params: { id: rents[6]!.id }, body: { amount: 800 } })
    await app.publish(TenancyChanged, app.tenancySnapshot({ ...snapshot, monthlyRent: 1200 }))
    expect((await owed(tenant.tenantId)).map(([, amount]) => amount)).toEqual([
      1000,
      1000,
      1000,
      1200,
      1000,
      ...Array<number>(6).fill(1200),
    ])
    const announced = app.published(ChargeChanged).map(({ chargeId }) => chargeId)
    expect([announced.includes(rents[2]!.id), announced.includes(rents[3]!.id)]).toEqual([false, true])
    // The same event again: the landlord's edit is kept from now on.
    await app.send(updatePayment, ann, { params: { id: rents[7]!.id }, body: { amount: 700 } })
    await app.publish(TenancyChanged, app.tenancySnapshot({ ...snapshot, monthlyRent: 1200 }))
    expect((await owed(tenant.tenantId))[6]).toEqual(['2026-08-15', 700])
  })

  test('a rent that is reported as paid does not change', async () => {
    const snapshot = rented({ leaseStartDate: '2026-04-01' })
    const tenant = await app.addTenant(ann, snapshot)
    await app.report(tenant, 500)
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { isVoid: true }))
    expect(await owed(tenant.tenantId)).toEqual([['2026-04-01', 1000]])
  })

  test('a late, older event changes nothing', async () => {
    const snapshot = rented()
    const tenant = await app.addTenant(ann, snapshot)
    app.clock.set('2026-03-15T16:00:00Z')
    await app.publish(TenancyChanged, app.tenancySnapshot({ ...snapshot, monthlyRent: 1500 }))
    app.clock.set('2026-03-15T15:30:00Z')
    await app.publish(TenancyChanged, app.tenancySnapshot({ ...snapshot, monthlyRent: 1300 }))
    expect((await owed(tenant.tenantId)).at(-1)).toEqual(['2026-12-15', 1500])
  })

  test("the tenancy's event may arrive before the tenant's", async () => {
    const snapshot = rented({ firstName: 'Late' })
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot))
    expect(await owed(snapshot.tenantId)).toHaveLength(12)
    await app.publish(TenantCreated, snapshot)
    expect((await rentsOf(snapshot.tenantId))[0]).toMatchObject({ tenantName: 'Late Tenant' })
  })

  test('with billing: posted ahead, described, and prorated with its formula', async () => {
    const snapshot = rented({ leaseStartDate: '2026-02-20' })
    await app.addTenant(ann, snapshot, { billing: monthly })
    const rents = await rentsOf(snapshot.tenantId)
    expect(rents.map(({ dueDate, amount, description }) => [dueDate, amount, description])).toEqual([
      ['2026-02-20', 321.43, 'February 20 to February 28, 2026'],
      ['2026-03-01', 1000, 'March 1 to March 31, 2026'],
    ])
    // Without billing terms: the missing charges of the twelve are posted at once, except for days already charged.
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot))
    expect((await owed(snapshot.tenantId)).slice(0, 4)).toEqual([
      ['2026-02-20', 321.43],
      ['2026-03-01', 1000],
      ['2026-04-01', 612.9],
      ['2026-04-20', 1000],
    ])
  })

  test('another due day, later or earlier: the days in between are charged once, by the day, with an explanation', async () => {
    const snapshot = rented({ leaseStartDate: '2026-01-01' })
    const terms = { billing: { ...monthly, proration: 'none' as const }, termKind: 'rollover' as const }
    await app.addTenant(ann, snapshot, terms)
    await app.publish(
      TenancyChanged,
      app.tenancySnapshot(snapshot, { ...terms, billing: { ...terms.billing, dueDay: 15 } }),
    )
    const rents = async () => (await rentsOf(snapshot.tenantId)).map(({ amount, description }) => [amount, description])
    const until = ['January 1 to January 31, 2026', 'February 1 to February 28, 2026', 'March 1 to March 31, 2026'].map(
      (days) => [1000, days],
    )
    expect(await rents()).toEqual(until)
    app.clock.set('2026-04-10T15:00:00Z')
    await app.tick()
    expect(await rents()).toEqual([...until, [451.61, 'April 1 to April 14, 2026'], [1000, 'April 15 to May 14, 2026']])
    const [, , , bridge] = await rentsOf(snapshot.tenantId)
    const { body } = await app.send(explainPayment, ann, { params: { id: bridge!.id } })
    expect(body.lines[0]).toMatchObject({ formula: '$1,000.00 × 14 ÷ 31 days = $451.61' })
    expect(body.lines[1]).toMatchObject({ answer: 'It is due on the first day it covers.' })
    // Changed back: April 15 to May 14 is not due yet and changes; the part before it is due and stays.
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, terms))
    expect(await rents()).toEqual([
      ...until,
      [451.61, 'April 1 to April 14, 2026'],
      [533.33, 'April 15 to April 30, 2026'],
    ])
    app.clock.set('2026-04-26T15:00:00Z')
    await app.tick()
    expect((await rents()).at(-1)).toEqual([1000, 'May 1 to May 31, 2026'])
  })

  test('a fixed term is extended within its last month: the remainder of that month is charged', async () => {
    const snapshot = rented({ leaseStartDate: '2026-01-01', leaseEndDate: '2026-03-10' })
    await app.addTenant(ann, snapshot, { billing: monthly })
    await app.publish(
      TenancyChanged,
      app.tenancySnapshot({ ...snapshot, leaseEndDate: '2026-12-31' }, { billing: monthly }),
    )
    expect(await owed(snapshot.tenantId)).toEqual([
      ['2026-01-01', 1000],
      ['2026-02-01', 1000],
      ['2026-03-01', 322.58],
      ['2026-03-11', 677.42],
    ])
  })

  test('the start is moved: days already charged are not charged again', async () => {
    const snapshot = rented({ leaseStartDate: '2026-01-15' })
    await app.addTenant(ann, snapshot)
    await app.publish(TenancyChanged, app.tenancySnapshot({ ...snapshot, leaseStartDate: '2026-02-01' }))
    const rents = (await rentsOf(snapshot.tenantId)).map(({ dueDate, description }) => [dueDate, description])
    expect(rents.slice(0, 5)).toEqual([
      ['2026-01-15', 'January 15 to February 14, 2026'],
      ['2026-02-15', 'February 15 to March 14, 2026'],
      ['2026-03-15', 'March 15 to April 14, 2026'],
      ['2026-04-15', 'April 15 to April 30, 2026'],
      ['2026-05-01', 'May 1 to May 31, 2026'],
    ])
    expect(rents.at(-1)).toEqual(['2027-01-01', 'January 1 to January 31, 2027'])
  })

  test('move-out within a month: it is prorated although it was due, later ones are cancelled', async () => {
    const snapshot = rented({ leaseStartDate: '2026-01-01' })
    await app.addTenant(ann, snapshot, { billing: monthly })
    app.clock.set('2026-03-28T15:00:00Z')
    await app.tick()
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { billing: monthly, movedOutOn: '2026-03-10' }))
    expect(await owed(snapshot.tenantId)).toEqual([
      ['2026-01-01', 1000],
      ['2026-02-01', 1000],
      ['2026-03-01', 322.58],
    ])
  })

  test('a voided tenancy: everything unpaid is cancelled with a reason, and the landlord can still read it', async () => {
    const snapshot = rented()
    const tenant = await app.addTenant(ann, snapshot)
    const [first] = await rentsOf(tenant.tenantId)
    const deposit = await app.charge(ann, tenant.tenantId, { paymentType: 'security_deposit', amount: 500 })
    await app.verify(ann, first!.id, { amountPaid: 10 })
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { isVoid: true }))
    expect(await owed(tenant.tenantId)).toEqual([['2026-01-15', 1000]])
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { isVoid: true }))
    const [row] = await app
      .db('payments')
      .read(
        ann,
        (sql) => sql<{ cancellationReason: string }[]>`select cancellation_reason from charge where id = ${deposit.id}`,
      )
    expect(row?.cancellationReason).toBe('The tenancy was entered by mistake and voided.')
  })

  test('two concurrent events of one tenancy leave one set of rents', async () => {
    const snapshot = rented()
    await Promise.all(
      [1000, 1100, 1200].map((monthlyRent) =>
        app.publish(TenancyChanged, app.tenancySnapshot({ ...snapshot, monthlyRent })),
      ),
    )
    expect(await owed(snapshot.tenantId)).toHaveLength(12)
  })

  test("another landlord's tenancy of the same id is another tenancy", async () => {
    const snapshot = rented()
    await app.addTenant(ann, snapshot)
    const bob = actors.landlord()
    await app.publish(TenancyChanged, {
      ...app.tenancySnapshot(snapshot, { isVoid: true }),
      landlordId: bob.landlordId,
    })
    expect(await owed(snapshot.tenantId)).toHaveLength(12)
  })
})

describe('a tenant who shares a tenancy', () => {
  test('is listed under joint names, and found by any of them', async () => {
    const { tenants } = await app.addRoommates(ann, ['Ada', 'Ben'], { monthlyRent: 1000, startDate: '2026-03-01' })
    const [ada, ben] = tenants.map(({ tenantId }) => tenantId)
    for (const tenantId of [ada!, ben!])
      expect((await rentsOf(tenantId))[0]).toMatchObject({
        tenantId: ada,
        tenantName: 'Ada Tenant & Ben Tenant',
        dueDate: '2026-03-01',
      })
    for (const q of ['Ada', 'Ben']) expect((await app.send(listPayments, ann, { query: { q } })).body).toHaveLength(12)
    expect((await app.charge(ann, ben!)).tenantId).toBe(ada)
  })

  test("uses the others' ledger after joining; earlier charges stay under their own name, and the landlord finds both", async () => {
    const { tenancy } = await app.addRoommates(ann, ['Ada'], { monthlyRent: 1000, startDate: '2026-03-01' })
    const ben = await app.addTenant(ann, { firstName: 'Ben' })
    const old = await app.charge(ann, ben.tenantId, { amount: 7, dueDate: '2026-01-01' })
    await app.publish(TenancyChanged, { ...tenancy, tenantIds: [...tenancy.tenantIds, ben.tenantId] })
    const found = await rentsOf(ben.tenantId)
    expect(found).toHaveLength(13)
    expect(found[0]).toMatchObject({ id: old.id, tenantId: ben.tenantId, tenantName: 'Ben Tenant' })
    expect((await app.charge(ann, ben.tenantId)).tenantId).toBe(tenancy.accountId)
    // Paging works although the filter covers two ids.
    const pages = [await app.send(listPayments, ann, { query: { tenantId: ben.tenantId, limit: 5, sort: 'due' } })]
    const next = /cursor=([^&>]+)/.exec(pages[0]!.headers.link ?? '')?.[1]
    pages.push(
      await app.send(listPayments, ann, { query: { tenantId: ben.tenantId, limit: 5, sort: 'due', cursor: next } }),
    )
    expect(pages.flatMap(({ body }) => body.map(({ dueDate }) => dueDate))).toEqual(
      (await rentsOf(ben.tenantId)).slice(0, 10).map(({ dueDate }) => dueDate),
    )
  })

  test('moves to a tenancy of their own, in any order of events', async () => {
    const { tenancy, tenants } = await app.addRoommates(ann, ['Ada', 'Ben'], {
      monthlyRent: 1000,
      startDate: '2026-03-01',
    })
    const [, ben] = tenants
    const own = { ...tenancy, tenancyId: v7(), accountId: ben!.tenantId, tenantIds: [ben!.tenantId], monthlyRent: 600 }
    const rest = { ...tenancy, tenantIds: [tenancy.accountId] }
    await app.publish(TenancyChanged, own)
    await app.publish(TenancyChanged, rest)
    expect((await rentsOf(ben!.tenantId)).map(({ amount }) => amount)).toEqual(Array<number>(12).fill(600))
    expect((await rentsOf(tenancy.accountId))[0]).toMatchObject({ tenantName: 'Ada Tenant', amount: 1000 })
  })
})
