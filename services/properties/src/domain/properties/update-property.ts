import type { PropertyChanges } from '@keyhold/contracts/properties/property-forms'
import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound } from '@keyhold/kit/http/problem'
import { and, eq } from 'drizzle-orm'
import { property, type PropertyRow } from '../../schema/properties.ts'
import { propertySnapshotOf } from './property-snapshot.ts'
import { externalImages } from '../photos/photos.ts'
import { hasTenants, lockProperty } from '../../projections/tenants.ts'
import { zoneAfterEdit } from './state-time-zones.ts'

/** Changes the given fields of a property, for its landlord or the administrator, and publishes it. @throws Refusal 404 */
export async function changeProperty(
  tx: Tx,
  named: Pick<PropertyRow, 'landlordId' | 'id'>,
  changes: z.output<typeof PropertyChanges>,
  now: Date,
): Promise<{ before: PropertyRow; after: PropertyRow }> {
  const before = (await lockProperty(tx, named)) ?? notFound('Property')
  // The form's checkbox counts only with a single unit and no tenant in it.
  const isMarked = changes.isOccupied !== undefined && before.unitCount === 1 && !(await hasTenants(tx, named))
  const occupied = isMarked
    ? { isOccupied: changes.isOccupied, occupiedUnits: changes.isOccupied ? 1 : 0 }
    : { isOccupied: before.isOccupied }
  const images = changes.images === undefined ? before.images : externalImages(changes.images)
  const [row] = await tx
    .update(property)
    .set({ ...changes, images, ...occupied, timeZone: zoneAfterEdit(before, changes), updatedAt: now.toISOString() })
    .where(and(eq(property.landlordId, named.landlordId), eq(property.id, named.id)))
    .returning()
  const after = row ?? before
  await emit(tx, PropertyUpdated, propertySnapshotOf(after))
  return { before, after }
}
