import {
  PropertyCreated,
  PropertyDeleted,
  PropertyUpdated,
  type PropertySnapshot,
} from '@keyhold/contracts/properties/property-snapshots'
import { firstUnitName, UnitChanged, type UnitSnapshot } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { type EventHandler, on } from '@keyhold/kit/messaging/handlers'
import { lte } from 'drizzle-orm'
import { isGone, knownZone } from '../projections/known-records.ts'
import { property, unit } from '../schema/projections.ts'

export const propertyEvents: EventHandler[] = [
  on(PropertyCreated, ({ data, tx }) => upsertProperty(tx, data)),
  on(PropertyUpdated, ({ data, tx }) => upsertProperty(tx, data)),
  // Its charges keep the name they were made under.
  on(PropertyDeleted, ({ data, tx }) => upsertProperty(tx, data)),
  on(UnitChanged, ({ event, data, tx }) => upsertUnit(tx, data, event.time)),
]

async function upsertProperty(tx: Tx, snapshot: z.output<typeof PropertySnapshot>): Promise<void> {
  const { landlordId, propertyId, name, monthlyRent } = snapshot
  const values = { name, timeZone: await knownZone(tx, snapshot.timeZone), monthlyRent, isGone: isGone(snapshot) }
  await tx
    .insert(property)
    .values({ landlordId, propertyId, ...values })
    .onConflictDoUpdate({ target: [property.landlordId, property.propertyId], set: values })
  // It has a unit from the beginning, which is told of only when somebody changes it.
  const first = {
    unitId: propertyId,
    name: firstUnitName,
    marketRent: null,
    isDeleted: false,
    asOf: new Date(0).toISOString(),
  }
  await tx
    .insert(unit)
    .values({ landlordId, propertyId, ...first })
    .onConflictDoNothing()
}

/** A fact that comes late is older than what is kept. */
async function upsertUnit(
  tx: Tx,
  { landlordId, unitId, propertyId, ...rest }: z.output<typeof UnitSnapshot>,
  asOf: string,
): Promise<void> {
  const values = { ...rest, asOf }
  await tx
    .insert(unit)
    .values({ landlordId, unitId, propertyId, ...values })
    .onConflictDoUpdate({ target: [unit.landlordId, unit.unitId], set: values, setWhere: lte(unit.asOf, asOf) })
}
