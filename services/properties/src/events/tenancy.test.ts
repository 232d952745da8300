import { randomUUID } from 'node:crypto'
import { getProperty, listProperties, PropertyUpdated, updateProperty } from '@keyhold/contracts/properties/properties'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenants'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, tenantAt } from '../testing/test-app.ts'

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.stop())

const isOccupied = async (landlord: LandlordActor, id: string) => (await house.send(getProperty, landlord, { params: { id } })).body.isOccupied

test('the first tenant makes it occupied, the last one leaving makes it vacant, and open pages are told of both', async () => {
  const landlord = actors.landlord()
  const { id } = await house.addProperty(landlord)
  const [first, second] = [tenantAt(landlord, id), tenantAt(landlord, id)]
  await house.publish(TenantCreated, first)
  expect(await isOccupied(landlord, id)).toBe(true)
  await house.publish(TenantCreated, second)
  await house.publish(TenantLeft, { ...first, isActive: false })
  expect(await isOccupied(landlord, id)).toBe(true)
  await house.publish(TenantLeft, { ...second, isActive: false })
  expect(await isOccupied(landlord, id)).toBe(false)
  await house.settled()
  expect(house.published(PropertyUpdated).filter(({ propertyId }) => propertyId === id)).toHaveLength(2)
})

test('a tenant who moves vacates the old home and occupies the new one', async () => {
  const landlord = actors.landlord()
  const [from, to] = [await house.addProperty(landlord), await house.addProperty(landlord)]
  const tenant = tenantAt(landlord, from.id)
  await house.publish(TenantCreated, tenant)
  await house.publish(TenantUpdated, { ...tenant, propertyId: to.id })
  expect([await isOccupied(landlord, from.id), await isOccupied(landlord, to.id)]).toEqual([false, true])
  await house.publish(TenantUpdated, { ...tenant, propertyId: null })
  expect([await isOccupied(landlord, from.id), await isOccupied(landlord, to.id)]).toEqual([false, false])
  await house.publish(TenantUpdated, { ...tenant, propertyId: from.id })
  expect(await isOccupied(landlord, from.id)).toBe(true)
})

/** Every order of a list. */
const orders = <T>(list: T[]): T[][] =>
  list.length < 2 ? [list] : list.flatMap((one, at) => orders(list.toSpliced(at, 1)).map((rest) => [one, ...rest]))

test('in whatever order facts arrive, also twice, the newest of each tenant decides', async () => {
  const landlord = actors.landlord()
  house.billing.answer.set(landlord.landlordId, { maxProperties: null })
  const start = house.clock.now().getTime()
  // Tenant a comes to the first home, moves to the second and leaves; tenant b comes to the first one and stays.
  const told = [
    { who: 'a', what: 'created', at: 0 },
    { who: 'a', what: 'moved', at: 1 },
    { who: 'a', what: 'left', at: 2 },
    { who: 'b', what: 'created', at: 0 },
  ] as const
  for (const order of orders([...told])) {
    const [first, second] = [await house.addProperty(landlord), await house.addProperty(landlord)]
    const ids = { a: randomUUID(), b: randomUUID() }
    for (const { what, who, at } of [...order, ...order.slice(0, 2)]) {
      house.clock.set(new Date(start + at * 1000))
      const tenant = tenantAt(landlord, what === 'created' ? first.id : second.id, { tenantId: ids[who], isActive: what !== 'left' })
      await house.publish(what === 'created' ? TenantCreated : what === 'moved' ? TenantUpdated : TenantLeft, tenant)
    }
    expect(
      [await isOccupied(landlord, first.id), await isOccupied(landlord, second.id)],
      order.map(({ what, who }) => `${who} ${what}`).join(),
    ).toEqual([true, false])
  }
  house.clock.set(new Date(start + 10_000))
})

test('an event delivered five times works once', async () => {
  const landlord = actors.landlord()
  const { id } = await house.addProperty(landlord)
  const [tenant, event] = [tenantAt(landlord, id), randomUUID()]
  for (let n = 0; n < 5; n++) await house.publish(TenantCreated, tenant, event)
  expect(await isOccupied(landlord, id)).toBe(true)
  await house.publish(TenantLeft, { ...tenant, isActive: false })
  await house.publish(TenantCreated, tenant, event)
  expect(await isOccupied(landlord, id)).toBe(false)
})

test("a tenant of another landlord can't occupy a property", async () => {
  const [owner, other] = [actors.landlord(), actors.landlord()]
  const { id } = await house.addProperty(owner)
  await house.publish(TenantCreated, tenantAt(other, id))
  expect(await isOccupied(owner, id)).toBe(false)
})

test('the checkbox holds where there is no tenant, and only there', async () => {
  const landlord = actors.landlord()
  const { id } = await house.addProperty(landlord, { isOccupied: true })
  expect(await isOccupied(landlord, id)).toBe(true)
  expect((await house.send(updateProperty, landlord, { params: { id }, body: { isOccupied: false } })).body.isOccupied).toBe(false)
  const tenant = tenantAt(landlord, id)
  await house.publish(TenantCreated, tenant)
  expect((await house.send(updateProperty, landlord, { params: { id }, body: { isOccupied: false } })).body.isOccupied).toBe(true)
  await house.publish(TenantLeft, { ...tenant, isActive: false })
  expect((await house.send(updateProperty, landlord, { params: { id }, body: { isOccupied: true } })).body.isOccupied).toBe(true)
  expect((await house.send(listProperties, landlord, { query: { occupancy: 'occupied' } })).body).toHaveLength(1)
})
