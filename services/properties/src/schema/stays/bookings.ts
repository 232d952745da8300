import type { ChannelFees, Fee, PriceRules, Tax } from '@keyhold/contracts/properties/stays/listing-terms'
import type { CancellationTerms, QuoteLine } from '@keyhold/contracts/properties/stays/quotes'
import {
  bookingSources,
  bookingStatuses,
  cancelledBy,
  type LineKind,
  stayPaymentStatuses,
} from '@keyhold/contracts/properties/stays/stay-values'
import {
  calendarDate,
  createdAt,
  id,
  instant,
  landlordId,
  money,
  updatedAt,
  uuidRef,
} from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { schema } from '../schema.ts'

/** What a stay is charged by, in dollars. */
export interface StayTerms {
  cleaningFee: number
  extraGuestFee: number
  guestsIncluded: number
  fees: Fee[]
  taxes: Tax[]
  channelFees: ChannelFees
  lengthOfStay: PriceRules['lengthOfStay']
}

export interface KeptLine {
  kind: LineKind
  name: string
  amount: number
  jurisdiction: string | null
}

/** A guest's stay. Its claim on the unit's nights has its id. */
export const booking = schema.table(
  'booking',
  {
    id: id(),
    landlordId: landlordId(),
    rentalId: uuidRef('rental_id').notNull(),
    propertyId: uuidRef('property_id').notNull(),
    unitId: uuidRef('unit_id').notNull(),
    guestName: text('guest_name').notNull(),
    guestEmail: text('guest_email'),
    guestPhone: text('guest_phone'),
    numberOfGuests: integer('number_of_guests').notNull(),
    checkInDate: calendarDate('check_in_date').notNull(),
    checkOutDate: calendarDate('check_out_date').notNull(),
    bookingSource: text('booking_source', { enum: bookingSources }).notNull(),
    externalBookingId: text('external_booking_id'),
    basePriceTotal: money('base_price_total').notNull(),
    extraGuestTotal: money('extra_guest_total').notNull(),
    cleaningFee: money('cleaning_fee').notNull(),
    serviceFee: money('service_fee').notNull(),
    taxes: money('taxes').notNull(),
    totalAmount: money('total_amount').notNull(),
    platformFee: money('platform_fee').notNull(),
    netRevenue: money('net_revenue').notNull(),
    depositAmount: money('deposit_amount'),
    /** Of what a channel charged: the fields whose amounts the landlord entered. */
    charged: jsonb('charged').$type<Record<string, number>>().notNull().default({}),
    /** The listing's fees and taxes of when it was booked: later ones never change it. */
    terms: jsonb('terms').$type<StayTerms>().notNull(),
    lines: jsonb('lines').$type<QuoteLine[]>().notNull(),
    cancellation: jsonb('cancellation').$type<CancellationTerms>().notNull(),
    status: text('status', { enum: bookingStatuses }).notNull(),
    paymentStatus: text('payment_status', { enum: stayPaymentStatuses }).notNull(),
    paidAmount: money('paid_amount').notNull(),
    refundedAmount: money('refunded_amount').notNull().default(0),
    requests: text('requests'),
    notes: text('notes'),
    guestRating: integer('guest_rating'),
    guestReview: text('guest_review'),
    landlordRating: integer('landlord_rating'),
    landlordReview: text('landlord_review'),
    checkedInAt: instant('checked_in_at'),
    checkedOutAt: instant('checked_out_at'),
    cancelledAt: instant('cancelled_at'),
    cancelledBy: text('cancelled_by', { enum: cancelledBy }),
    cancelReason: text('cancel_reason'),
    /** Of nights that were given back: what the landlord keeps, as of the day on which that happened. */
    kept: jsonb('kept').$type<KeptLine[]>().notNull().default([]),
    keptOn: calendarDate('kept_on'),
    /** A request to book lapses then. */
    answerBy: instant('answer_by'),
    revision: integer('revision').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // One index for each order of the list, and one for each kind of linked record.
    index('booking_by_time').on(table.landlordId, table.createdAt, table.id),
    index('booking_by_check_in').on(table.landlordId, table.checkInDate, table.id),
    index('booking_by_rental').on(table.landlordId, table.rentalId, table.checkInDate, table.id),
    index('booking_by_property').on(table.landlordId, table.propertyId, table.checkInDate),
    // Counts and sums of the list without its long rows.
    index('booking_counts').on(
      table.landlordId,
      table.status,
      table.bookingSource,
      table.rentalId,
      table.checkInDate,
      table.checkOutDate,
      table.totalAmount,
      table.netRevenue,
    ),
    uniqueIndex('booking_of_channel')
      .on(table.landlordId, table.rentalId, table.bookingSource, table.externalBookingId)
      .where(sql`external_booking_id is not null and status <> 'cancelled'`),
    index('booking_unanswered')
      .on(table.answerBy)
      .where(sql`status = 'pending'`),
    check('booking_has_nights', sql`${table.checkInDate} < ${table.checkOutDate}`),
  ],
)
export type BookingRow = typeof booking.$inferSelect

/** A night of a booking at the price of when it was booked, discounts taken off. Later prices never change it. */
export const bookingNight = schema.table(
  'booking_night',
  {
    landlordId: landlordId(),
    bookingId: uuidRef('booking_id').notNull(),
    rentalId: uuidRef('rental_id').notNull(),
    date: calendarDate('date').notNull(),
    price: money('price').notNull(),
    /** Before the discount of the whole stay. */
    listPrice: money('list_price').notNull(),
    /** What guests above those included paid for this night. */
    extraGuests: money('extra_guests').notNull(),
    explanation: text('explanation').notNull(),
    /** Given back, by a cancellation, a no-show or an early check-out. */
    isReleased: boolean('is_released').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.landlordId, table.bookingId, table.date] }),
    index('booking_night_by_date').on(table.landlordId, table.date, table.rentalId, table.price, table.bookingId),
  ],
)
export type BookingNightRow = typeof bookingNight.$inferSelect

/** A link to the guest's page of a hold or booking, stored as the hash of its token. */
export const guestLink = schema.table(
  'guest_link',
  {
    id: id(),
    landlordId: landlordId(),
    /** Of the booking, which had it as a hold. */
    bookingId: uuidRef('booking_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('guest_link_by_booking').on(table.landlordId, table.bookingId),
    // For guests, who are nobody's.
    index('guest_link_by_token').on(table.tokenHash),
  ],
)

/** What was changed of a listing or a booking. Rows are only added. */
export const stayChange = schema.table(
  'stay_change',
  {
    id: id(),
    landlordId: landlordId(),
    /** The listing or the booking. */
    recordId: uuidRef('record_id').notNull(),
    at: instant('at').notNull(),
    by: text('by', { enum: ['landlord', 'guest', 'channel', 'system'] }).notNull(),
    userId: uuidRef('user_id'),
    what: text('what').notNull(),
    changes: jsonb('changes').$type<{ field: string; from: string | null; to: string | null }[]>().notNull(),
    note: text('note'),
  },
  (table) => [index('stay_change_by_record').on(table.landlordId, table.recordId, table.at, table.id)],
)
