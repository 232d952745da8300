import type { BodyOf } from '@keyhold/contracts/endpoint'
import type { changeCalendar } from '@keyhold/contracts/properties/stays/calendar'
import { CalendarChanged } from '@keyhold/contracts/properties/stays/stay-events'
import type { Tx } from '@keyhold/kit/database/database'
import { addDays, earlierOf, laterOf, weekdayOf } from '@keyhold/kit/lib/dates'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { claimNights, readClaims, releaseNights } from '../../nights/nights.ts'
import { rentalDay } from '../../../schema/stays/listings.ts'
import type { FoundRental } from '../listings/find-rental.ts'
import { datesOf } from '../pricing/quote-stay.ts'

export type DayChange = BodyOf<typeof changeCalendar>

/** Changes nights of a listing, whose unit is locked. @throws Refusal 409 `nights-taken` */
export async function changeDays(tx: Tx, rental: FoundRental, change: DayChange, now: Date): Promise<void> {
  const { from, to, weekdays } = change
  const all = datesOf({ checkInDate: from, checkOutDate: to })
  const dates = weekdays && weekdays.length > 0 ? all.filter((date) => weekdays.includes(weekdayOf(date))) : all
  if (dates.length === 0) return
  await setDays(tx, rental, dates, change)
  if (change.isBlocked !== undefined)
    for (const range of runsOf(dates))
      await block(tx, rental, { ...range, ...change, from: range.from, to: range.to }, now)
  await emit(tx, CalendarChanged, {
    rentalId: rental.id,
    landlordId: rental.landlordId,
    unitId: rental.unitId,
    from,
    to,
  })
}

/** Dates in order as ranges `[from, to)`. */
export function runsOf(dates: readonly string[]): { from: string; to: string }[] {
  const runs: { from: string; to: string }[] = []
  for (const date of dates) {
    const last = runs.at(-1)
    if (last && last.to === date) last.to = addDays(date, 1)
    else runs.push({ from: date, to: addDays(date, 1) })
  }
  return runs
}

type Settings = Pick<
  typeof rentalDay.$inferInsert,
  'pricePerNight' | 'minimumStay' | 'closedToArrival' | 'closedToDeparture' | 'notes'
>

async function setDays(tx: Tx, { landlordId, id }: FoundRental, dates: readonly string[], change: DayChange) {
  const { pricePerNight, minimumStay, closedToArrival, closedToDeparture, notes } = change
  const given = Object.entries({ pricePerNight, minimumStay, closedToArrival, closedToDeparture, notes }).filter(
    ([, value]) => value !== undefined,
  )
  if (given.length === 0) return
  const settings: Settings = Object.fromEntries(given)
  await tx
    .insert(rentalDay)
    .values(dates.map((date) => ({ ...settings, landlordId, rentalId: id, date })))
    .onConflictDoUpdate({
      target: [rentalDay.landlordId, rentalDay.rentalId, rentalDay.date],
      set: settings,
    })
  // A day without settings is as the rules say.
  await tx
    .delete(rentalDay)
    .where(
      and(
        eq(rentalDay.landlordId, landlordId),
        eq(rentalDay.rentalId, id),
        gte(rentalDay.date, dates[0] ?? ''),
        lt(rentalDay.date, addDays(dates.at(-1) ?? '', 1)),
        isNull(rentalDay.pricePerNight),
        isNull(rentalDay.minimumStay),
        sql`${rentalDay.closedToArrival} is null and ${rentalDay.closedToDeparture} is null and ${rentalDay.notes} is null`,
      ),
    )
}

interface Block {
  from: string
  to: string
  isBlocked?: boolean | undefined
  blockReason?: string | null | undefined
}

/** Cuts a range out of the landlord's own blocks, and blocks it as a whole if asked to. */
async function block(tx: Tx, rental: FoundRental, { from, to, isBlocked, blockReason }: Block, now: Date) {
  const { landlordId, unitId } = rental
  const found = await readClaims(tx, { landlordId, unitIds: [unitId], from, to, now })
  const own = found.filter(({ kind }) => kind === 'block')
  await releaseNights(tx, { landlordId, ids: own.map(({ id }) => id) })
  const claim = (range: { from: string; until: string }, label: string | null) =>
    claimNights(tx, { landlordId, unitId, kind: 'block', id: v7(), sourceId: rental.id, label, ...range }, { now })
  for (const { from: first, until, label } of own) {
    if (first < from) await claim({ from: first, until: earlierOf(from, until ?? from) }, label)
    if (until !== null && until > to) await claim({ from: laterOf(to, first), until }, label)
  }
  const reason = blockReason === undefined ? (own[0]?.label ?? null) : blockReason
  if (isBlocked) await claim({ from, until: to }, reason)
}
