import { getPropertySnapshot, type PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import type { UnitSnapshot } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import { notFound } from '@keyhold/kit/http/problem'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { defineProjection, findOrAsk } from '@keyhold/kit/messaging/projection'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { sql } from 'drizzle-orm'
import { property, unit } from '../schema/projections.ts'
import type { Lookup } from './tenants.ts'

export type PropertyRow = typeof property.$inferSelect

export const properties = defineProjection({
  table: property,
  row: ({ landlordId, propertyId, name, ...snapshot }: z.output<typeof PropertySnapshot>) => ({
    landlordId,
    propertyId,
    name,
    timeZone: zoneInPostgres(snapshot.timeZone),
    monthlyRent: snapshot.monthlyRent,
    isGone: snapshot.isDeleted || (snapshot.isArchived ?? false),
  }),
})

export const units = defineProjection({ table: unit, row: (snapshot: z.output<typeof UnitSnapshot>) => snapshot })

// SQL computes dates with this zone, so it must be one that Postgres knows: an unknown name would fail every list.
const zoneInPostgres = (timeZone: string) =>
  sql`coalesce((select name from pg_timezone_names where lower(name) = lower(${timeZone}) limit 1), ${defaultTimeZone})`

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
    ask: () => tools.call(getPropertySnapshot, actor, { params: { id: propertyId } }),
  })
  return found ?? notFound('Property')
}
