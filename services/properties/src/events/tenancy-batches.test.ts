import { getProperty } from '@keyhold/contracts/properties/properties'
import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { createUnit, deleteUnit, UnitChanged } from '@keyhold/contracts/properties/units'
import {
  TenantCreated,
  TenantLeft,
  type TenantSnapshot,
  TenantUpdated,
} from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { EventHandler } from '@keyhold/kit/messaging/handlers'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { silentLog } from '@keyhold/kit/runtime/log'
import { attemptsBehind, envelopeOf } from '@keyhold/kit/testing/batches'
import { actors } from '@keyhold/kit/testing/test-app'
import type { Tx } from '@keyhold/kit/database/database'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp, tenantAt } from '../testing/test-app.ts'
import { tenancyEvents } from './tenancy.ts'

type Snapshot = z.output<typeof TenantSnapshot>
type Told = { snapshot: Snapshot; second: number }

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

const [, updated] = tenancyEvents as [EventHandler, EventHandler]
const at = (second: number) => new Date(Date.UTC(2026, 2, 16) + second * 1000).toISOString()
const actorOf = ({ landlordId }: LandlordActor) => serviceActor('properties', landlordId)

const handle = (tx: Tx, told: readonly Told[]) =>
  updated.handle(
    told.map(({ snapshot, second }) => envelopeOf(TenantUpdated, snapshot, at(second))),
    { tx, log: silentLog, clock: app.clock },
  )
const handleTogether = (landlord: LandlordActor, told: readonly Told[]) =>
  app.db('properties').transaction(actorOf(landlord), (tx) => handle(tx, told))

/** A landlord with a property of two units and one of one. */
async function furnish() {
  const landlord = actors.landlord()
  app.billing.answer.set(landlord.landlordId, { maxProperties: null })
  const [house, flat] = [await app.addProperty(landlord), await app.addProperty(landlord)]
  const { body: attic } = await app.send(createUnit, landlord, { params: { id: house.id }, body: { name: 'Attic' } })
  return { landlord, house: house.id, flat: flat.id, attic: attic.id }
}
type Place = Awaited<ReturnType<typeof furnish>>

/** What is stored about a landlord's tenants and properties, in the words of `name`. */
async function stateOf({ landlord }: Place, name: (id: string | null) => string | undefined) {
  const [occupancies, properties] = await app.db('properties').read(actorOf(landlord), (read) => [
    read<{ tenantId: string; propertyId: string | null; unitId: string | null; isActive: boolean; asOf: string }[]>`
      select tenant_id, property_id, unit_id, is_active, as_of from occupancy where landlord_id = ${landlord.landlordId}`,
    read<{ id: string; unitCount: number; occupiedUnits: number; isOccupied: boolean }[]>`
      select id, unit_count, occupied_units, is_occupied from property where landlord_id = ${landlord.landlordId}`,
  ])
  return {
    tenants: occupancies
      .map(({ tenantId, propertyId, unitId, ...rest }) => ({
        ...rest,
        tenant: name(tenantId),
        property: name(propertyId),
        unit: name(unitId),
      }))
      .toSorted((one, other) => String(one.tenant).localeCompare(String(other.tenant))),
    properties: properties
      .map(({ id, ...counts }) => ({ ...counts, property: name(id) }))
      .toSorted((one, other) => String(one.property).localeCompare(String(other.property))),
  }
}

/** Six tenants who come, move, move within a property, repeat themselves, come too late and leave. */
function story({ landlord, house, flat, attic }: Place, tenantIds: readonly string[]): Told[] {
  const told = (n: number, second: number, propertyId: string | null, fields: Partial<Snapshot> = {}): Told => ({
    snapshot: tenantAt(landlord, propertyId, { tenantId: tenantIds[n] ?? '', ...fields }),
    second,
  })
  return [
    told(0, 1, house),
    told(1, 1, house, { unitId: attic }),
    told(2, 1, flat),
    told(0, 2, flat),
    told(0, 3, house, { unitId: attic }),
    told(1, 3, house, { isActive: false }),
    told(1, 2, flat),
    told(3, 4, flat, { unitId: attic }),
    told(3, 4, flat, { unitId: attic }),
    told(2, 5, null),
    told(4, 5, v7()),
    told(5, 6, house, { isActive: false }),
    told(5, 5, flat),
  ]
}

test('tenants who move in one batch live where the same events one by one take them, and each property is published once', async () => {
  const [together, alone] = [await furnish(), await furnish()]
  const tenantIds = { together: Array.from({ length: 6 }, () => v7()), alone: Array.from({ length: 6 }, () => v7()) }
  const namesOf = (place: Place, ids: readonly string[]) => (id: string | null) =>
    id === null
      ? undefined
      : (Object.entries(place).find(([, value]) => value === id)?.[0] ??
        (ids.includes(id) ? `tenant ${ids.indexOf(id)}` : 'elsewhere'))
  await app.settled()
  const publishedBefore = app.published(PropertyUpdated).length
  await handleTogether(together.landlord, story(together, tenantIds.together))
  for (const one of story(alone, tenantIds.alone)) await handleTogether(alone.landlord, [one])
  const state = await stateOf(together, namesOf(together, tenantIds.together))
  expect(state).toEqual(await stateOf(alone, namesOf(alone, tenantIds.alone)))
  expect(state.properties).toEqual([
    { property: 'flat', unitCount: 1, occupiedUnits: 1, isOccupied: true },
    { property: 'house', unitCount: 2, occupiedUnits: 1, isOccupied: true },
  ])
  await app.settled()
  const published = app.published(PropertyUpdated).slice(publishedBefore)
  const ids = published.map(({ propertyId }) => propertyId)
  const { house, flat } = together
  expect(ids.filter((id) => id === house || id === flat).toSorted()).toEqual([house, flat].toSorted())
})

test('a batch that brings tenants back to a removed unit restores it once', async () => {
  const { landlord, house, attic } = await furnish()
  await app.send(deleteUnit, landlord, { params: { id: attic } })
  await handleTogether(
    landlord,
    [1, 2].map((second) => ({ snapshot: tenantAt(landlord, house, { unitId: attic }), second })),
  )
  await app.settled()
  const changes = app.published(UnitChanged).filter(({ unitId }) => unitId === attic)
  expect(changes.map(({ isDeleted }) => isDeleted)).toEqual([false, true, false])
  const { unitCount, occupiedUnits } = (await app.send(getProperty, landlord, { params: { id: house } })).body
  expect([unitCount, occupiedUnits]).toEqual([2, 1])
})

test('two batches at once that move tenants between the same properties in opposite order do not deadlock', async () => {
  const { landlord, house, flat } = await furnish()
  const { landlordId } = landlord
  const [first, second] = [house, flat].toSorted() as [string, string]
  const moves = (...propertyIds: string[]) =>
    propertyIds.map((propertyId): Told => ({ snapshot: tenantAt(landlord, propertyId), second: 1 }))
  const attempts = await attemptsBehind(app.db('properties'), actorOf(landlord), {
    lock: sql`select from property where landlord_id = ${landlordId} and id = ${first} for update`,
    works: [(tx) => handle(tx, moves(first, second)), (tx) => handle(tx, moves(second, first))],
  })
  expect(attempts).toEqual([1, 1])
  for (const id of [first, second])
    expect((await app.send(getProperty, landlord, { params: { id } })).body.isOccupied).toBe(true)
})

test('an event that cannot be handled is undone alone, and the others of its batch are not', async () => {
  const { landlord, house, flat } = await furnish()
  const [stays, fails] = [tenantAt(landlord, house), tenantAt(landlord, flat)]
  const broken = { ...fails, firstName: 7 } as unknown as Snapshot
  const now = app.clock.now().toISOString()
  await app.bus.publish([envelopeOf(TenantCreated, stays, now), envelopeOf(TenantCreated, broken, now)])
  await app.settled()
  const isOccupied = async (id: string) => (await app.send(getProperty, landlord, { params: { id } })).body.isOccupied
  expect([await isOccupied(house), await isOccupied(flat)]).toEqual([true, false])
  await app.publish(TenantLeft, { ...stays, isActive: false })
  expect(await isOccupied(house)).toBe(false)
})
