import { type PropertyChanges, PropertyUpdated } from '@keyhold/contracts/properties'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/db'
import { emit } from '@keyhold/kit/outbox'
import { notFound } from '@keyhold/kit/problem'
import { and, eq } from 'drizzle-orm'
import { property, type PropertyRow } from '../schema.ts'
import { factsOf } from './facts.ts'
import { imagesElsewhere } from './photos.ts'
import { hasTenants, lockProperty } from './tenants.ts'
import { zoneAfterEdit } from './time-zones.ts'

/** Changes the given fields of a landlord's property and tells the others, whoever edits. @throws Refusal 404 */
export async function changeProperty(
  tx: Tx,
  named: Pick<PropertyRow, 'landlordId' | 'id'>,
  changes: z.output<typeof PropertyChanges>,
  now: Date,
): Promise<{ before: PropertyRow; after: PropertyRow }> {
  const before = (await lockProperty(tx, named)) ?? notFound('Property')
  const isOccupied = changes.isOccupied === undefined ? before.isOccupied : changes.isOccupied || (await hasTenants(tx, named))
  const images = changes.images === undefined ? before.images : imagesElsewhere(changes.images)
  const [row] = await tx
    .update(property)
    .set({ ...changes, images, isOccupied, timeZone: zoneAfterEdit(before, changes), updatedAt: now.toISOString() })
    .where(and(eq(property.landlordId, named.landlordId), eq(property.id, named.id)))
    .returning()
  const after = row ?? before
  await emit(tx, PropertyUpdated, factsOf(after))
  return { before, after }
}
