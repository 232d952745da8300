import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { tenantHistory } from '@keyhold/contracts/tenancy/tenants'
import { tenantProfile, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import { getTenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { UserCreated } from '@keyhold/contracts/identity/accounts'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'
import { earlierLease, moveInAgain, movedOutAt, peopleOf, returnedAt } from '../../testing/people.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
beforeEach(() => app.clock.set(movedOutAt))
afterAll(() => app?.stop())

const historyOf = async (landlord: LandlordActor, id: string) =>
  (await app.send(tenantHistory, landlord, { params: { id } })).body

test('a tenant who moves in again opens a new tenancy, and the old one stays as history', async () => {
  const landlord = actors.landlord()
  const { ann, propertyId, tenancyId } = await people.former(landlord)
  await app.settled()
  const eventsBefore = app.published(TenancyChanged).length
  const { body, status } = await people.change(landlord, ann.id, { ...moveInAgain, monthlyRent: 1350 })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    isActive: true,
    propertyId,
    leaseStartDate: '2026-08-20',
    leaseEndDate: null,
    monthlyRent: 1350,
    securityDeposit: 1200,
  })
  expect(body.tenancyId).not.toBe(tenancyId)
  expect(await people.tenancy(landlord, tenancyId)).toMatchObject({
    status: 'ended',
    movedOutOn: '2026-03-15',
    startDate: '2025-07-01',
    endDate: '2026-06-30',
    monthlyRent: 1200,
    tenants: [{ tenantId: ann.id, leftOn: '2026-03-15' }],
  })
  expect(await people.lastSnapshot(body.tenancyId)).toMatchObject({
    accountId: ann.id,
    tenantIds: [ann.id],
    startDate: '2026-08-20',
    monthlyRent: 1350,
    movedOutOn: null,
    isVoid: false,
  })
  // The old tenancy has no event, so no rents of the months in between are charged.
  expect(
    app
      .published(TenancyChanged)
      .slice(eventsBefore)
      .map((one) => one.tenancyId),
  ).toEqual([body.tenancyId])
  const snapshot = await app.send(getTenantSnapshot, actors.service('payments', landlord.landlordId), {
    params: { id: ann.id },
  })
  expect(snapshot.body).toMatchObject({
    accountId: ann.id,
    tenancyId: body.tenancyId,
    isActive: true,
    leaseStartDate: '2026-08-20',
  })
})

test('the history shows that they moved in again, and on what terms', async () => {
  const landlord = actors.landlord()
  const { ann } = await people.former(landlord)
  await people.change(landlord, ann.id, { ...moveInAgain, monthlyRent: 1350 })
  const [last] = await historyOf(landlord, ann.id)
  expect(last).toMatchObject({ what: 'moved_in', by: 'landlord' })
  expect(last?.changes).toEqual([
    { field: 'isActive', from: 'false', to: 'true' },
    { field: 'leaseStartDate', from: '2025-07-01', to: '2026-08-20' },
    { field: 'leaseEndDate', from: '2026-06-30', to: null },
    { field: 'monthlyRent', from: '1200.00', to: '1350.00' },
  ])
})

test.each([
  ['no lease', {}],
  ['the old lease', earlierLease],
  ['a start before the move-out', { leaseStartDate: '2026-03-01' }],
  ['the day of the move-out as start', { leaseStartDate: '2026-03-15' }],
])('a former tenant who is made active with %s counts as never having left', async (_, lease) => {
  const landlord = actors.landlord()
  const { ann, tenancyId } = await people.former(landlord)
  const { body } = await people.change(landlord, ann.id, { isActive: true, ...lease })
  expect(body).toMatchObject({ ...earlierLease, ...lease, tenancyId, isActive: true })
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({ movedOutOn: null, tenantIds: [ann.id] })
  expect((await historyOf(landlord, ann.id))[0]?.what).toBe('changed')
})

test('any start date after the move-out opens a new tenancy, in the past and in the future', async () => {
  const landlord = actors.landlord()
  for (const leaseStartDate of ['2026-03-16', '2026-05-01', '2026-12-01']) {
    app.clock.set(movedOutAt)
    const { ann, tenancyId } = await people.former(landlord)
    const { body } = await people.change(landlord, ann.id, { isActive: true, leaseStartDate, leaseEndDate: '' })
    expect(body).toMatchObject({ leaseStartDate, isActive: true, monthlyRent: 1200 })
    expect(body.tenancyId).not.toBe(tenancyId)
  }
})

test('terms left out of the form come from the old tenancy: the rent in force, billing, and an end date still ahead', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const ann = await people.add(landlord, { propertyId, ...earlierLease, leaseEndDate: '2026-12-31' })
  const billing = { dueDay: 1, proration: 'actual', postingDays: 5 } as const
  await people.changeTerms(landlord, ann.tenancyId, {
    billing,
    termKind: 'rollover',
    rentSteps: [
      { startsOn: '2026-01-01', monthlyRent: 1250 },
      { startsOn: '2026-05-01', monthlyRent: 1400 },
    ],
  })
  await people.change(landlord, ann.id, { isActive: false })
  app.clock.set(returnedAt)
  const { body } = await people.change(landlord, ann.id, { isActive: true, leaseStartDate: '2026-08-20' })
  expect(body).toMatchObject({ propertyId, monthlyRent: 1250, leaseEndDate: '2026-12-31', securityDeposit: 1200 })
  expect(await people.lastSnapshot(body.tenancyId)).toMatchObject({
    billing,
    termKind: 'rollover',
    rentSteps: [],
    monthlyRent: 1250,
  })
  // An end date in the past is not copied.
  app.clock.set(movedOutAt)
  const ben = await people.former(landlord)
  expect(
    (await people.change(landlord, ben.ann.id, { isActive: true, leaseStartDate: '2026-08-20' })).body.leaseEndDate,
  ).toBeNull()
})

test('they can move in elsewhere, and the old tenancy keeps its home', async () => {
  const landlord = actors.landlord()
  const { ann, propertyId, tenancyId } = await people.former(landlord)
  const other = app.property(landlord, { name: 'Oak Lane 2' })
  const { body } = await people.change(landlord, ann.id, { ...moveInAgain, propertyId: other.propertyId })
  expect(body).toMatchObject({ propertyId: other.propertyId, unitId: other.propertyId, propertyName: 'Oak Lane 2' })
  expect(await people.tenancy(landlord, tenancyId)).toMatchObject({ propertyId, movedOutOn: '2026-03-15' })
})

test('repeated and concurrent requests move them in once', async () => {
  const landlord = actors.landlord()
  const { ann } = await people.former(landlord)
  const both = await Promise.all([1, 2].map(() => people.change(landlord, ann.id, moveInAgain)))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const third = await people.change(landlord, ann.id, moveInAgain)
  expect(new Set([...both, third].map(({ body }) => body.tenancyId)).size).toBe(1)
  expect((await people.tenanciesOf(landlord, ann.id)).map(({ startDate }) => startDate)).toEqual([
    '2026-08-20',
    '2025-07-01',
  ])
  expect((await historyOf(landlord, ann.id)).filter(({ what }) => what === 'moved_in')).toHaveLength(1)

  app.clock.set(movedOutAt)
  const { ann: eve } = await people.former(landlord)
  const headers = { 'idempotency-key': v7() }
  const keyed = () => app.send(updateTenant, landlord, { params: { id: eve.id }, body: moveInAgain, headers })
  const [first, replayed] = [await keyed(), await keyed()]
  expect([first.status, replayed.status, replayed.body]).toEqual([200, 200, first.body])
  expect(await people.tenanciesOf(landlord, eve.id)).toHaveLength(2)
})

test('two concurrent move-ins to different homes leave one current tenancy', async () => {
  const landlord = actors.landlord()
  const { ann } = await people.former(landlord)
  const homes = [app.property(landlord), app.property(landlord)]
  const answers = await Promise.all(
    homes.map(({ propertyId }) => people.change(landlord, ann.id, { ...moveInAgain, propertyId })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await people.tenanciesOf(landlord, ann.id)).toHaveLength(2)
  const { tenancyId, propertyId } = await people.tenant(landlord, ann.id)
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({ propertyId, tenantIds: [ann.id] })
})

test('a tenancy in which nobody has lived yet starts on the new date, instead of a second one', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const gone = await people.add(landlord, { propertyId, ...earlierLease, isActive: false })
  const { body } = await people.change(landlord, gone.id, moveInAgain)
  expect(body).toMatchObject({ tenancyId: gone.tenancyId, leaseStartDate: '2026-08-20' })
  // Likewise for a tenant who left before the start date.
  const eve = await people.add(landlord, { propertyId, leaseStartDate: '2026-04-01', monthlyRent: 900 })
  await people.change(landlord, eve.id, { isActive: false })
  app.clock.set(returnedAt)
  expect((await people.change(landlord, eve.id, moveInAgain)).body.tenancyId).toBe(eve.tenancyId)
})

test('the login keeps working, and the portal shows the new lease', async () => {
  const landlord = actors.landlord()
  const { ann } = await people.former(landlord)
  const login = {
    userId: v7(),
    landlordId: landlord.landlordId,
    tenantId: ann.id,
    userType: 'tenant',
    email: ann.email,
  } as const
  await app.publish(UserCreated, {
    ...login,
    firstName: 'Ann',
    lastName: 'Archer',
    phone: null,
    createdAt: app.clock.now().toISOString(),
  })
  expect((await people.change(landlord, ann.id, moveInAgain)).body.portalAccess).toBe('active')
  const me = actors.tenantOf(landlord, ann.id)
  expect((await app.send(tenantProfile, me)).body).toMatchObject({
    isActive: true,
    leaseStartDate: '2026-08-20',
    leaseEndDate: null,
  })
})
