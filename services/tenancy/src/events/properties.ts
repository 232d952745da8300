import { type PropertyFacts, PropertyCreated, PropertyDeleted, PropertyUpdated } from '@keyhold/contracts/properties'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/db'
import { on } from '@keyhold/kit/inbox'
import { sql } from 'drizzle-orm'
import { property } from '../schema.ts'

/** Keeps what a tenant's screens show of properties. Facts about one property come in order: the last one holds, but a property released for its deletion never comes back. */
export const propertyEvents = () => [PropertyCreated, PropertyUpdated, PropertyDeleted].map((fact) => on(fact, ({ data, tx }) => keep(tx, data)))

async function keep(tx: Tx, { landlordId, propertyId, name, timeZone, isDeleted }: z.output<typeof PropertyFacts>): Promise<void> {
  const known = { name, timeZone, isDeleted }
  await tx
    .insert(property)
    .values({ landlordId, propertyId, ...known })
    .onConflictDoUpdate({
      target: [property.landlordId, property.propertyId],
      set: { ...known, isDeleted: sql`${property.isDeleted} or excluded.is_deleted` },
    })
}
