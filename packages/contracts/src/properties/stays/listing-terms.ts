import { line, money, requiredDate, whole, decimal } from '../../scalars.ts'
import { z } from '../../zod.ts'
import { bookingSources, feeUnits, taxedLines, taxKinds } from './stay-values.ts'

const percent = (min: number, max: number) => decimal(min, max, `A percentage from ${min} to ${max}`)

export const CancellationTier = z.object({
  daysBefore: whole(0, 365, 'A number of days from 0 to 365'),
  /** Of the nights, refunded to who cancels at least so many days before check-in. */
  percent: percent(0, 100),
})

/** A tax on stays. `rate` is a percentage for the kind `percent`, else dollars per unit. */
export const Tax = z.object({
  name: line(100, 'Name the tax'),
  /** To whom it is due, such as "City of Austin". */
  jurisdiction: line(100, 'Name the jurisdiction'),
  kind: z.enum(taxKinds),
  rate: decimal(0, 10_000, 'Enter the rate'),
  /** Of the kind `percent`: what it is taken of. */
  appliesTo: z.array(z.enum(taxedLines)).default([...taxedLines]),
  /** Stays of at least so many nights are exempt. */
  exemptFromNights: whole(2, 1095, 'A number of nights from 2').nullable().default(null),
  /** The channels that collect and remit it themselves. */
  remittedBy: z.array(z.enum(bookingSources)).default([]),
})
export type Tax = z.output<typeof Tax>

/** A fee that every guest pays, such as for linen. */
export const Fee = z.object({
  name: line(100, 'Name the fee'),
  amount: money(0, 'Enter the amount'),
  per: z.enum(feeUnits).default('per_stay'),
})
export type Fee = z.output<typeof Fee>

export const ChannelFees = z.partialRecord(z.enum(bookingSources), percent(0, 50))
export type ChannelFees = z.output<typeof ChannelFees>

const nights = whole(1, 365, 'A number of nights from 1 to 365')
const days = whole(1, 365, 'A number of days from 1 to 365')
const change = percent(-90, 500)

/** A span of dates, both ends included; with `everyYear` the year does not matter, and it may run over New Year. */
export const Season = z.object({
  name: line(100, 'Name the season'),
  from: requiredDate('Enter the first night'),
  to: requiredDate('Enter the last night'),
  everyYear: z.boolean().default(false),
  percent: change.default(0),
  minimumStay: nights.nullable().default(null),
})
export type Season = z.output<typeof Season>

/** How prices and minimum stays differ by night. Percentages are added to the price: 20 makes 100 into 120. */
export const PriceRules = z
  .object({
    weekdays: z
      .array(
        z.object({
          /** 1 is Monday, 7 is Sunday: of the night's own date. */
          weekday: z.int().min(1).max(7),
          percent: change.default(0),
          minimumStay: nights.nullable().default(null),
        }),
      )
      .max(7)
      .default([]),
    /** The first that fits a night counts. */
    seasons: z.array(Season).max(50, 'At most 50 seasons').default([]),
    /** From `days` before the night on; gradual: the whole change on the last day, less before. */
    lastMinute: z
      .object({
        days,
        percent: change,
        gradual: z.boolean().default(true),
        minimumStay: nights.nullable().default(null),
      })
      .nullable()
      .default(null),
    /** For a gap of at most `nights` free nights between two stays. */
    orphanGap: z
      .object({
        nights: whole(1, 14, 'A number of nights from 1 to 14'),
        percent: change.default(0),
        allowShorter: z.boolean().default(true),
      })
      .nullable()
      .default(null),
    /** For arrivals further ahead than `days`. */
    farOut: z.object({ days, minimumStay: nights }).nullable().default(null),
    /** The longest that a stay reaches counts; positive: percent off all nights. */
    lengthOfStay: z
      .array(z.object({ nights: whole(2, 365, 'A number of nights from 2 to 365'), percent: percent(0, 90) }))
      .max(10)
      .default([]),
    minimumPrice: money(0, 'Enter the lowest price').nullable().default(null),
    maximumPrice: money(0, 'Enter the highest price').nullable().default(null),
  })
  .refine(
    ({ minimumPrice, maximumPrice }) => minimumPrice === null || maximumPrice === null || minimumPrice <= maximumPrice,
    {
      path: ['maximumPrice'],
      message: 'The highest price is below the lowest one',
    },
  )
  .meta({ id: 'StayPriceRules' })
export type PriceRules = z.output<typeof PriceRules>

export const noPriceRules: PriceRules = PriceRules.parse({})
