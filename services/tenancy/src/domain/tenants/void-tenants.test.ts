import { PropertyDeleted } from '@keyhold/contracts/properties/property-snapshots'
import { getTenancy, listTenancies } from '@keyhold/contracts/tenancy/tenancies'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { restoreTenant } from '@keyhold/contracts/tenancy/tenants'
import { deleteTenant, getTenant, listTenants } from '@keyhold/contracts/tenancy/tenants'
import { TenantCreated, TenantLeft } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { UserCreated } from '@keyhold/contracts/identity/accounts'
import type { Tx } from '@keyhold/kit/database/database'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'
import { peopleOf } from '../../testing/people.ts'
import { addTenants, type NewTenant } from './add-tenant.ts'
import { transactionWithNights } from '../nights/with-nights.ts'
import { authorOf } from '../history/history.ts'
import { mapEmailConflict } from '../tenant-emails.ts'
import { lockTenantRow } from './tenants.ts'
import { unchangedTenants, voidTenants } from './void-tenants.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
afterAll(() => app?.stop())

const db = () => app.db('tenancy')
const at = () => app.clock.now().toISOString()
const form = (more: Partial<NewTenant> = {}): NewTenant => ({
  firstName: 'Ann',
  lastName: 'Archer',
  email: `${v7()}@example.com`,
  ...more,
})
const inTransaction = <T>(landlord: LandlordActor, fn: (tx: Tx) => Promise<T>): Promise<T> =>
  transactionWithNights({ db: db(), call: app.runtime.call }, landlord, fn)
const add = (landlord: LandlordActor, forms: NewTenant[]) =>
  mapEmailConflict(
    inTransaction(landlord, (tx) =>
      addTenants(tx, { landlordId: landlord.landlordId, forms, at: at(), by: authorOf(landlord) }),
    ),
  )
const voidOne = (landlord: LandlordActor, id: string) =>
  inTransaction(landlord, async (tx) => {
    const row = await lockTenantRow(tx, { id, landlordId: landlord.landlordId })
    await voidTenants(tx, [row], { at: at(), by: authorOf(landlord), reason: 'The import was undone' })
  })
const unchanged = (landlord: LandlordActor, ids: string[]) =>
  db().transaction(landlord, (tx) => unchangedTenants(tx, landlord.landlordId, ids))

test('tenants added together get the same tenancies, reserved ids, history and events as if added alone', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const { tenancyId } = await people.add(landlord, { propertyId, leaseStartDate: '2026-04-01' })
  const invited = await app.invite(landlord, { email: 'invited@example.com' })
  const made = await add(landlord, [
    form({ propertyId, monthlyRent: 900, leaseStartDate: '2026-01-01' }),
    form({ tenancyId }),
    form({ email: 'invited@example.com' }),
    form({ tenancyId }),
  ])
  expect(made.map((row) => row.tenancyId)).toEqual([expect.any(String), tenancyId, null, tenancyId])
  await app.settled()
  const created = app.published(TenantCreated).filter(({ landlordId }) => landlordId === landlord.landlordId)
  expect(created.slice(1).map(({ tenantId }) => tenantId)).toEqual(made.map(({ id }) => id))
  expect((await people.lastSnapshot(tenancyId))?.tenantIds).toHaveLength(3)
  expect(await people.lastSnapshot(made[0]!.tenancyId)).toMatchObject({
    accountId: made[0]!.id,
    monthlyRent: 900,
    tenantIds: [made[0]!.id],
    propertyId,
    unitId: propertyId,
  })
  // Nobody has a joining day, because the tenancy has not started yet.
  expect((await people.tenancy(landlord, tenancyId)).tenants.map(({ joinedOn }) => joinedOn)).toEqual([
    null,
    null,
    null,
  ])
  expect((await people.tenant(landlord, made[2]!.id)).portalAccess).toBe('invited')
  expect(invited.email).toBe('invited@example.com')
})

test('if one of several tenants cannot be added, none is', async () => {
  const landlord = actors.landlord()
  await people.add(landlord, { email: 'taken@example.com' })
  await expect(add(landlord, [form(), form({ email: 'taken@example.com' }), form()])).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(
    add(landlord, [form(), form({ propertyId: (await deletedProperty(landlord)).propertyId })]),
  ).rejects.toMatchObject({
    code: 'invalid-input',
  })
  expect((await app.send(listTenants, landlord)).headers['x-total-count']).toBe('1')
  expect(await add(landlord, [])).toEqual([])
})

async function deletedProperty(landlord: LandlordActor) {
  const property = app.property(landlord)
  await app.publish(PropertyDeleted, { ...property, isDeleted: true })
  return property
}

test('a voided tenant is archived, and their tenancy becomes void', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const [row] = await add(landlord, [form({ propertyId, monthlyRent: 900, leaseStartDate: '2026-01-01' })])
  const { id, tenancyId } = row!
  await voidOne(landlord, id)
  expect((await app.send(getTenant, landlord, { params: { id } })).body.archivedAt).not.toBeNull()
  expect((await app.send(getTenancy, landlord, { params: { id: tenancyId! } })).status).toBe(404)
  expect((await app.send(listTenancies, landlord)).headers['x-total-count']).toBe('0')
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({ isVoid: true, tenantIds: [id] })
  expect(app.published(TenantLeft).filter(({ tenantId }) => tenantId === id)).toMatchObject([{ isActive: false }])
  await expect(voidOne(landlord, id)).rejects.toMatchObject({ code: 'not-found' })
  // A tenant whom the landlord restores and makes active lives there again.
  await app.send(restoreTenant, landlord, { params: { id } })
  await people.change(landlord, id, { isActive: true })
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({ isVoid: false, movedOutOn: null, tenantIds: [id] })
})

test('a tenancy with another member continues without the voided tenant', async () => {
  const landlord = actors.landlord()
  const [row] = await add(landlord, [form({ monthlyRent: 900 })])
  const ben = await people.add(landlord, { tenancyId: row!.tenancyId })
  await voidOne(landlord, row!.id)
  expect(await people.lastSnapshot(row!.tenancyId)).toMatchObject({
    isVoid: false,
    movedOutOn: null,
    tenantIds: [ben.id],
  })
  const [alone] = await add(landlord, [form()])
  const before = app.published(TenancyChanged).length
  await voidOne(landlord, alone!.id)
  await app.settled()
  expect(app.published(TenancyChanged)).toHaveLength(before)
})

/** What makes a tenant count as changed. */
const uses: Record<
  string,
  (landlord: LandlordActor, row: { id: string; email: string; tenancyId: string | null }) => Promise<unknown>
> = {
  'was changed': (landlord, { id }) => people.change(landlord, id, { phone: '212 555 0100' }),
  'was invited': (landlord, { email }) => app.invite(landlord, { email }),
  'can sign in': (landlord, { id, email }) =>
    app.publish(UserCreated, {
      userId: v7(),
      landlordId: landlord.landlordId,
      tenantId: id,
      userType: 'tenant',
      email,
      firstName: '',
      lastName: '',
      phone: null,
      createdAt: at(),
    }),
  'was joined by another': (landlord, { tenancyId }) => people.add(landlord, { tenancyId }),
  'was archived': (landlord, { id }) => app.send(deleteTenant, landlord, { params: { id } }),
}

test.each(Object.entries(uses))('a tenant who %s no longer counts as unchanged, and others do', async (_, use) => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const [row, neighbour] = await add(landlord, [form({ monthlyRent: 1 }), form({ monthlyRent: 1 })])
  const ids = [row!.id, neighbour!.id]
  // An edit without a difference is not a change.
  await people.change(landlord, row!.id, { firstName: 'Ann', isActive: true, monthlyRent: 1 })
  expect(await unchanged(landlord, ids)).toEqual(new Set(ids))
  expect(await unchanged(other, ids)).toEqual(new Set())
  await use(landlord, row!)
  expect(await unchanged(landlord, ids)).toEqual(new Set([neighbour!.id]))
})
