import type { ChannelFees, Fee, PriceRules, Tax } from '@keyhold/contracts/properties/stays/listing-terms'
import { cancellationPolicies, type CancellationTier } from '@keyhold/contracts/properties/stays/stay-values'
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
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { schema } from '../schema.ts'

/** A short-term rental listing of a unit. */
export const rental = schema.table(
  'rental',
  {
    id: id(),
    landlordId: landlordId(),
    propertyId: uuidRef('property_id').notNull(),
    unitId: uuidRef('unit_id').notNull(),
    listingName: text('listing_name').notNull(),
    listingDescription: text('listing_description'),
    maxGuests: integer('max_guests').notNull(),
    basePrice: money('base_price').notNull(),
    cleaningFee: money('cleaning_fee').notNull(),
    extraGuestFee: money('extra_guest_fee').notNull(),
    guestsIncluded: integer('guests_included').notNull(),
    minStayNights: integer('min_stay_nights').notNull(),
    maxStayNights: integer('max_stay_nights').notNull(),
    airbnbListingId: text('airbnb_listing_id'),
    vrboListingId: text('vrbo_listing_id'),
    bookingComListingId: text('booking_com_listing_id'),
    directBookingEnabled: boolean('direct_booking_enabled').notNull(),
    isActive: boolean('is_active').notNull(),
    instantBookEnabled: boolean('instant_book_enabled').notNull(),
    /** `HH:MM` where the property stands. */
    checkInTime: text('check_in_time').notNull(),
    checkOutTime: text('check_out_time').notNull(),
    houseRules: jsonb('house_rules').$type<string[]>().notNull(),
    amenities: jsonb('amenities').$type<string[]>().notNull(),
    safetyFeatures: jsonb('safety_features').$type<string[]>().notNull(),
    checkInInstructions: text('check_in_instructions'),
    instructionsDaysBefore: integer('instructions_days_before').notNull(),
    cancellationPolicy: text('cancellation_policy', { enum: cancellationPolicies }).notNull(),
    cancellationTiers: jsonb('cancellation_tiers').$type<CancellationTier[]>().notNull(),
    taxes: jsonb('taxes').$type<Tax[]>().notNull(),
    fees: jsonb('fees').$type<Fee[]>().notNull(),
    channelFees: jsonb('channel_fees').$type<ChannelFees>().notNull(),
    depositAmount: money('deposit_amount'),
    turnoverCost: money('turnover_cost'),
    preparationDays: integer('preparation_days').notNull(),
    advanceNoticeDays: integer('advance_notice_days').notNull(),
    bookingWindowDays: integer('booking_window_days'),
    closedToArrival: jsonb('closed_to_arrival').$type<number[]>().notNull(),
    closedToDeparture: jsonb('closed_to_departure').$type<number[]>().notNull(),
    priceRules: jsonb('price_rules').$type<PriceRules>().notNull(),
    /** The public address is the words and the code. The code stays when the words change, so old links work. */
    slugWords: text('slug_words').notNull(),
    publicCode: text('public_code').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Removed listings keep their row, because bookings refer to them. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('rental_by_time').on(table.landlordId, table.createdAt, table.id),
    index('rental_by_name').on(table.landlordId, sql`lower(listing_name)`, table.id),
    index('rental_by_property').on(table.landlordId, table.propertyId, table.createdAt, table.id),
    uniqueIndex('rental_of_unit')
      .on(table.landlordId, table.unitId)
      .where(sql`deleted_at is null`),
    // For guests, who are nobody's. 60 random bits: no two listings share one.
    index('rental_by_code').on(table.publicCode),
  ],
)
export type RentalRow = typeof rental.$inferSelect

/** What the landlord set by hand for a night of a listing. Null: as the rules say. */
export const rentalDay = schema.table(
  'rental_day',
  {
    landlordId: landlordId(),
    rentalId: uuidRef('rental_id').notNull(),
    date: calendarDate('date').notNull(),
    pricePerNight: money('price_per_night'),
    minimumStay: integer('minimum_stay'),
    closedToArrival: boolean('closed_to_arrival'),
    closedToDeparture: boolean('closed_to_departure'),
    notes: text('notes'),
  },
  (table) => [primaryKey({ columns: [table.landlordId, table.rentalId, table.date] })],
)
export type RentalDayRow = typeof rentalDay.$inferSelect
