import { getPropertySnapshot, type PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import type { UnitSnapshot } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import { notFound } from '@keyhold/kit/http/problem'
import { defineProjection, findOrAsk } from '@keyhold/kit/messaging/projection'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { property, unit } from '../schema/projections.ts'
import type { Lookup } from './tenants.ts'
import { type KnownZone, readKnownZones } from './time-zones.ts'

export type PropertyRow = typeof property.$inferSelect

type PropertyInKnownZone = z.output<typeof PropertySnapshot> & { timeZone: KnownZone }

export const properties = defineProjection({
  table: property,
  row: ({ landlordId, propertyId, name, timeZone, monthlyRent, ...snapshot }: PropertyInKnownZone) => ({
    landlordId,
    propertyId,
    name,
    timeZone,
    monthlyRent,
    isGone: snapshot.isDeleted || (snapshot.isArchived ?? false),
  }),
})

export const units = defineProjection({ table: unit, row: (snapshot: z.output<typeof UnitSnapshot>) => snapshot })

/** A property of this landlord, even if it was added a moment ago. Never inside a transaction. @throws Refusal 404 */
export async function findProperty(
  { actor: { landlordId }, ...tools }: Lookup,
  propertyId: string,
): Promise<PropertyRow> {
  const actor = serviceActor('payments', landlordId)
  const found = await findOrAsk(properties, tools, {
    actor,
    find: (read) =>
      read<PropertyRow[]>`select * from property where landlord_id = ${landlordId} and property_id = ${propertyId}`,
    ask: async () => {
      const snapshot = await tools.call(getPropertySnapshot, actor, { params: { id: propertyId } })
      const knownZone = await tools.db.transaction(actor, readKnownZones)
      return { ...snapshot, timeZone: knownZone(snapshot.timeZone) }
    },
  })
  return found ?? notFound('Property')
}
