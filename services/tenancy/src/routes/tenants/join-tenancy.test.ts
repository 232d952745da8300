import { moveOut } from '@keyhold/contracts/tenancy/tenancies'
import { tenantHistory } from '@keyhold/contracts/tenancy/tenants'
import { deleteTenant, tenantProfile, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import { getTenantSnapshot, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'
import { currentLease, peopleOf } from '../../testing/people.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
beforeEach(() => app.clock.set('2026-03-15T15:00:00Z'))
afterAll(() => app?.stop())

const join = (landlord: LandlordActor, id: string, tenancyId: string | null, more: Record<string, unknown> = {}) =>
  people.change(landlord, id, { tenancyId, ...more })

test('a tenant who becomes a co-tenant leaves their own tenancy and gets the home, terms and ledger of the other', async () => {
  const landlord = actors.landlord()
  const { ann, ben, here, there } = await people.neighbours(landlord)
  // The page sends the whole form; its home and terms are ignored.
  const { body, status } = await join(landlord, ben.id, ann.tenancyId, {
    phone: '212 555 0100',
    propertyId: there.propertyId,
    monthlyRent: 1,
    isActive: true,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...currentLease,
    propertyId: here.propertyId,
    tenancyId: ann.tenancyId,
    phone: '212 555 0100',
    isActive: true,
  })
  expect(body.coTenants).toEqual([{ tenantId: ann.id, name: 'Ann Archer' }])
  expect((await people.tenancy(landlord, ann.tenancyId)).tenants).toMatchObject([
    { tenantId: ann.id, joinedOn: null, leftOn: null },
    { tenantId: ben.id, joinedOn: '2026-03-15', leftOn: null },
  ])
  expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({
    accountId: ann.id,
    tenantIds: [ann.id, ben.id].toSorted(),
    monthlyRent: 1200,
  })
  expect(await people.lastSnapshot(ben.tenancyId)).toMatchObject({
    accountId: ben.id,
    tenantIds: [ben.id],
    movedOutOn: '2026-03-15',
    monthlyRent: 700,
  })
  const snapshot = await app.send(getTenantSnapshot, actors.service('payments', landlord.landlordId), {
    params: { id: ben.id },
  })
  // The account that they shared before too.
  expect(snapshot.body.accountIds?.toSorted()).toEqual([ann.id, ben.id].toSorted())
  expect(snapshot.body).toMatchObject({
    accountId: ann.id,
    tenancyId: ann.tenancyId,
    propertyId: here.propertyId,
    isActive: true,
  })
  expect(app.published(TenantUpdated).findLast(({ tenantId }) => tenantId === ben.id)).toMatchObject({
    accountId: ann.id,
    isActive: true,
  })
  expect(app.published(TenantLeft).some(({ tenantId }) => tenantId === ben.id)).toBe(false)
  expect((await app.send(tenantProfile, actors.tenantOf(landlord, ben.id))).body).toMatchObject({ monthlyRent: 1200 })
})

test('the history shows whom they joined, and on what terms', async () => {
  const landlord = actors.landlord()
  const { ann, ben } = await people.neighbours(landlord)
  await join(landlord, ben.id, ann.tenancyId)
  const { body } = await app.send(tenantHistory, landlord, { params: { id: ben.id } })
  expect(body[0]).toMatchObject({ what: 'joined', by: 'landlord' })
  expect(body[0]?.changes).toEqual([
    { field: 'property', from: 'Oak Lane 2', to: 'Elm Street 1' },
    { field: 'leaseStartDate', from: '2025-05-01', to: '2026-01-01' },
    { field: 'leaseEndDate', from: null, to: '2026-12-31' },
    { field: 'monthlyRent', from: '700.00', to: '1200.00' },
    { field: 'securityDeposit', from: null, to: '1200.00' },
    { field: 'coTenants', from: null, to: 'Ann Archer' },
  ])
})

test('a tenant without a tenancy can join one, even before it starts', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const ann = await people.add(landlord, { propertyId, ...currentLease, leaseStartDate: '2026-05-01' })
  const flo = await people.add(landlord, { firstName: 'Flo' })
  expect((await join(landlord, flo.id, ann.tenancyId)).body).toMatchObject({ propertyId, leaseStartDate: '2026-05-01' })
  expect((await people.tenancy(landlord, ann.tenancyId)).tenants).toMatchObject([
    { tenantId: ann.id },
    { tenantId: flo.id, joinedOn: null },
  ])
})

test("nobody can join another landlord's tenancy, an ended one, or one that does not exist; another landlord's tenant is not found", async () => {
  const [mine, other] = [actors.landlord(), actors.landlord()]
  const { ann, ben } = await people.neighbours(mine)
  const foreign = await people.add(other, { propertyId: app.property(other).propertyId, ...currentLease })
  for (const tenancyId of [foreign.tenancyId, v7()])
    expect((await join(mine, ben.id, tenancyId)).problem.issues).toEqual([
      { path: 'tenancyId', message: 'Choose one of your tenancies' },
    ])
  expect((await join(other, ben.id, foreign.tenancyId)).status).toBe(404)
  await people.change(mine, ann.id, { isActive: false })
  expect((await join(mine, ben.id, ann.tenancyId)).problem.issues).toEqual([
    { path: 'tenancyId', message: 'Everyone has moved out of this tenancy' },
  ])
  expect(
    (
      await app.send(updateTenant, actors.tenantOf(mine, ben.id) as never, {
        params: { id: ben.id },
        body: { tenancyId: ann.tenancyId },
      })
    ).status,
  ).toBe(403)
  expect(await people.tenant(mine, ben.id)).toMatchObject({ tenancyId: ben.tenancyId, monthlyRent: 700 })
  expect(await people.lastSnapshot(ben.tenancyId)).toMatchObject({ movedOutOn: null })
  await app.send(deleteTenant, mine, { params: { id: ben.id } })
  expect((await join(mine, ben.id, ann.tenancyId)).status).toBe(404)
})

test('repeated and concurrent requests join once', async () => {
  const landlord = actors.landlord()
  const { ann, ben } = await people.neighbours(landlord)
  const both = await Promise.all([1, 2].map(() => join(landlord, ben.id, ann.tenancyId)))
  app.clock.advance(24 * 60 * 60 * 1000)
  const later = await join(landlord, ben.id, ann.tenancyId)
  expect([...both, later].map(({ status, body }) => [status, body.tenancyId])).toEqual(
    Array.from({ length: 3 }, () => [200, ann.tenancyId]),
  )
  expect((await people.tenancy(landlord, ann.tenancyId)).tenants).toMatchObject([
    { tenantId: ann.id },
    { tenantId: ben.id, joinedOn: '2026-03-15' },
  ])
  const { body } = await app.send(tenantHistory, landlord, { params: { id: ben.id } })
  expect(body.map(({ what }) => what)).toEqual(['joined', 'created'])
})

test('two tenants who join each other at the same time do not deadlock', async () => {
  const landlord = actors.landlord()
  const pairs = await Promise.all(Array.from({ length: 8 }, () => people.neighbours(landlord)))
  const swap = async ({ ann, ben }: (typeof pairs)[number]) => {
    const answers = await Promise.all([join(landlord, ben.id, ann.tenancyId), join(landlord, ann.id, ben.tenancyId)])
    const [a, b] = [await people.tenant(landlord, ann.id), await people.tenant(landlord, ben.id)]
    expect(a.tenancyId).toBe(b.tenancyId)
    expect((await people.lastSnapshot(a.tenancyId))?.tenantIds).toEqual([ann.id, ben.id].toSorted())
    // The second one finds the tenancy empty, or their own ledger shared.
    return answers.map(({ status }) => (status === 400 || status === 409 ? 'refused' : `answered ${status}`)).toSorted()
  }
  expect(await Promise.all(pairs.map(swap))).toEqual(pairs.map(() => ['answered 200', 'refused']))
})

test('nobody can join a tenancy on the planned move-out day of its last member', async () => {
  const landlord = actors.landlord()
  const { ann, ben } = await people.neighbours(landlord)
  await app.send(moveOut, landlord, { params: { id: ann.tenancyId! }, body: { movedOutOn: '2026-03-16' } })
  app.clock.advance(24 * 60 * 60 * 1000)
  expect((await join(landlord, ben.id, ann.tenancyId)).problem.issues).toEqual([
    { path: 'tenancyId', message: 'Everyone has moved out of this tenancy' },
  ])
})

test('a former tenant can join only as an active one, also the tenancy they left', async () => {
  const landlord = actors.landlord()
  const { ann, ben } = await people.neighbours(landlord)
  await people.change(landlord, ben.id, { isActive: false })
  app.clock.set('2026-08-20T15:00:00Z')
  expect((await join(landlord, ben.id, ann.tenancyId)).problem.issues).toEqual([
    { path: 'isActive', message: 'A co-tenant lives there: make the tenant active as well' },
  ])
  expect((await join(landlord, ben.id, ann.tenancyId, { isActive: true })).body).toMatchObject({
    isActive: true,
    tenancyId: ann.tenancyId,
  })
  expect(await people.tenancy(landlord, ben.tenancyId)).toMatchObject({ movedOutOn: '2026-03-15', status: 'ended' })
  // They rejoin the members who stayed, from that day on.
  await people.change(landlord, ben.id, { isActive: false })
  app.clock.set('2026-10-01T15:00:00Z')
  expect((await join(landlord, ben.id, ann.tenancyId, { isActive: true })).body).toMatchObject({
    isActive: true,
    tenancyId: ann.tenancyId,
  })
  expect((await people.tenancy(landlord, ann.tenancyId)).tenants).toMatchObject([
    { tenantId: ann.id, leftOn: null },
    { tenantId: ben.id, joinedOn: '2026-10-01', leftOn: null },
  ])
  expect((await people.lastSnapshot(ann.tenancyId))?.tenantIds).toEqual([ann.id, ben.id].toSorted())
  // An ended tenancy cannot be joined.
  for (const { id } of [ann, ben]) await people.change(landlord, id, { isActive: false })
  expect((await join(landlord, ben.id, ann.tenancyId, { isActive: true })).status).toBe(400)
})

test('concurrent joins and departures leave the tenancy with the right members', async () => {
  const landlord = actors.landlord()
  const { ann, ben } = await people.neighbours(landlord)
  const others = await Promise.all(
    Array.from({ length: 5 }, () =>
      people.add(landlord, { firstName: 'Co', propertyId: app.property(landlord).propertyId, ...currentLease }),
    ),
  )
  const answers = await Promise.all([
    ...others.map(({ id }) => join(landlord, id, ann.tenancyId)),
    people.change(landlord, ben.id, { isActive: false }),
    people.change(landlord, ann.id, { monthlyRent: 1300 }),
  ])
  for (const { status } of answers) expect(status).toBe(200)
  expect((await people.lastSnapshot(ann.tenancyId))?.tenantIds).toEqual([ann, ...others].map(({ id }) => id).toSorted())
})
