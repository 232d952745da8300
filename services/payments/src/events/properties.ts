import { PropertyCreated, PropertyDeleted, PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { firstUnitName, UnitChanged } from '@keyhold/contracts/properties/units'
import type { Tx } from '@keyhold/kit/database/database'
import type { EventHandler } from '@keyhold/kit/messaging/handlers'
import { projectEvents } from '@keyhold/kit/messaging/projection'
import { properties, units } from '../projections/properties.ts'
import { unit } from '../schema/projections.ts'

export const propertyEvents: EventHandler[] = [
  ...projectEvents(properties, [PropertyCreated, PropertyUpdated, PropertyDeleted], ({ data, tx }) =>
    insertFirstUnit(tx, data),
  ),
  ...projectEvents(units, [UnitChanged]),
]

/** Every property has its first unit from the start; the first event of that unit comes when somebody changes it. */
async function insertFirstUnit(
  tx: Tx,
  { landlordId, propertyId }: { landlordId: string; propertyId: string },
): Promise<void> {
  const asOf = new Date(0).toISOString()
  const first = { landlordId, propertyId, unitId: propertyId, name: firstUnitName, marketRent: null, isDeleted: false }
  await tx
    .insert(unit)
    .values({ ...first, asOf })
    .onConflictDoNothing()
}
