import * as routes from './calendar.routes.ts'
import { endpoint } from '../../endpoint.ts'
import {
  amount,
  calendarDate,
  flag,
  id,
  instant,
  line,
  money,
  optional,
  pageQuery,
  search,
  whole,
} from '../../scalars.ts'
import { z } from '../../zod.ts'
import { PriceRules } from './listing-terms.ts'
import { Quote, StayQuery } from './quotes.ts'
import {
  bookingSources,
  bookingStatuses,
  maxCalendarDays,
  minStaySources,
  nightStates,
  priceFactors,
} from './stay-values.ts'

const span = <S extends z.ZodType<{ from: string; to: string }>>(schema: S) =>
  schema
    .refine(({ from, to }) => from < to, { path: ['to'], message: 'The last day must be after the first' })
    .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 <= maxCalendarDays, {
      path: ['to'],
      message: `At most ${maxCalendarDays} days at a time`,
    })

/** Nights `[from, to)`. */
const spanQuery = z.object({ from: calendarDate, to: calendarDate })

/** One step of a night's price. */
export const PriceFactor = z.object({
  factor: z.enum(priceFactors),
  /** As in "Friday and Saturday +20 %". */
  text: z.string(),
  percent: z.number().nullable(),
  /** The price after it. */
  price: amount,
})
export type PriceFactor = z.output<typeof PriceFactor>

export const CalendarDay = z
  .object({
    date: calendarDate,
    isAvailable: z.boolean(),
    pricePerNight: amount,
    /** Judged on arrival. */
    minimumStay: z.int(),
    minimumStayFrom: z.enum(minStaySources),
    closedToArrival: z.boolean(),
    closedToDeparture: z.boolean(),
    isBlocked: z.boolean(),
    blockReason: z.string().nullable(),
    /** Who has the night. */
    state: z.enum(nightStates),
    bookingId: id.nullable(),
    notes: z.string().nullable(),
    /** The landlord set this night's price by hand. */
    isPriceOverridden: z.boolean(),
  })
  .meta({ id: 'StayCalendarDay' })
export type CalendarDay = z.output<typeof CalendarDay>

/** A range of nights that somebody has. */
export const CalendarEntry = z
  .object({
    kind: z.enum(['booking', 'hold', 'block', 'channel_block', 'lease']),
    /** Of the booking, block, feed entry or tenancy. */
    id,
    from: calendarDate,
    /** The first night that is free again; null for a tenancy without an end. */
    to: calendarDate.nullable(),
    title: z.string().nullable(),
    bookingSource: z.enum(bookingSources).nullable(),
    status: z.enum(bookingStatuses).nullable(),
    numberOfGuests: z.int().nullable(),
  })
  .meta({ id: 'StayCalendarEntry' })
export type CalendarEntry = z.output<typeof CalendarEntry>

export const rentalCalendar = endpoint(routes.rentalCalendar, {
  query: span(spanQuery),
  response: z.array(CalendarDay),
  summary: 'Every night of a listing from `from` to the one before `to`',
})

const dayChanges = {
  isBlocked: flag.optional(),
  blockReason: optional(line(200)),
  /** Null takes the price that the rules make. */
  pricePerNight: optional(money(0.01, 'The price must be more than 0')),
  minimumStay: optional(whole(1, 365, 'A number of nights from 1 to 365')),
  closedToArrival: optional(flag),
  closedToDeparture: optional(flag),
  notes: optional(line(500)),
  /** Only nights of these weekdays; 1 is Monday, 7 is Sunday. */
  weekdays: z.array(z.int().min(1).max(7)).max(7).optional(),
}

/** 409 `nights-taken` where a night to be blocked belongs to a booking, a hold or a tenancy. */
export const changeCalendar = endpoint(routes.changeCalendar, {
  body: span(z.object({ from: calendarDate, to: calendarDate, ...dayChanges })),
  response: z.array(CalendarDay),
  summary: 'Block, free, price or close the nights [from, to), or those of the given weekdays',
})

/** The same for several listings; all or nothing. */
export const changeCalendars = endpoint(routes.changeCalendars, {
  body: span(
    z.object({
      rentalIds: z.array(id).min(1, 'Choose a listing').max(100, 'At most 100 listings at a time'),
      from: calendarDate,
      to: calendarDate,
      ...dayChanges,
    }),
  ),
  response: z.object({ changed: z.int() }),
  summary: 'Block, free, price or close nights of several listings at once',
})
export type DayChanges = z.output<typeof changeCalendar.body>

export const CalendarRow = z
  .object({
    rentalId: id,
    propertyId: id,
    unitId: id,
    listingName: z.string(),
    propertyName: z.string(),
    unitName: z.string().nullable(),
    isActive: z.boolean(),
    timeZone: z.string(),
    entries: z.array(CalendarEntry),
    /** By night from `from` on; taken ones too. */
    prices: z.array(amount),
    minimumStays: z.array(z.int()),
    /** Nights whose price or rules the landlord set by hand. */
    overridden: z.array(calendarDate),
  })
  .meta({ id: 'StayCalendarRow' })
export type CalendarRow = z.output<typeof CalendarRow>

export const stayCalendar = endpoint(routes.stayCalendar, {
  query: span(
    pageQuery.extend({ ...spanQuery.shape, q: search, propertyId: id.optional(), isActive: flag.optional() }),
  ),
  response: z.array(CalendarRow),
  paged: true,
  summary: 'The calendars of all listings by name, a page of listings at a time',
})

export const RentalPriceRules = z.object({ rentalId: id, rules: PriceRules, updatedAt: instant })

export const priceRules = endpoint(routes.priceRules, {
  response: RentalPriceRules,
  summary: 'How the prices and minimum stays of a listing differ by night',
})

export const savePriceRules = endpoint(routes.savePriceRules, {
  body: PriceRules,
  response: RentalPriceRules,
  summary: 'Replace the price rules of a listing',
})

export const PriceExplanation = z
  .object({
    date: calendarDate,
    price: amount,
    factors: z.array(PriceFactor),
    minimumStay: z.int(),
    minimumStayFrom: z.enum(minStaySources),
    minimumStayText: z.string(),
  })
  .meta({ id: 'StayPriceExplanation' })

export const explainPrice = endpoint(routes.explainPrice, {
  query: z.object({ date: calendarDate }),
  response: PriceExplanation,
  summary: 'How the price and the minimum stay of a night come about, factor by factor',
})

export const quoteStay = endpoint(routes.quoteStay, {
  query: StayQuery.extend({ bookingSource: z.enum(bookingSources).default('direct') }),
  response: Quote,
  summary: 'What a stay costs, line by line, and which rules it breaks',
})
