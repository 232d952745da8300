import { randomUUID } from 'node:crypto'
import { getProperty, listProperties, updateProperty } from '@keyhold/contracts/properties/properties'
import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp, tenantAt } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

const isOccupied = async (landlord: LandlordActor, id: string) =>
  (await app.send(getProperty, landlord, { params: { id } })).body.isOccupied

test('the first tenant makes a property occupied, the last one leaving makes it vacant, and both are published', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const [first, second] = [tenantAt(landlord, id), tenantAt(landlord, id)]
  await app.publish(TenantCreated, first)
  expect(await isOccupied(landlord, id)).toBe(true)
  await app.publish(TenantCreated, second)
  await app.publish(TenantLeft, { ...first, isActive: false })
  expect(await isOccupied(landlord, id)).toBe(true)
  await app.publish(TenantLeft, { ...second, isActive: false })
  expect(await isOccupied(landlord, id)).toBe(false)
  await app.settled()
  expect(app.published(PropertyUpdated).filter(({ propertyId }) => propertyId === id)).toHaveLength(2)
})

test('a tenant who moves vacates the old home and occupies the new one', async () => {
  const landlord = actors.landlord()
  const [from, to] = [await app.addProperty(landlord), await app.addProperty(landlord)]
  const tenant = tenantAt(landlord, from.id)
  await app.publish(TenantCreated, tenant)
  await app.publish(TenantUpdated, { ...tenant, propertyId: to.id })
  expect([await isOccupied(landlord, from.id), await isOccupied(landlord, to.id)]).toEqual([false, true])
  await app.publish(TenantUpdated, { ...tenant, propertyId: null })
  expect([await isOccupied(landlord, from.id), await isOccupied(landlord, to.id)]).toEqual([false, false])
  await app.publish(TenantUpdated, { ...tenant, propertyId: from.id })
  expect(await isOccupied(landlord, from.id)).toBe(true)
})

/** Every order of a list. */
const orders = <T>(list: T[]): T[][] =>
  list.length < 2 ? [list] : list.flatMap((one, at) => orders(list.toSpliced(at, 1)).map((rest) => [one, ...rest]))

test('the newest event of each tenant decides, in whatever order and however often events arrive', async () => {
  const landlord = actors.landlord()
  app.billing.answer.set(landlord.landlordId, { maxProperties: null })
  const start = app.clock.now().getTime()
  // Tenant a comes to the first home, moves to the second and leaves; tenant b comes to the first one and stays.
  const snapshots = [
    { who: 'a', what: 'created', at: 0 },
    { who: 'a', what: 'moved', at: 1 },
    { who: 'a', what: 'left', at: 2 },
    { who: 'b', what: 'created', at: 0 },
  ] as const
  for (const order of orders([...snapshots])) {
    const [first, second] = [await app.addProperty(landlord), await app.addProperty(landlord)]
    const ids = { a: randomUUID(), b: randomUUID() }
    for (const { what, who, at } of [...order, ...order.slice(0, 2)]) {
      app.clock.set(new Date(start + at * 1000))
      const tenant = tenantAt(landlord, what === 'created' ? first.id : second.id, {
        tenantId: ids[who],
        isActive: what !== 'left',
      })
      await app.publish(what === 'created' ? TenantCreated : what === 'moved' ? TenantUpdated : TenantLeft, tenant)
    }
    expect(
      [await isOccupied(landlord, first.id), await isOccupied(landlord, second.id)],
      order.map(({ what, who }) => `${who} ${what}`).join(),
    ).toEqual([true, false])
  }
  app.clock.set(new Date(start + 10_000))
})

test('an event delivered five times takes effect once', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const [tenant, event] = [tenantAt(landlord, id), randomUUID()]
  for (let n = 0; n < 5; n++) await app.publish(TenantCreated, tenant, event)
  expect(await isOccupied(landlord, id)).toBe(true)
  await app.publish(TenantLeft, { ...tenant, isActive: false })
  await app.publish(TenantCreated, tenant, event)
  expect(await isOccupied(landlord, id)).toBe(false)
})

test("a tenant of another landlord can't occupy a property", async () => {
  const [owner, other] = [actors.landlord(), actors.landlord()]
  const { id } = await app.addProperty(owner)
  await app.publish(TenantCreated, tenantAt(other, id))
  expect(await isOccupied(owner, id)).toBe(false)
})

test('the checkbox counts only without tenants', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord, { isOccupied: true })
  expect(await isOccupied(landlord, id)).toBe(true)
  expect(
    (await app.send(updateProperty, landlord, { params: { id }, body: { isOccupied: false } })).body.isOccupied,
  ).toBe(false)
  const tenant = tenantAt(landlord, id)
  await app.publish(TenantCreated, tenant)
  expect(
    (await app.send(updateProperty, landlord, { params: { id }, body: { isOccupied: false } })).body.isOccupied,
  ).toBe(true)
  await app.publish(TenantLeft, { ...tenant, isActive: false })
  expect(
    (await app.send(updateProperty, landlord, { params: { id }, body: { isOccupied: true } })).body.isOccupied,
  ).toBe(true)
  expect((await app.send(listProperties, landlord, { query: { occupancy: 'occupied' } })).body).toHaveLength(1)
})
