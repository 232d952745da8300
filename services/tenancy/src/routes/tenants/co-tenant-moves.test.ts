import { tenantProfile } from '@keyhold/contracts/tenancy/tenants'
import { getTenantSnapshot, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
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

test('a tenancy ends when its last member leaves, and continues when one of them is made active again', async () => {
  const landlord = actors.landlord()
  const { propertyId, ann, ben, tenancyId } = await people.couple(landlord)
  await people.change(landlord, ann.id, { isActive: false })
  expect(await people.tenancy(landlord, tenancyId)).toMatchObject({ status: 'active', movedOutOn: null })
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({
    tenantIds: [ben.id],
    accountId: ann.id,
    movedOutOn: null,
  })
  expect((await people.tenant(landlord, ben.id)).coTenants).toEqual([])
  app.clock.advance(24 * 60 * 60 * 1000)
  await people.change(landlord, ben.id, { isActive: false })
  expect(await people.tenancy(landlord, tenancyId)).toMatchObject({ status: 'ended', movedOutOn: '2026-03-16' })
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({
    tenantIds: [ben.id],
    movedOutOn: '2026-03-16',
    propertyId,
  })
  app.clock.advance(-24 * 60 * 60 * 1000)
  expect((await people.change(landlord, ann.id, { isActive: true })).body).toMatchObject({
    isActive: true,
    propertyId,
    tenancyId,
    monthlyRent: 1200,
  })
  expect(await people.tenancy(landlord, tenancyId)).toMatchObject({ status: 'active', movedOutOn: null })
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({ tenantIds: [ann.id], movedOutOn: null })
})

test('who left a shared tenancy does not see the terms of those who stayed', async () => {
  const landlord = actors.landlord()
  const { ann, ben } = await people.couple(landlord)
  const terms = async () => (await app.send(tenantProfile, actors.tenantOf(landlord, ben.id))).body
  expect(await terms()).toMatchObject({ monthlyRent: 1200 })
  await people.change(landlord, ben.id, { isActive: false })
  await people.change(landlord, ann.id, { monthlyRent: 1234, securityDeposit: 999, leaseEndDate: '2027-09-30' })
  expect(await terms()).toMatchObject({ monthlyRent: null, securityDeposit: null, leaseEndDate: null, nextRent: null })
})

test('who left a shared tenancy first keeps its account after the others moved out; its snapshot says who lived there when', async () => {
  const landlord = actors.landlord()
  app.clock.set('2026-03-15T15:00:00Z')
  const { ann, ben, tenancyId } = await people.couple(landlord)
  const leftBy = async (id: string) => {
    const actor = actors.service('payments', landlord.landlordId)
    return (await app.send(getTenantSnapshot, actor, { params: { id } })).body.left
  }
  await people.change(landlord, ben.id, { isActive: false })
  const left = { accountId: ann.id, leftOn: '2026-03-15' }
  expect(await leftBy(ben.id)).toEqual(left)
  app.clock.set('2026-03-20T15:00:00Z')
  await people.change(landlord, ann.id, { isActive: false })
  expect([await leftBy(ben.id), await leftBy(ann.id)]).toEqual([left, null])
  const { members = [] } = (await people.lastSnapshot(tenancyId))!
  expect(Object.fromEntries(members.map(({ tenantId, leftOn }) => [tenantId, leftOn]))).toEqual({
    [ann.id]: '2026-03-20',
    [ben.id]: '2026-03-15',
  })
  app.clock.set('2026-03-15T15:00:00Z')
})

test('a tenant who lives alone takes the tenancy and its terms to another property', async () => {
  const landlord = actors.landlord()
  const [first, second] = [app.property(landlord), app.property(landlord, { name: 'Oak Lane 2' })]
  const ann = await people.add(landlord, { propertyId: first.propertyId, ...currentLease })
  const { body } = await people.change(landlord, ann.id, { propertyId: second.propertyId })
  expect(body).toMatchObject({
    ...currentLease,
    tenancyId: ann.tenancyId,
    propertyId: second.propertyId,
    unitId: second.propertyId,
    propertyName: 'Oak Lane 2',
  })
  expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({
    propertyId: second.propertyId,
    unitId: second.propertyId,
    tenantIds: [ann.id],
  })
  const none = await people.change(landlord, ann.id, { propertyId: '' })
  expect(none.body).toMatchObject({ ...currentLease, propertyId: null, unitId: null, propertyName: null })
})

test('a co-tenant who moves opens a tenancy with a ledger of their own, and no shared month is charged again', async () => {
  const landlord = actors.landlord()
  const { propertyId, ann, ben, tenancyId } = await people.couple(landlord)
  const other = app.property(landlord)
  // The page sends the lease as it was displayed.
  const { body } = await people.change(landlord, ben.id, {
    ...currentLease,
    monthlyRent: 700,
    propertyId: other.propertyId,
  })
  expect(body.tenancyId).not.toBe(tenancyId)
  expect(body).toMatchObject({
    propertyId: other.propertyId,
    leaseStartDate: '2026-03-15',
    leaseEndDate: '2026-12-31',
    monthlyRent: 700,
    coTenants: [],
  })
  expect(await people.lastSnapshot(body.tenancyId)).toMatchObject({
    accountId: ben.id,
    tenantIds: [ben.id],
    startDate: '2026-03-15',
    monthlyRent: 700,
  })
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({
    accountId: ann.id,
    tenantIds: [ann.id],
    propertyId,
    monthlyRent: 1200,
    movedOutOn: null,
  })
  const snapshot = app.published(TenantUpdated).findLast(({ tenantId }) => tenantId === ben.id)
  expect(snapshot).toMatchObject({ accountId: ben.id, tenancyId: body.tenancyId, propertyId: other.propertyId })
  expect((await people.tenancy(landlord, tenancyId)).tenants).toMatchObject([
    { tenantId: ann.id, leftOn: null },
    { tenantId: ben.id, leftOn: '2026-03-15' },
  ])
})

test('a tenant cannot move to another home with a ledger that others can see', async () => {
  const landlord = actors.landlord()
  const { propertyId, ann, ben, tenancyId } = await people.couple(landlord)
  const other = app.property(landlord)
  const refused = await people.change(landlord, ann.id, { propertyId: other.propertyId })
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    expect.stringContaining("Others share this tenant's ledger"),
  ])
  expect(await people.tenant(landlord, ann.id)).toMatchObject({ propertyId, tenancyId, isActive: true })
  // A member who left on the last day can still see the ledger.
  await people.change(landlord, ben.id, { isActive: false })
  expect((await people.change(landlord, ann.id, { propertyId: other.propertyId })).status).toBe(409)
})

test('the last remaining member moves with their ledger, and the shared tenancy stays as history', async () => {
  const landlord = actors.landlord()
  const { propertyId, ann, ben, tenancyId } = await people.couple(landlord)
  const other = app.property(landlord)
  await people.change(landlord, ben.id, { isActive: false })
  app.clock.advance(24 * 60 * 60 * 1000)
  const { body } = await people.change(landlord, ann.id, { propertyId: other.propertyId, monthlyRent: 800 })
  app.clock.advance(-24 * 60 * 60 * 1000)
  expect(body).toMatchObject({ propertyId: other.propertyId, monthlyRent: 800 })
  expect(await people.lastSnapshot(body.tenancyId)).toMatchObject({
    accountId: ann.id,
    tenantIds: [ann.id],
    startDate: '2026-03-16',
  })
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({
    tenantIds: [ann.id],
    movedOutOn: '2026-03-16',
    propertyId,
  })
  expect(await people.tenant(landlord, ben.id)).toMatchObject({ propertyId, tenancyId, isActive: false })
})

test('a co-tenant who moves to another unit opens a tenancy of their own; two identical requests open one', async () => {
  const landlord = actors.landlord()
  const { propertyId, ben, tenancyId } = await people.couple(landlord)
  const { unitId } = app.unit({ ...app.property(landlord), propertyId })
  const both = await Promise.all([1, 2].map(() => people.change(landlord, ben.id, { unitId, monthlyRent: 600 })))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const [moved, again] = both.map(({ body }) => body)
  expect(moved).toMatchObject({
    propertyId,
    unitId,
    monthlyRent: 600,
    leaseStartDate: '2026-03-15',
    leaseEndDate: null,
  })
  expect([again?.tenancyId, again?.unitId]).toEqual([moved?.tenancyId, unitId])
  expect(await people.lastSnapshot(moved?.tenancyId ?? '')).toMatchObject({
    accountId: ben.id,
    tenantIds: [ben.id],
    unitId,
  })
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({ monthlyRent: 1200, unitId: propertyId })
})
