import { PropertyDeleted } from '@keyhold/contracts/properties/properties'
import { getTenancy, listTenancies, TenancyChanged } from '@keyhold/contracts/tenancy/tenancies'
import { restoreTenant } from '@keyhold/contracts/tenancy/tenants'
import { deleteTenant, getTenant, listTenants, TenantCreated, TenantLeft } from '@keyhold/contracts/tenancy/tenants'
import { UserCreated } from '@keyhold/contracts/identity/accounts'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actors, tenancyHouse } from '../../testing/test-app.ts'
import { peopleOf } from '../../testing/people.ts'
import { addTenants, type NewTenant } from './add-tenant.ts'
import { byOf } from './history.ts'
import { inWords, lockTenant } from './tenants.ts'
import { isUntouched, untouchedOf, voidTenant } from './void-tenant.ts'

let house: Awaited<ReturnType<typeof tenancyHouse>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  house = await tenancyHouse()
  people = peopleOf(house)
})
afterAll(() => house?.stop())

const door = () => house.door('tenancy')
const at = () => house.clock.now().toISOString()
const form = (more: Partial<NewTenant> = {}): NewTenant => ({ firstName: 'Ann', lastName: 'Archer', email: `${v7()}@example.com`, ...more })
const add = (landlord: LandlordActor, forms: NewTenant[]) =>
  inWords(door().as(landlord, (tx) => addTenants(tx, { landlordId: landlord.landlordId, forms, at: at(), by: byOf(landlord) })))
const takeBack = (landlord: LandlordActor, id: string) =>
  door().as(landlord, async (tx) => {
    const row = await lockTenant(tx, { id, landlordId: landlord.landlordId })
    await voidTenant(tx, row, { at: at(), by: byOf(landlord), reason: 'The import was undone' })
  })
const untouched = (landlord: LandlordActor, ids: string[]) => door().as(landlord, (tx) => untouchedOf(tx, landlord.landlordId, ids))

test('many are added at once as each would be alone: with tenancies, co-tenants, invited ids, history, and told in order', async () => {
  const landlord = actors.landlord()
  const { propertyId } = house.property(landlord)
  const { tenancyId } = await people.add(landlord, { propertyId, leaseStartDate: '2026-04-01' })
  const invited = await house.invite(landlord, { email: 'invited@example.com' })
  const made = await add(landlord, [
    form({ propertyId, monthlyRent: 900, leaseStartDate: '2026-01-01' }),
    form({ tenancyId }),
    form({ email: 'invited@example.com' }),
    form({ tenancyId }),
  ])
  expect(made.map((row) => row.tenancyId)).toEqual([expect.any(String), tenancyId, null, tenancyId])
  await house.settled()
  const told = house.published(TenantCreated).filter(({ landlordId }) => landlordId === landlord.landlordId)
  expect(told.slice(1).map(({ tenantId }) => tenantId)).toEqual(made.map(({ id }) => id))
  expect((await people.told(tenancyId))?.tenantIds).toHaveLength(3)
  expect(await people.told(made[0]!.tenancyId)).toMatchObject({
    accountId: made[0]!.id,
    monthlyRent: 900,
    tenantIds: [made[0]!.id],
    propertyId,
    unitId: propertyId,
  })
  // Before it began everybody is there from the beginning.
  expect((await people.tenancy(landlord, tenancyId)).tenants.map(({ joinedOn }) => joinedOn)).toEqual([null, null, null])
  expect((await people.tenant(landlord, made[2]!.id)).portalAccess).toBe('invited')
  expect(invited.email).toBe('invited@example.com')
})

test('of many with one address that is taken none is added', async () => {
  const landlord = actors.landlord()
  await people.add(landlord, { email: 'taken@example.com' })
  await expect(add(landlord, [form(), form({ email: 'taken@example.com' }), form()])).rejects.toMatchObject({ code: 'conflict' })
  await expect(add(landlord, [form(), form({ propertyId: (await goneProperty(landlord)).propertyId })])).rejects.toMatchObject({
    code: 'invalid-input',
  })
  expect((await house.send(listTenants, landlord)).headers['x-total-count']).toBe('1')
  expect(await add(landlord, [])).toEqual([])
})

async function goneProperty(landlord: LandlordActor) {
  const facts = house.property(landlord)
  await house.publish(PropertyDeleted, { ...facts, isDeleted: true })
  return facts
}

test('a tenant taken back is archived, and their tenancy never was', async () => {
  const landlord = actors.landlord()
  const { propertyId } = house.property(landlord)
  const [row] = await add(landlord, [form({ propertyId, monthlyRent: 900, leaseStartDate: '2026-01-01' })])
  const { id, tenancyId } = row!
  await takeBack(landlord, id)
  expect((await house.send(getTenant, landlord, { params: { id } })).body.archivedAt).not.toBeNull()
  expect((await house.send(getTenancy, landlord, { params: { id: tenancyId! } })).status).toBe(404)
  expect((await house.send(listTenancies, landlord)).headers['x-total-count']).toBe('0')
  expect(await people.told(tenancyId)).toMatchObject({ isVoid: true, tenantIds: [id] })
  expect(house.published(TenantLeft).filter(({ tenantId }) => tenantId === id)).toMatchObject([{ isActive: false }])
  await expect(takeBack(landlord, id)).rejects.toMatchObject({ code: 'not-found' })
  // Whom the landlord takes back all the same lives there again.
  await house.send(restoreTenant, landlord, { params: { id } })
  await people.change(landlord, id, { isActive: true })
  expect(await people.told(tenancyId)).toMatchObject({ isVoid: false, movedOutOn: null, tenantIds: [id] })
})

test('a tenancy that somebody else is part of stays, without the one taken back', async () => {
  const landlord = actors.landlord()
  const [row] = await add(landlord, [form({ monthlyRent: 900 })])
  const ben = await people.add(landlord, { tenancyId: row!.tenancyId })
  await takeBack(landlord, row!.id)
  expect(await people.told(row!.tenancyId)).toMatchObject({ isVoid: false, movedOutOn: null, tenantIds: [ben.id] })
  const [alone] = await add(landlord, [form()])
  const before = house.published(TenancyChanged).length
  await takeBack(landlord, alone!.id)
  await house.settled()
  expect(house.published(TenancyChanged)).toHaveLength(before)
})

/** What makes a record one that is not simply taken back. */
const touches: Record<string, (landlord: LandlordActor, row: { id: string; email: string; tenancyId: string | null }) => Promise<unknown>> = {
  'was changed': (landlord, { id }) => people.change(landlord, id, { phone: '212 555 0100' }),
  'was invited': (landlord, { email }) => house.invite(landlord, { email }),
  'can sign in': (landlord, { id, email }) =>
    house.publish(UserCreated, {
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
  'was archived': (landlord, { id }) => house.send(deleteTenant, landlord, { params: { id } }),
}

test.each(Object.entries(touches))('one who %s is not as made any more, and the others are', async (_, touch) => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const [row, neighbour] = await add(landlord, [form({ monthlyRent: 1 }), form({ monthlyRent: 1 })])
  const ids = [row!.id, neighbour!.id]
  // An edit that changes nothing is none.
  await people.change(landlord, row!.id, { firstName: 'Ann', isActive: true, monthlyRent: 1 })
  expect(await untouched(landlord, ids)).toEqual(new Set(ids))
  expect(await untouched(other, ids)).toEqual(new Set())
  await touch(landlord, row!)
  expect(await untouched(landlord, ids)).toEqual(new Set([neighbour!.id]))
  expect(await door().as(landlord, (tx) => isUntouched(tx, row!))).toBe(false)
})
