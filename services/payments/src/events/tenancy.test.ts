import { ChargeChanged, RentsPlanned, ChargesPosted } from '@keyhold/contracts/payments/events'
import { getPayment, listPayments, summarizePayments } from '@keyhold/contracts/payments/payments'
import { listTenantPayments, tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentsApp, type PaymentsApp } from '../testing/test-app.ts'

let app: PaymentsApp
const ann = actors.landlord()
const lease = { monthlyRent: 1234.56, leaseStartDate: '2026-01-31' }

beforeAll(async () => void (app = await startPaymentsApp()))
afterAll(() => app.stop())

const rentsOf = async (tenantId: string) =>
  (await app.send(listPayments, ann, { query: { tenantId, sort: 'due' } })).body
const plansOf = (tenantId: string) => app.published(RentsPlanned).filter((plan) => plan.tenantId === tenantId)

describe('a tenant with rent and lease start', () => {
  test("owes twelve rents, due on the start's day of the month or the month's last day, visible to both sides", async () => {
    const propertyId = await app.addProperty(ann)
    const tenant = await app.addTenant(ann, { ...lease, propertyId })
    const rents = await rentsOf(tenant.tenantId)
    expect(rents.map(({ dueDate }) => dueDate)).toEqual(
      ['01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31'].map(
        (day) => `2026-${day}`,
      ),
    )
    for (const rent of rents)
      expect(rent).toMatchObject({
        amount: 1234.56,
        paymentType: 'rent',
        paymentMethod: 'check',
        propertyId,
        propertyName: 'Elm 1',
        amountPaid: 0,
      })
    expect(rents.map(({ status }) => status)).toEqual(['overdue', 'overdue', ...Array<string>(10).fill('pending')])
    expect((await app.send(listTenantPayments, tenant, { query: { sort: 'due' } })).body).toEqual(rents)
    await app.settled()
    expect(plansOf(tenant.tenantId)).toEqual([{ tenantId: tenant.tenantId, landlordId: ann.landlordId, count: 12 }])
    // One event for all twelve, so that an import of a thousand tenants does not emit twelve thousand events.
    expect(app.published(ChargeChanged).filter(({ tenantId }) => tenantId === tenant.tenantId)).toEqual([])
  })

  test('owes twelve, however often the event is delivered', async () => {
    const snapshot = app.tenantSnapshot(ann, lease)
    const tenancy = app.tenancySnapshot(snapshot)
    const id = v7()
    await app.publish(TenantCreated, snapshot)
    for (let times = 0; times < 5; times++) await app.publish(TenancyChanged, tenancy, id)
    await Promise.all(Array.from({ length: 5 }, () => app.publish(TenancyChanged, tenancy)))
    await app.publish(TenantUpdated, { ...snapshot, lastName: 'Thompson' })
    const rents = await rentsOf(snapshot.tenantId)
    expect(rents).toHaveLength(12)
    expect(plansOf(snapshot.tenantId)).toHaveLength(1)
    expect(app.published(ChargeChanged).filter(({ tenantId }) => tenantId === snapshot.tenantId)).toEqual([])
  })

  test('gets them as soon as both are known', async () => {
    const { tenantId } = await app.addTenant(ann, { monthlyRent: 900 })
    expect(await rentsOf(tenantId)).toEqual([])
    await app.publish(
      TenancyChanged,
      app.tenancySnapshot(app.tenantSnapshot(ann, { tenantId, monthlyRent: 900, leaseStartDate: '2028-02-29' })),
    )
    expect((await rentsOf(tenantId)).map(({ dueDate }) => dueDate).slice(0, 2)).toEqual(['2028-02-29', '2028-03-29'])
  })

  test('gets none for a tenancy that had already ended', async () => {
    const idle = await app.addTenant(ann, { ...lease, isActive: false }, { movedOutOn: '2026-01-30' })
    expect(await rentsOf(idle.tenantId)).toEqual([])
  })
})

describe('a tenant who moved out', () => {
  const leave = async (snapshot: ReturnType<PaymentsApp['tenantSnapshot']>, movedOutOn = '2026-03-15') => {
    await app.publish(TenantLeft, { ...snapshot, isActive: false })
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { movedOutOn }))
  }
  const move = async (snapshot: ReturnType<PaymentsApp['tenantSnapshot']>) => {
    await app.publish(TenantCreated, snapshot)
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot))
  }
  const now = '2026-03-15T15:00:00Z'
  afterEach(() => app.clock.set(now))

  test('owes what was due until that day; later charges are in no list, count or sum on either side, and money paid on them pays what is owed', async () => {
    const snapshot = app.tenantSnapshot(ann, {
      monthlyRent: 1000,
      leaseStartDate: '2026-01-15',
      propertyId: await app.addProperty(ann),
    })
    await move(snapshot)
    const { tenantId } = snapshot
    const tenant = actors.tenantOf(ann, tenantId)
    const rents = await rentsOf(tenantId)
    await app.verify(ann, rents[0]?.id ?? '')
    await app.verify(ann, rents[5]?.id ?? '', { amountPaid: 1 })
    // Allocated to February.
    await app.report(tenant, 5)
    const fee = await app.charge(ann, tenantId, { dueDate: '2026-12-24', paymentType: 'late_fee', amount: 70 })
    await leave(snapshot)
    const left = await rentsOf(tenantId)
    expect(left.map(({ dueDate }) => dueDate)).toEqual(['2026-01-15', '2026-02-15', '2026-03-15', '2026-12-24'])
    expect((await app.send(listTenantPayments, tenant, { query: { sort: 'due' } })).body).toEqual(left)
    const { body, headers } = await app.send(listPayments, ann, { query: { tenantId, status: 'pending' } })
    expect([body.map(({ id }) => id).includes(fee.id), body.length, headers['x-total-count']]).toEqual([true, 2, '2'])
    expect((await app.send(summarizePayments, ann, { query: { tenantId } })).body).toMatchObject({
      count: 4,
      outstanding: 2069,
      totalRevenue: 1001,
    })
    app.clock.set('2027-06-01T12:00:00Z')
    expect((await app.send(summarizePayments, ann, { query: { tenantId } })).body.byStatus.overdue.count).toBe(2)
    expect((await app.send(tenantStats, tenant)).body.balance).toBe(2069)
    // Cancelled charges can be read by id, with the reason and time.
    expect((await app.send(getPayment, ann, { params: { id: rents[11]?.id ?? '' } })).body).toMatchObject({
      cancelledAt: '2026-03-15T15:00:00.000Z',
      cancellationReason: 'The tenant moved out before it was due.',
    })
    await app.settled()
    const announced = app.published(ChargeChanged).map(({ chargeId }) => chargeId)
    for (const { id } of rents)
      expect(announced.filter((one) => one === id)).toHaveLength(left.some((one) => one.id === id) ? 0 : 1)
  })

  test('and comes back owes the rents again, each once, however often the events are delivered', async () => {
    const snapshot = app.tenantSnapshot(ann, { monthlyRent: 1000, leaseStartDate: '2026-03-01' })
    const id = v7()
    await move(snapshot)
    for (let times = 0; times < 3; times++)
      await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { movedOutOn: '2026-03-15' }), id)
    expect((await rentsOf(snapshot.tenantId)).map(({ dueDate }) => dueDate)).toEqual(['2026-03-01'])
    for (let times = 0; times < 3; times++) await app.publish(TenancyChanged, app.tenancySnapshot(snapshot))
    expect(await rentsOf(snapshot.tenantId)).toHaveLength(12)
    expect(plansOf(snapshot.tenantId)).toHaveLength(1)
    expect(app.published(ChargesPosted).filter(({ ruleId }) => ruleId === snapshot.tenantId)).toMatchObject([
      { count: 11 },
    ])
  })
})

test('planned rents are paid from existing credit', async () => {
  const snapshot = app.tenantSnapshot(ann)
  await app.publish(TenantCreated, snapshot)
  const { id } = await app.charge(ann, snapshot.tenantId, { dueDate: '2026-01-01', amount: 100 })
  await app.verify(ann, id, { amountPaid: 1300 })
  await app.publish(
    TenancyChanged,
    app.tenancySnapshot({ ...snapshot, monthlyRent: 1000, leaseStartDate: '2026-02-01' }),
  )
  expect((await rentsOf(snapshot.tenantId)).map(({ amountPaid }) => amountPaid).slice(0, 4)).toEqual([
    100, 1000, 200, 0,
  ])
})

test('names follow the tenant and the property; a time zone that the database does not know breaks nothing', async () => {
  const propertyId = await app.addProperty(ann, { timeZone: 'Mars/Olympus' })
  const snapshot = app.tenantSnapshot(ann, { propertyId })
  await app.publish(TenantCreated, snapshot)
  await app.charge(ann, snapshot.tenantId)
  await app.publish(TenantUpdated, { ...snapshot, lastName: 'Thompson' })
  await app.publish(PropertyUpdated, {
    propertyId,
    landlordId: ann.landlordId,
    name: 'Elm 2',
    address: 'Elm 2',
    city: null,
    state: null,
    timeZone: 'america/chicago',
    monthlyRent: 1,
    isDeleted: false,
  })
  expect(await rentsOf(snapshot.tenantId)).toMatchObject([{ tenantName: 'Tess Thompson', propertyName: 'Elm 2' }])
})
