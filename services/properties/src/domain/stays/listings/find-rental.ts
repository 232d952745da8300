import { RentalChanged } from '@keyhold/contracts/properties/stays/stay-events'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, isNull } from 'drizzle-orm'
import { property } from '../../../schema/properties.ts'
import { rental, type RentalRow } from '../../../schema/stays/listings.ts'

export interface FoundRental extends RentalRow {
  timeZone: string
}

interface Named {
  landlordId: string
  id: string
}

/** A listing with its time zone, locked if it is about to change. Removed ones only if asked for. @throws Refusal 404 */
export async function findRental(
  tx: Tx,
  { landlordId, id }: Named,
  { lock = false, removedToo = false }: { lock?: boolean; removedToo?: boolean } = {},
): Promise<FoundRental> {
  const query = tx
    .select({ rental, timeZone: property.timeZone })
    .from(rental)
    .innerJoin(property, and(eq(property.landlordId, rental.landlordId), eq(property.id, rental.propertyId)))
    .where(and(eq(rental.landlordId, landlordId), eq(rental.id, id), removedToo ? undefined : isNull(rental.deletedAt)))
  const [found] = lock ? await query.for('update', { of: rental }) : await query
  return found ? { ...found.rental, timeZone: found.timeZone } : notFound('Listing')
}

/** Tells the others about a listing. */
export const publishRental = (tx: Tx, { id, timeZone, deletedAt, ...row }: FoundRental): Promise<unknown> =>
  emit(tx, RentalChanged, { ...row, rentalId: id, timeZone, isDeleted: deletedAt !== null })
