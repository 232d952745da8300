import {
  getPropertySnapshot,
  PropertyCreated,
  PropertyDeleted,
  PropertyUpdated,
} from '@keyhold/contracts/properties/property-snapshots'
import { UnitChanged } from '@keyhold/contracts/properties/units'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { actors, stub } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readKnownZones } from '../projections/time-zones.ts'
import { countStatements, eventOf, startBatches } from '../testing/batches.ts'
import { notFoundStubs, startPaymentsApp } from '../testing/test-app.ts'

let ann = actors.landlord()
const snapshot = (timeZone: string, over: { propertyId?: string; name?: string; isDeleted?: boolean } = {}) => ({
  propertyId: v7(),
  landlordId: ann.landlordId,
  name: 'Elm 1',
  address: 'Elm 1',
  city: null,
  state: null,
  timeZone,
  monthlyRent: 1000,
  isDeleted: false,
  ...over,
})
const asked = stub(getPropertySnapshot, ({ params }) => snapshot('Mars/Olympus', { propertyId: params.id }))
const app = await startPaymentsApp({
  stubs: [asked, ...notFoundStubs.filter(({ endpoint }) => endpoint !== getPropertySnapshot)],
})
const batches = await startBatches(app)
beforeEach(() => void (ann = actors.landlord()))
afterAll(async () => {
  await batches.stop()
  await app.stop()
})

const at = (minute: number) => new Date(Date.UTC(2026, 2, 15, 12, minute)).toISOString()
const propertiesOf = () =>
  app.db('payments').read(
    ann,
    (sql) => sql<{ propertyId: string; name: string; timeZone: string; isGone: boolean }[]>`
      select property_id, name, time_zone, is_gone from property where landlord_id = ${ann.landlordId} order by property_id`,
  )
const unitsOf = () =>
  app.db('payments').read(
    ann,
    (sql) =>
      sql<{ unitId: string; name: string }[]>`
          select unit_id, name from unit where landlord_id = ${ann.landlordId} order by unit_id`,
  )

test('properties of a batch are stored with their first units, in time zones as the database server names them', async () => {
  const zones = ['America/Chicago', 'america/los_angeles', 'EUROPE/BERLIN', 'Mars/Olympus', 'EST5EDT4', '']
  const list = zones.map((zone) => snapshot(zone))
  await batches.deliver(list.toReversed().map((one) => eventOf(PropertyCreated, one, at(0))))
  expect((await propertiesOf()).map(({ propertyId, timeZone }) => [propertyId, timeZone])).toEqual([
    [list[0]?.propertyId, 'America/Chicago'],
    [list[1]?.propertyId, 'America/Los_Angeles'],
    [list[2]?.propertyId, 'Europe/Berlin'],
    ...list.slice(3).map(({ propertyId }) => [propertyId, defaultTimeZone]),
  ])
  expect((await unitsOf()).map(({ unitId }) => unitId)).toEqual(list.map(({ propertyId }) => propertyId))
})

test('several events of a property in a batch: the newest is stored, and the first unit keeps its name', async () => {
  const one = snapshot('America/Chicago')
  const unit = { landlordId: ann.landlordId, propertyId: one.propertyId, unitId: one.propertyId, name: 'Upstairs' }
  await batches.deliver([
    eventOf(PropertyCreated, one, at(0)),
    eventOf(UnitChanged, { ...unit, marketRent: null, isDeleted: false }, at(1)),
    eventOf(PropertyUpdated, { ...one, name: 'Elm 3' }, at(3)),
    eventOf(PropertyUpdated, { ...one, name: 'Elm 2' }, at(2)),
    eventOf(PropertyDeleted, { ...one, name: 'Elm 3', isDeleted: true }, at(4)),
    eventOf(PropertyUpdated, one, at(1)),
  ])
  expect(await propertiesOf()).toMatchObject([{ name: 'Elm 3', isGone: true }])
  expect(await unitsOf()).toMatchObject([{ name: 'Upstairs' }])
})

test('a property that the owner is asked for is stored in a known time zone too', async () => {
  const { tenantId } = await app.addTenant(ann)
  const propertyId = v7()
  expect(await app.charge(ann, tenantId, { propertyId })).toMatchObject({ propertyId, status: 'pending' })
  expect(await propertiesOf()).toMatchObject([{ propertyId, timeZone: defaultTimeZone }])
})

test('the names of time zones are read once', async () => {
  await app.db('payments').transaction(ann, async (tx) => {
    await readKnownZones(tx)
    const count = countStatements(tx)
    const knownZone = await readKnownZones(tx)
    expect([knownZone('asia/tokyo'), knownZone('Mars/Olympus'), count()]).toEqual(['Asia/Tokyo', defaultTimeZone, 0])
  })
})
