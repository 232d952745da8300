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

/**
 * Keeps what a tenant's screens show of properties. Facts about one property come in order: the last one holds. But a property released for its
 * deletion never comes back, and one released to be put away only by a fact from after that.
 */
export const propertyEvents = () =>
  [PropertyCreated, PropertyUpdated, PropertyDeleted].map((fact) =>
    on(fact, ({ data, tx, event }) => keep(tx, data, event.time)),
  )

async function keep(
  tx: Tx,
  { landlordId, propertyId, name, timeZone, isDeleted, isArchived = false }: z.output<typeof PropertySnapshot>,
  told: string,
): Promise<void> {
  const known = { name, timeZone, isDeleted, isArchived }
  await tx
    .insert(property)
    .values({ landlordId, propertyId, ...known })
    .onConflictDoUpdate({
      target: [property.landlordId, property.propertyId],
      set: {
        ...known,
        isDeleted: sql`${property.isDeleted} or excluded.is_deleted`,
        isArchived: sql`case when ${property.releasedAt} > ${told}::timestamptz then ${property.isArchived} else excluded.is_archived end`,
      },
    })
}
