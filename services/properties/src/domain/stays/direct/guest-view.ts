import type { GuestStay } from '@keyhold/contracts/properties/stays/public-stays'
import type { BookingStatus } from '@keyhold/contracts/properties/stays/stay-values'
import type { Tools } from '@keyhold/kit/http/request'
import { notFound } from '@keyhold/kit/http/problem'
import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { dateAt, momentOf } from '@keyhold/kit/lib/time-zones'
import type { BookingRow } from '../../../schema/stays/bookings.ts'
import type { RentalRow } from '../../../schema/stays/listings.ts'
import type { StayHoldRow } from '../../../schema/stays/payments.ts'
import { slugOf } from '../listings/public-address.ts'
import { hostActor, hostNameOf } from './find-public.ts'
import type { LinkedStay } from './guest-links.ts'

interface Home {
  timeZone: string
  address: string
  city: string | null
  state: string | null
  zipCode: string | null
}
type Listing = RentalRow & Home

/** The page of a hold or booking as its guest sees it. @throws Refusal 404 */
export async function readGuestStay(
  { landlordId, id }: LinkedStay,
  { isTest, ...tools }: Pick<Tools, 'db' | 'call' | 'clock'> & { isTest: boolean },
): Promise<GuestStay> {
  const actor = hostActor(landlordId)
  const [[hold], [booking], [listing], [back]] = await tools.db.read(actor, (sql) => [
    sql<StayHoldRow[]>`select * from stay_hold where landlord_id = ${landlordId} and id = ${id}`,
    sql<BookingRow[]>`select * from booking where landlord_id = ${landlordId} and id = ${id}`,
    sql<Listing[]>`
      select r.*, p.time_zone, p.address, p.city, p.state, p.zip_code
      from rental r join property p on p.landlord_id = r.landlord_id and p.id = r.property_id
      where r.landlord_id = ${landlordId} and r.id = coalesce(
        (select rental_id from booking where landlord_id = ${landlordId} and id = ${id}),
        (select rental_id from stay_hold where landlord_id = ${landlordId} and id = ${id}))`,
    sql<{ paid: number; refunded: number }[]>`
      select coalesce(sum(amount), 0) as paid, coalesce(sum(refunded_amount), 0) as refunded from stay_payment
      where landlord_id = ${landlordId} and booking_id = ${id}`,
  ])
  if (!listing) return notFound('Stay')
  const hostName = await hostNameOf(landlordId, tools)
  const now = tools.clock.now()
  const shared = {
    slug: slugOf(listing),
    listingName: listing.listingName,
    checkInTime: listing.checkInTime,
    checkOutTime: listing.checkOutTime,
    houseRules: listing.houseRules,
    hostName,
    isTest,
    timeZone: listing.timeZone,
    paidAmount: back?.paid ?? 0,
    refundedAmount: back?.refunded ?? 0,
  }
  if (booking) return { ...shared, ...bookingView(booking, listing, now) }
  return hold ? { ...shared, ...holdView(hold, now) } : notFound('Stay')
}

type Shared =
  | 'slug'
  | 'listingName'
  | 'checkInTime'
  | 'checkOutTime'
  | 'houseRules'
  | 'hostName'
  | 'isTest'
  | 'timeZone'
  | 'paidAmount'
  | 'refundedAmount'
type View = Omit<GuestStay, Shared>

const nothingYet = {
  address: null,
  checkInInstructions: null,
  instructionsFrom: null,
  canCancel: false,
  canChange: false,
  canRate: false,
  guestRating: null,
  guestReview: null,
}

function holdView(hold: StayHoldRow, now: Date): View {
  const { quote } = hold
  const isOpen = hold.state === 'open' && new Date(hold.expiresAt) > now
  return {
    ...nothingYet,
    state: isOpen ? 'held' : 'lapsed',
    expiresAt: hold.expiresAt,
    guestName: hold.guestName,
    numberOfGuests: hold.numberOfGuests,
    checkInDate: hold.checkInDate,
    checkOutDate: hold.checkOutDate,
    numberOfNights: quote.numberOfNights,
    lines: quote.lines,
    totalAmount: quote.totalAmount,
    depositAmount: quote.depositAmount,
    dueAmount: isOpen ? quote.totalAmount : 0,
    paymentStatus: 'pending',
    cancellation: quote.cancellation,
  }
}

const toCome: readonly BookingStatus[] = ['pending', 'confirmed']

function bookingView(row: BookingRow, listing: Listing, now: Date): View {
  const isComing = row.status === 'confirmed' || row.status === 'checked_in'
  const today = dateAt(now, listing.timeZone)
  const instructionsFrom = addDays(row.checkInDate, -listing.instructionsDaysBefore)
  const isBefore = now < momentOf(row.checkInDate, listing.checkInTime, listing.timeZone)
  const held = toCents(row.paidAmount) - toCents(row.refundedAmount)
  return {
    state: row.status,
    expiresAt: null,
    guestName: row.guestName,
    numberOfGuests: row.numberOfGuests,
    checkInDate: row.checkInDate,
    checkOutDate: row.checkOutDate,
    numberOfNights: daysBetween(row.checkInDate, row.checkOutDate),
    lines: row.lines,
    totalAmount: row.totalAmount,
    depositAmount: row.depositAmount,
    dueAmount: isComing || row.status === 'pending' ? toDollars(Math.max(0, toCents(row.totalAmount) - held)) : 0,
    paymentStatus: row.paymentStatus,
    cancellation: row.cancellation,
    address: isComing
      ? [listing.address, listing.city, listing.state, listing.zipCode].filter(Boolean).join(', ')
      : null,
    // With the way in only who has paid for it is let in.
    checkInInstructions:
      isComing && today >= instructionsFrom && row.paymentStatus === 'paid' ? listing.checkInInstructions : null,
    instructionsFrom: listing.checkInInstructions === null ? null : instructionsFrom,
    canCancel: toCome.includes(row.status) && row.bookingSource === 'direct',
    canChange: row.status === 'confirmed' && row.bookingSource === 'direct' && isBefore && listing.deletedAt === null,
    canRate: row.status === 'checked_out',
    guestRating: row.guestRating,
    guestReview: row.guestReview,
  }
}
