import type { Database, ReadSql, Tx } from '@keyhold/kit/database/database'
import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { and, eq, gte, lt } from 'drizzle-orm'
import { readClaims } from '../../nights/nights.ts'
import { rentalDay } from '../../../schema/stays/listings.ts'
import type { FoundRental } from '../listings/find-rental.ts'
import { type DaySettings, daysAround, type RentalNights, rentalNights, type TakenBy } from './rental-nights.ts'

interface Wanted {
  from: string
  to: string
  now: Date
  /** A booking whose own nights are free for it. */
  exceptId?: string | undefined
}

/** What a landlord's database says about the nights of a listing, in a transaction. */
export async function loadNights(
  tx: Tx,
  rental: FoundRental,
  { from, to, now, exceptId }: Wanted,
): Promise<{ nights: RentalNights; claims: TakenBy[]; today: string }> {
  const { landlordId, id, unitId } = rental
  const [first, last] = [addDays(from, -daysAround), addDays(to, daysAround)]
  const days = await tx
    .select()
    .from(rentalDay)
    .where(
      and(
        eq(rentalDay.landlordId, landlordId),
        eq(rentalDay.rentalId, id),
        gte(rentalDay.date, from),
        // The day of departure may be closed to it.
        lt(rentalDay.date, addDays(to, 1)),
      ),
    )
  const found = await readClaims(tx, { landlordId, unitIds: [unitId], from: first, to: last, now })
  const claims = found.filter((claim) => claim.id !== exceptId)
  const today = dateAt(now, rental.timeZone)
  return { nights: rentalNights(rental, { today, days, claims }), claims, today }
}

interface ClaimOfUnit extends TakenBy {
  unitId: string
}

interface DayOfRental extends DaySettings {
  rentalId: string
}

type Listed = Pick<FoundRental, 'id' | 'unitId' | 'timeZone'> & Parameters<typeof rentalNights>[0]

/** The same for many listings at once, without a transaction: two statements, whatever their number. */
export async function readNights<R extends Listed>(
  db: Database,
  actor: Actor & { landlordId: string | null },
  rentals: readonly R[],
  { from, to, now }: Wanted,
): Promise<{ rental: R; nights: RentalNights; claims: TakenBy[] }[]> {
  const [first, last] = [addDays(from, -daysAround), addDays(to, daysAround)]
  const { landlordId } = actor
  const [ids, unitIds] = [rentals.map(({ id }) => id), rentals.map(({ unitId }) => unitId)]
  const [days, claims] = await db.read(actor, (sql) => [
    sql<DayOfRental[]>`
      select rental_id, date, price_per_night, minimum_stay, closed_to_arrival, closed_to_departure, notes from rental_day
      where landlord_id = ${landlordId} and rental_id = any(${ids}::uuid[]) and date between ${from} and ${to}`,
    claimsOf(sql, { landlordId, unitIds, first, last, now }),
  ])
  const daysOf = Map.groupBy(days, ({ rentalId }) => rentalId)
  const claimsOfUnit = Map.groupBy(claims, ({ unitId }) => unitId)
  return rentals.map((rental) => {
    const own = claimsOfUnit.get(rental.unitId) ?? []
    const given = { today: dateAt(now, rental.timeZone), days: daysOf.get(rental.id) ?? [], claims: own }
    return { rental, nights: rentalNights(rental, given), claims: own }
  })
}

const claimsOf = (
  sql: ReadSql,
  given: { landlordId: string | null; unitIds: string[]; first: string; last: string; now: Date },
) => sql<ClaimOfUnit[]>`
  select id, unit_id, kind, label, source_id, lower(nights) as from, upper(nights) as until from night_claim
  where landlord_id = ${given.landlordId} and unit_id = any(${given.unitIds}::uuid[])
    and nights && daterange(${given.first}::date, ${given.last}::date)
    and (expires_at is null or expires_at > ${given.now.toISOString()}::timestamptz)
  order by lower(nights), id`
