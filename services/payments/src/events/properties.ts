import {
  PropertyCreated,
  PropertyDeleted,
  type PropertySnapshot,
  PropertyUpdated,
} from '@keyhold/contracts/properties/property-snapshots'
import { firstUnitName, UnitChanged } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { type EventHandler, onBatch } from '@keyhold/kit/messaging/handlers'
import { projectEvents, upsertDated } from '@keyhold/kit/messaging/projection'
import { properties, units } from '../projections/properties.ts'
import { readKnownZones } from '../projections/time-zones.ts'
import { unit } from '../schema/projections.ts'

export const propertyEvents: EventHandler[] = [
  ...[PropertyCreated, PropertyUpdated, PropertyDeleted].map((contract) =>
    onBatch(contract, async (events, { tx }) => {
      const knownZone = await readKnownZones(tx)
      const dated = events.map(({ event, data }) => ({
        snapshot: { ...data, timeZone: knownZone(data.timeZone) },
        asOf: event.time,
      }))
      await upsertDated(tx, properties, dated)
      await insertFirstUnits(
        tx,
        events.map(({ data }) => data),
      )
    }),
  ),
  ...projectEvents(units, [UnitChanged]),
]

/** Every property has its first unit from the start; the first event of that unit comes when somebody changes it. */
async function insertFirstUnits(tx: Tx, snapshots: readonly z.output<typeof PropertySnapshot>[]): Promise<void> {
  const asOf = new Date(0).toISOString()
  const rows = snapshots.map(({ landlordId, propertyId }) => ({
    landlordId,
    propertyId,
    unitId: propertyId,
    name: firstUnitName,
    marketRent: null,
    isDeleted: false,
    asOf,
  }))
  const sorted = rows.toSorted((one, other) => (one.unitId < other.unitId ? -1 : 1))
  await tx.insert(unit).values(sorted).onConflictDoNothing()
}
