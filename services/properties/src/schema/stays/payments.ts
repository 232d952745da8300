import type { Quote } from '@keyhold/contracts/properties/stays/quotes'
import { calendarDate, createdAt, id, instant, landlordId, money, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { schema } from '../schema.ts'

export const holdStates = ['open', 'paid', 'released', 'lapsed'] as const

/** A stay that a guest has chosen and not paid yet. The booking that it becomes has its id, and so has its claim on the nights. */
export const stayHold = schema.table(
  'stay_hold',
  {
    id: id(),
    landlordId: landlordId(),
    rentalId: uuidRef('rental_id').notNull(),
    unitId: uuidRef('unit_id').notNull(),
    checkInDate: calendarDate('check_in_date').notNull(),
    checkOutDate: calendarDate('check_out_date').notNull(),
    numberOfGuests: integer('number_of_guests').notNull(),
    guestName: text('guest_name').notNull(),
    guestEmail: text('guest_email').notNull(),
    guestPhone: text('guest_phone'),
    requests: text('requests'),
    quote: jsonb('quote').$type<Quote>().notNull(),
    state: text('state', { enum: holdStates }).notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('stay_hold_by_time').on(table.landlordId, table.createdAt),
    index('stay_hold_open')
      .on(table.expiresAt)
      .where(sql`state = 'open'`),
  ],
)
export type StayHoldRow = typeof stayHold.$inferSelect

/** Money that a provider took from a guest. Each of the provider's payments is here once. */
export const stayPayment = schema.table(
  'stay_payment',
  {
    id: id(),
    landlordId: landlordId(),
    bookingId: uuidRef('booking_id').notNull(),
    provider: text('provider', { enum: ['test', 'stripe', 'entered'] }).notNull(),
    providerRef: text('provider_ref').notNull(),
    amount: money('amount').notNull(),
    refundedAmount: money('refunded_amount').notNull().default(0),
    /** The day, where the property stands. */
    paidOn: calendarDate('paid_on').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('stay_payment_once').on(table.landlordId, table.provider, table.providerRef),
    index('stay_payment_by_booking').on(table.landlordId, table.bookingId, table.createdAt),
  ],
)
export type StayPaymentRow = typeof stayPayment.$inferSelect

/** Money that goes back to a guest. A job asks the provider for it; its id makes that happen once. */
export const stayRefund = schema.table(
  'stay_refund',
  {
    id: id(),
    landlordId: landlordId(),
    bookingId: uuidRef('booking_id').notNull(),
    paymentId: uuidRef('payment_id').notNull(),
    amount: money('amount').notNull(),
    reason: text('reason').notNull(),
    status: text('status', { enum: ['pending', 'done', 'failed'] }).notNull(),
    refundedOn: calendarDate('refunded_on').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('stay_refund_by_booking').on(table.landlordId, table.bookingId, table.createdAt)],
)
export type StayRefundRow = typeof stayRefund.$inferSelect
