import { BookingChanged } from '@keyhold/contracts/properties/stays/stay-events'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import { emit } from '@keyhold/kit/messaging/outbox'
import { toCents } from '@keyhold/kit/lib/money'
import { lockUnits } from '../../nights/claim-rows.ts'
import { changeNights } from '../../nights/nights.ts'
import type { Audience } from '../../nights/refuse-nights.ts'
import type { BookingRow } from '../../../schema/stays/bookings.ts'
import type { FoundRental } from '../listings/find-rental.ts'
import { loadNights } from '../pricing/load-nights.ts'
import { type Charged, priceStay, type PricedStay } from '../pricing/price-stay.ts'
import { amountsOf, type BookedNight, bookNights, cancellationOf, lineOf, termsOf } from '../pricing/quote-stay.ts'
import type { Who } from '../stay-history.ts'
import { settle } from './booking-payments.ts'
import { isOpen, statusWords } from './booking-states.ts'
import { type FoundBooking, nightsOf } from './find-booking.ts'
import { publishMoney, snapshotOf } from './publish-booking.ts'
import { assertDates, assertNewReference, assertRules } from './record-booking.ts'
import { saveBooking, writeNights } from './write-booking.ts'

/** What may change of a booking; absent fields stay. */
export interface BookingEdit extends Partial<
  Pick<
    BookingRow,
    | 'checkInDate'
    | 'checkOutDate'
    | 'numberOfGuests'
    | 'guestName'
    | 'guestEmail'
    | 'guestPhone'
    | 'externalBookingId'
    | 'requests'
    | 'notes'
    | 'guestRating'
    | 'guestReview'
    | 'landlordRating'
    | 'landlordReview'
  >
> {
  /** Null takes an amount back, so that the listing's own counts. */
  charged?: { [K in keyof Charged]?: number | null }
  /** Another listing. */
  rental?: FoundRental
  payment?: 'paid' | 'unpaid'
}

interface Options {
  who: Who
  now: Date
  /** A guest is held to every rule, and reads no names of others. */
  audience?: Audience
  isAccepted?: boolean
}

interface Plan {
  stay: Pick<BookingRow, 'checkInDate' | 'checkOutDate' | 'numberOfGuests'>
  rental: FoundRental
  hasOtherNights: boolean
  isRepriced: boolean
  charged: Charged
}

function planOf({ row, rental }: FoundBooking, edit: BookingEdit): Plan {
  const stay = {
    checkInDate: edit.checkInDate ?? row.checkInDate,
    checkOutDate: edit.checkOutDate ?? row.checkOutDate,
    numberOfGuests: edit.numberOfGuests ?? row.numberOfGuests,
  }
  const to = edit.rental ?? rental
  const hasOtherNights =
    stay.checkInDate !== row.checkInDate || stay.checkOutDate !== row.checkOutDate || to.id !== row.rentalId
  const isOther = hasOtherNights || stay.numberOfGuests !== row.numberOfGuests
  // What a channel charged for other nights says nothing about these.
  const before: Charged = isOther ? {} : row.charged
  const given = Object.entries({ ...before, ...edit.charged }).filter(([, value]) => typeof value === 'number')
  const charged: Charged = Object.fromEntries(given)
  return { stay, rental: to, hasOtherNights, isRepriced: isOther || edit.charged !== undefined, charged }
}

/** What a booking would cost after a change, and its nights; nights that stay keep the price they were booked at. */
export async function repriced(
  tx: Tx,
  found: FoundBooking,
  edit: BookingEdit,
  { now, audience = 'owner', isAccepted = false }: Pick<Options, 'now' | 'audience' | 'isAccepted'>,
): Promise<{ plan: Plan; booked: BookedNight[]; priced: PricedStay }> {
  const { row } = found
  const plan = planOf(found, edit)
  assertDates(plan.stay)
  const { nights } = await loadNights(tx, plan.rental, {
    from: plan.stay.checkInDate,
    to: plan.stay.checkOutDate,
    now,
    exceptId: row.id,
  })
  const isSame = plan.rental.id === row.rentalId
  if (!isAccepted) {
    const problems = nights.problemsOf(plan.stay)
    // Guests who are there already do not arrive again.
    const open =
      row.status === 'checked_in'
        ? problems.filter(({ code }) => code === 'max-stay' || code === 'too-many-guests')
        : problems
    assertRules(open, { bindingOnly: audience === 'owner' })
  }
  const stored = isSame ? await nightsOf(tx, row) : []
  const kept = new Map(
    stored.map(({ date, listPrice, explanation }) => [date, { date, cents: toCents(listPrice), explanation }]),
  )
  const booked = bookNights(plan.stay, nights, kept)
  const priced = priceStay({
    nights: booked.map(({ cents }) => cents),
    numberOfGuests: plan.stay.numberOfGuests,
    source: row.bookingSource,
    terms: isSame ? row.terms : termsOf(plan.rental),
    charged: plan.charged,
  })
  return { plan, booked, priced }
}

/** Changes a locked booking; other dates move its claim on the nights. @throws Refusal 400, 409 */
export async function changeBooking(
  tx: Tx,
  found: FoundBooking,
  edit: BookingEdit,
  options: Options,
): Promise<FoundBooking> {
  const { who, now, audience = 'owner' } = options
  const { row } = found
  const plan = planOf(found, edit)
  const { rental: _, charged: __, payment, ...fields } = edit
  assertMayChange(row, plan)
  await lockUnits(tx, row.landlordId, [...new Set([row.unitId, plan.rental.unitId])])
  if (edit.externalBookingId !== undefined || edit.rental)
    await assertNewReference(tx, plan.rental, { ...row, ...fields }, row.id)
  if (plan.hasOtherNights || (edit.guestName !== undefined && isOpen(row.status)))
    await changeNights(
      tx,
      row,
      {
        unitId: plan.rental.unitId,
        from: plan.stay.checkInDate,
        until: plan.stay.checkOutDate,
        label: edit.guestName ?? row.guestName,
        sourceId: plan.rental.id,
      },
      { now, audience },
    )
  const { priced, change } = plan.isRepriced
    ? await pricedChange(tx, found, edit, options)
    : { priced: null, change: {} }
  const totalCents = priced ? priced.totalCents : toCents(row.totalAmount)
  const settled =
    priced || payment
      ? await settle(tx, {
          landlordId: row.landlordId,
          id: row.id,
          totalCents,
          want: payment ?? 'follow',
          isOver: row.status === 'cancelled',
          reason: payment === 'unpaid' ? 'Marked as not paid' : 'The stay costs less than before',
          timeZone: plan.rental.timeZone,
          now,
        })
      : {}
  const after = await saveBooking(tx, row, {
    edit: { ...fields, ...change, ...settled },
    what: plan.hasOtherNights ? 'moved' : 'changed',
    who,
    now,
  })
  const changed = { row: after, rental: plan.rental }
  const before = { rentalId: row.rentalId, checkInDate: row.checkInDate, checkOutDate: row.checkOutDate }
  await emit(tx, BookingChanged, { ...snapshotOf(changed), before })
  await publishMoney(tx, changed, now)
  return changed
}

async function pricedChange(tx: Tx, found: FoundBooking, edit: BookingEdit, options: Options) {
  const { plan, booked, priced } = await repriced(tx, found, edit, options)
  const { rental } = plan
  const isOther = rental.id !== found.row.rentalId
  await writeNights(tx, { ...found.row, rentalId: rental.id }, booked, priced)
  const change: Partial<BookingRow> = {
    ...amountsOf(priced),
    lines: priced.lines.map(lineOf),
    charged: plan.charged,
    ...(isOther
      ? {
          rentalId: rental.id,
          propertyId: rental.propertyId,
          unitId: rental.unitId,
          terms: termsOf(rental),
          cancellation: cancellationOf(rental),
        }
      : {}),
  }
  return { priced, change }
}

function assertMayChange(row: BookingRow, { stay, hasOtherNights, isRepriced, rental }: Plan): void {
  if (hasOtherNights && !isOpen(row.status))
    refuse('illegal-transition', `This booking is ${statusWords[row.status]}, so its dates cannot change.`)
  if (isRepriced && (row.status === 'cancelled' || row.status === 'no_show'))
    refuse('illegal-transition', `This booking is ${statusWords[row.status]}, so its price cannot change.`)
  if (row.status === 'checked_in' && stay.checkInDate !== row.checkInDate)
    refuseField('checkInDate', 'The guests have checked in already')
  if (rental.deletedAt !== null && hasOtherNights)
    refuse('conflict', 'The listing of this booking was removed, so its dates cannot change.')
}
