import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, isNull } from 'drizzle-orm'
import { property } from '../../../schema/properties.ts'
import { rental } from '../../../schema/stays/listings.ts'
import { addHistory } from '../stay-history.ts'
import { publishRental } from './find-rental.ts'

/** A property, or one unit of it. */
interface Place {
  landlordId: string
  propertyId: string
  unitId?: string | undefined
}

/** Removes the listings of a place that is deleted. */
export async function removeListings(tx: Tx, { landlordId, propertyId, unitId }: Place, now: Date): Promise<void> {
  const deletedAt = now.toISOString()
  const removed = await tx
    .update(rental)
    .set({ deletedAt, updatedAt: deletedAt, isActive: false })
    .where(
      and(
        eq(rental.landlordId, landlordId),
        eq(rental.propertyId, propertyId),
        unitId === undefined ? undefined : eq(rental.unitId, unitId),
        isNull(rental.deletedAt),
      ),
    )
    .returning()
  const [home] = await tx
    .select({ timeZone: property.timeZone })
    .from(property)
    .where(and(eq(property.landlordId, landlordId), eq(property.id, propertyId)))
  for (const row of removed) {
    await addHistory(tx, { landlordId, recordId: row.id, what: 'removed', who: { by: 'system' }, now })
    await publishRental(tx, { ...row, timeZone: home?.timeZone ?? '' })
  }
}
