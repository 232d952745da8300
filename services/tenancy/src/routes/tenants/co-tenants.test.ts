import { moveOut } from '@keyhold/contracts/tenancy/tenancies'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { createTenant, deleteTenant, listTenants, tenantProfile } from '@keyhold/contracts/tenancy/tenants'
import {
  getTenantSnapshot,
  TenantCreated,
  TenantLeft,
  TenantUpdated,
} from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'
import { currentLease, peopleOf } from '../../testing/people.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
afterAll(() => app?.stop())

test('a co-tenant has the home and terms of the tenancy, and the ledger of the tenant who opened it', async () => {
  const landlord = actors.landlord()
  const { propertyId, ann, ben, tenancyId } = await people.couple(landlord)
  expect(ben).toMatchObject({
    ...currentLease,
    propertyId,
    unitId: propertyId,
    propertyName: 'Elm Street 1',
    tenancyId,
  })
  expect(ben.coTenants).toEqual([{ tenantId: ann.id, name: 'Ann Archer' }])
  expect((await people.tenant(landlord, ann.id)).coTenants).toEqual([{ tenantId: ben.id, name: 'Ben Archer' }])
  expect((await people.tenancy(landlord, tenancyId)).tenants).toEqual([
    { tenantId: ann.id, firstName: 'Ann', lastName: 'Archer', joinedOn: null, leftOn: null },
    { tenantId: ben.id, firstName: 'Ben', lastName: 'Archer', joinedOn: '2026-03-15', leftOn: null },
  ])
  const snapshotOf = (id: string) =>
    app.send(getTenantSnapshot, actors.service('payments', landlord.landlordId), { params: { id } })
  expect((await snapshotOf(ben.id)).body).toMatchObject({
    accountId: ann.id,
    tenancyId,
    unitId: propertyId,
    monthlyRent: 1200,
  })
  expect((await snapshotOf(ann.id)).body.accountId).toBe(ann.id)
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({
    accountId: ann.id,
    tenantIds: [ann.id, ben.id].toSorted(),
    monthlyRent: 1200,
    movedOutOn: null,
  })
})

test('the events of tenants come before the event of their tenancy', async () => {
  const landlord = actors.landlord()
  const order: string[] = []
  const watch = await app.bus.watch((event) => {
    if (event.landlordid === landlord.landlordId) order.push(event.type)
  })
  const { ben } = await people.couple(landlord)
  await people.change(landlord, ben.id, { isActive: false })
  await app.settled()
  await watch.stop()
  expect(order).toEqual(
    [TenantCreated, TenancyChanged, TenantCreated, TenancyChanged, TenantUpdated, TenantLeft, TenancyChanged].map(
      ({ type }) => type,
    ),
  )
})

test('changing the lease of one tenant changes it for all members', async () => {
  const landlord = actors.landlord()
  const { ann, ben, tenancyId } = await people.couple(landlord)
  const { body } = await people.change(landlord, ben.id, { monthlyRent: 1300, leaseEndDate: '2027-03-31' })
  expect(body).toMatchObject({ monthlyRent: 1300, leaseEndDate: '2027-03-31', leaseStartDate: '2026-01-01' })
  expect(await people.tenant(landlord, ann.id)).toMatchObject({ monthlyRent: 1300, leaseEndDate: '2027-03-31' })
  await app.settled()
  for (const id of [ann.id, ben.id])
    expect(app.published(TenantUpdated).findLast(({ tenantId }) => tenantId === id)).toMatchObject({
      monthlyRent: 1300,
      leaseEndDate: '2027-03-31',
    })
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({ monthlyRent: 1300, endDate: '2027-03-31' })
})

test('a change of personal data emits no event of the tenancy', async () => {
  const landlord = actors.landlord()
  const { ann, tenancyId } = await people.couple(landlord)
  await app.settled()
  const count = () => app.published(TenancyChanged).filter((one) => one.tenancyId === tenancyId).length
  const before = count()
  // As the page sends it: the whole form.
  await people.change(landlord, ann.id, {
    ...currentLease,
    propertyId: ann.propertyId,
    isActive: true,
    phone: '212 555 0100',
  })
  await app.settled()
  expect(count()).toBe(before)
})

test('concurrent changes of the shared terms end in one of them, and all events agree', async () => {
  const landlord = actors.landlord()
  const { ann, ben, tenancyId } = await people.couple(landlord)
  const rents = [1301, 1302, 1303, 1304]
  const answers = await Promise.all(
    rents.map((monthlyRent, i) => people.change(landlord, i % 2 ? ann.id : ben.id, { monthlyRent })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { monthlyRent } = await people.tenancy(landlord, tenancyId)
  expect(rents).toContain(monthlyRent)
  expect((await people.lastSnapshot(tenancyId))?.monthlyRent).toBe(monthlyRent)
  for (const { id } of [ann, ben])
    expect(app.published(TenantUpdated).findLast(({ tenantId }) => tenantId === id)?.monthlyRent).toBe(monthlyRent)
})

test('an archived tenant leaves the tenancy', async () => {
  const landlord = actors.landlord()
  const { ann, ben, tenancyId } = await people.couple(landlord)
  await app.send(deleteTenant, landlord, { params: { id: ann.id } })
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({ tenantIds: [ben.id], movedOutOn: null })
  await app.send(deleteTenant, landlord, { params: { id: ben.id } })
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({
    tenantIds: [ann.id, ben.id].toSorted(),
    movedOutOn: '2026-03-15',
  })
})

test("nobody can join another landlord's tenancy, an ended one, or one that does not exist", async () => {
  const [mine, other] = [actors.landlord(), actors.landlord()]
  const { ann, ben, tenancyId } = await people.couple(mine)
  const join = (landlord: LandlordActor, id: string | null) =>
    app.send(createTenant, landlord, {
      body: { firstName: 'Eve', lastName: 'Else', email: `${v7()}@example.com`, tenancyId: id },
    })
  expect((await join(other, tenancyId)).problem.issues).toEqual([
    { path: 'tenancyId', message: 'Choose one of your tenancies' },
  ])
  expect((await join(mine, v7())).problem.issues).toEqual([
    { path: 'tenancyId', message: 'Choose one of your tenancies' },
  ])
  for (const { id } of [ann, ben]) await people.change(mine, id, { isActive: false })
  expect((await join(mine, tenancyId)).problem.issues).toEqual([
    { path: 'tenancyId', message: 'Everyone has moved out of this tenancy' },
  ])
  expect((await app.send(listTenants, other)).headers['x-total-count']).toBe('0')
})

test('concurrent additions and departures leave the tenancy with the right members', async () => {
  const landlord = actors.landlord()
  const { ann, ben, tenancyId } = await people.couple(landlord)
  const joining = Array.from({ length: 6 }, (_, i) => people.add(landlord, { firstName: `Co${i}`, tenancyId }))
  const leaving = [ann, ben].map(({ id }) => people.change(landlord, id, { isActive: false }))
  const joined = await Promise.all(joining)
  for (const { status } of await Promise.all(leaving)) expect(status).toBe(200)
  expect((await people.lastSnapshot(tenancyId))?.tenantIds).toEqual(joined.map(({ id }) => id).toSorted())
})

test('a tenant sees the shared terms, but no co-tenants and no other tenancies', async () => {
  const landlord = actors.landlord()
  const { ben, tenancyId } = await people.couple(landlord)
  await people.add(landlord, { monthlyRent: 5 })
  const me = actors.tenantOf(landlord, ben.id)
  expect((await app.send(tenantProfile, me)).body).toMatchObject({
    id: ben.id,
    monthlyRent: 1200,
    leaseEndDate: '2026-12-31',
  })
  const rows = await app
    .db('tenancy')
    .read(
      me,
      (sql) =>
        sql<
          { id: string }[]
        >`select id from tenancy union all select tenant_id from member union all select id from tenant union all select id from tenant_change union all select unit_id from unit`,
    )
  expect(rows.map(({ id }) => id)).toEqual([tenancyId, ben.id, ben.id])
})

test('a tenant added as inactive gets a tenancy that ends before it starts', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const gone = await people.add(landlord, { propertyId, ...currentLease, isActive: false })
  expect(gone).toMatchObject({ propertyId, monthlyRent: 1200, isActive: false })
  expect(await people.lastSnapshot(gone.tenancyId)).toMatchObject({
    movedOutOn: '2025-12-31',
    startDate: '2026-01-01',
    tenantIds: [gone.id],
  })
  // Also after its start date changes.
  await people.change(landlord, gone.id, { leaseStartDate: '2025-06-01' })
  expect(await people.lastSnapshot(gone.tenancyId)).toMatchObject({ movedOutOn: '2025-05-31', startDate: '2025-06-01' })
  await people.change(landlord, gone.id, { isActive: true })
  expect(await people.lastSnapshot(gone.tenancyId)).toMatchObject({ movedOutOn: null, tenantIds: [gone.id] })
})

test('a tenant with neither a home nor terms has no tenancy until they get one', async () => {
  const landlord = actors.landlord()
  const ann = await people.add(landlord)
  expect(ann).toMatchObject({ tenancyId: null, unitId: null, coTenants: [] })
  expect((await people.change(landlord, ann.id, { isActive: false })).body.isActive).toBe(false)
  const { body } = await people.change(landlord, ann.id, {
    isActive: true,
    monthlyRent: 500,
    leaseStartDate: '2026-04-01',
  })
  expect(await people.lastSnapshot(body.tenancyId)).toMatchObject({
    accountId: ann.id,
    monthlyRent: 500,
    startDate: '2026-04-01',
    propertyId: null,
  })
})

test('a co-tenant is entered from the day on which they moved in, which is not before the tenancy nor after its end', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const ann = await people.add(landlord, { propertyId, ...currentLease })
  const join = { tenancyId: ann.tenancyId }
  const ben = await people.add(landlord, { firstName: 'Ben', ...join, joinedOn: '2026-02-01' })
  const cara = await people.add(landlord, { firstName: 'Cara', ...join, joinedOn: '2025-11-01' })
  const dan = await people.add(landlord, { firstName: 'Dan', ...join, joinedOn: '2026-04-01' })
  const eve = await people.add(landlord, { firstName: 'Eve' })
  await people.change(landlord, eve.id, { ...join, joinedOn: '2026-02-20' })
  const joinedOn = async () =>
    Object.fromEntries(
      (await people.tenancy(landlord, ann.tenancyId)).tenants.map((one) => [one.tenantId, one.joinedOn]),
    )
  expect(await joinedOn()).toEqual({
    [ann.id]: null,
    [ben.id]: '2026-02-01',
    [cara.id]: null,
    [dan.id]: '2026-04-01',
    [eve.id]: '2026-02-20',
  })
  await app.send(moveOut, landlord, { params: { id: ann.tenancyId ?? '' }, body: { movedOutOn: '2026-05-31' } })
  const late = await app.send(createTenant, landlord, {
    body: { firstName: 'Finn', lastName: 'Fox', email: 'finn@example.com', ...join, joinedOn: '2026-05-31' },
  })
  expect([late.status, late.problem.issues]).toEqual([
    400,
    [{ path: 'joinedOn', message: 'The others move out by that day: enter an earlier one' }],
  ])
})
