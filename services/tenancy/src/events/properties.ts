import {
  type PropertySnapshot,
  PropertyCreated,
  PropertyDeleted,
  PropertyUpdated,
} from '@keyhold/contracts/properties/property-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { on } from '@keyhold/kit/messaging/handlers'
import { sql } from 'drizzle-orm'
import { property } from '../schema/projections.ts'

/** Updates the projection of properties. A property released for deletion stays deleted, and one released for archiving ignores older events. */
export const propertyEvents = () =>
  [PropertyCreated, PropertyUpdated, PropertyDeleted].map((contract) =>
    on(contract, ({ data, tx, event }) => upsertProperty(tx, data, event.time)),
  )

async function upsertProperty(
  tx: Tx,
  { landlordId, propertyId, name, timeZone, isDeleted, isArchived = false }: z.output<typeof PropertySnapshot>,
  eventTime: string,
): Promise<void> {
  const values = { name, timeZone, isDeleted, isArchived }
  await tx
    .insert(property)
    .values({ landlordId, propertyId, ...values })
    .onConflictDoUpdate({
      target: [property.landlordId, property.propertyId],
      set: {
        ...values,
        isDeleted: sql`${property.isDeleted} or excluded.is_deleted`,
        isArchived: sql`case when ${property.releasedAt} > ${eventTime}::timestamptz then ${property.isArchived} else excluded.is_archived end`,
      },
    })
}
