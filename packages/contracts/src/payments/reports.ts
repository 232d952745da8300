import * as routes from './reports.routes.ts'
import { endpoint } from '../endpoint.ts'
import { maintenanceStatuses } from '../maintenance/requests.ts'
import { amount, bytes, calendarDate, flag, id, instant, pageQuery, whole } from '../scalars.ts'
import { z } from '../zod.ts'
import { Basis } from './explanations.ts'
import { paymentStatuses } from './payments.ts'

/** The period that contains `asOf`: the week from Monday, the calendar month, quarter or year. */
export const reportPeriods = ['weekly', 'monthly', 'quarterly', 'yearly'] as const

export const periodQuery = z.object({
  period: z.enum(reportPeriods).default('monthly'),
  /** Default: today. */
  asOf: calendarDate.optional(),
  propertyId: id.optional(),
  /** Refused: costs and occupancy are not dated by when they were recorded. */
  knownAt: instant.optional(),
})

/** A figure, its value in the previous period, and how it was calculated. */
export const ReportFigure = z.object({
  value: amount,
  previous: amount,
  /** In percent of `previous`, one decimal; null if `previous` is 0. */
  change: z.number().nullable(),
  basis: Basis,
})

export const PropertyFigures = z.object({
  propertyId: id.nullable(),
  name: z.string(),
  units: z.int(),
  occupiedUnits: z.int(),
  revenue: amount,
  outstanding: amount,
  maintenanceCosts: amount,
  netIncome: amount,
})

export const ReportSummary = z
  .object({
    period: z.enum(reportPeriods),
    asOf: calendarDate,
    from: calendarDate,
    to: calendarDate,
    /** The day on which the figures stand: the last of the period, or today if that is earlier. */
    day: calendarDate,
    previousFrom: calendarDate,
    previousTo: calendarDate,
    /** Cash basis: money that pays charges, less what was returned within the period; without security deposits, and without credit until it pays a charge. */
    revenue: ReportFigure,
    /** Accrual basis: what was charged within the period, without security deposits. */
    charged: ReportFigure,
    /** Open on charges due within the period that are not overdue. */
    pending: ReportFigure,
    /** Open on all charges due by the last day of the period, or by today if that is earlier. */
    outstanding: ReportFigure,
    /** Actual costs of the requests completed within the period. */
    maintenanceCosts: ReportFigure,
    /** Revenue less maintenance costs. */
    netIncome: ReportFigure,
    /** Percent of units occupied on the last day of the period, or today if that is earlier. */
    occupancyRate: ReportFigure,
    /** What is open on charges, security deposits included: closing = opening + charged − cancelled − paid. */
    receivable: z.object({ opening: amount, charged: amount, cancelled: amount, paid: amount, closing: amount }),
    depositsHeld: amount,
    /** Charges due within the period. What is partly paid and late is overdue here. */
    paymentsByStatus: z.record(z.enum(paymentStatuses), z.object({ count: z.int(), amount, open: amount })),
    maintenanceByStatus: z.record(z.enum(maintenanceStatuses), z.int()),
    /** Up to 200 rows by revenue; their sums are the figures above. The last row holds what belongs to no property. */
    properties: z.array(PropertyFigures),
    generatedAt: instant,
  })
  .meta({ id: 'ReportSummary' })

export type ReportSummary = z.output<typeof ReportSummary>

export const reportSummary = endpoint(routes.reportSummary, {
  query: periodQuery,
  response: ReportSummary,
  summary: 'The figures of a period with the previous period and how each was calculated',
})

export const SeriesPoint = z.object({
  from: calendarDate,
  to: calendarDate,
  revenue: amount,
  charged: amount,
  maintenanceCosts: amount,
  netIncome: amount,
  /** Open on charges due by the last day, as of that day. */
  arrears: amount,
  /** Percent of units occupied on the last day. */
  occupancyRate: amount,
})

export const reportSeries = endpoint(routes.reportSeries, {
  query: periodQuery.extend({ points: whole(2, 36, 'Enter a number from 2 to 36').default(12) }),
  response: z.object({ points: z.array(SeriesPoint) }),
  summary: 'The same figures for several periods, oldest first',
})

export const ageingBuckets = ['notDue', 'to30', 'to60', 'to90', 'over90'] as const

const buckets = z.object({ notDue: amount, to30: amount, to60: amount, to90: amount, over90: amount })

export const RentRollRow = z.object({
  propertyId: id.nullable(),
  propertyName: z.string(),
  unitId: id.nullable(),
  unitName: z.string().nullable(),
  /** Null for a vacant unit, and for money that belongs to no tenancy. */
  tenancyId: id.nullable(),
  tenantId: id.nullable(),
  tenants: z.string().nullable(),
  startDate: calendarDate.nullable(),
  endDate: calendarDate.nullable(),
  status: z.enum(['vacant', 'upcoming', 'active', 'month_to_month', 'holdover', 'ended', 'open']),
  marketRent: amount.nullable(),
  /** The rent in force on that day. */
  rent: amount.nullable(),
  depositHeld: amount,
  /** Open on that day on charges due by then. The credit is not subtracted. */
  balance: amount,
  /** What is received or credited and not used yet, and prepaid rent, which pays charges that are not due yet. */
  credit: amount,
  daysPastDue: z.int(),
  movedOutOn: calendarDate.nullable(),
})

export const RentRoll = z
  .object({
    asOf: calendarDate,
    propertyId: id.nullable(),
    totals: z.object({
      units: z.int(),
      occupied: z.int(),
      vacant: z.int(),
      rent: amount,
      marketRent: amount,
      balance: amount,
      credit: amount,
      depositHeld: amount,
    }),
    generatedAt: instant,
  })
  .meta({ id: 'RentRoll' })

const dayQuery = z.object({
  asOf: calendarDate.optional(),
  propertyId: id.optional(),
  /** The amounts as they were known at this moment; default: now. Rents, names and occupancy are those known today. */
  knownAt: instant.optional(),
})

export const rentRollTotals = endpoint(routes.rentRollTotals, {
  query: dayQuery,
  response: RentRoll,
  summary: 'Totals of the rent roll',
})

export const rentRoll = endpoint(routes.rentRoll, {
  query: pageQuery.extend(dayQuery.shape),
  response: z.array(RentRollRow),
  paged: true,
  summary: 'Every unit on a day: its tenants, their terms and what they owed',
})

/** By days past the due date, which is day 0. `total` is the amount due, the same as the rent roll's balance; `notDue` is not part of it,
 * and 0 on a past day: what comes due later is not part of the books of that day. */
export const AgeingRow = z.object({
  tenantId: id,
  tenantName: z.string(),
  propertyName: z.string().nullable(),
  ...buckets.shape,
  total: amount,
})

export const Ageing = z.object({ asOf: calendarDate, totals: buckets.extend({ total: amount }), basis: Basis })

export const ageingTotals = endpoint(routes.ageingTotals, {
  query: dayQuery,
  response: Ageing,
  summary: 'Totals of what was owed on a day, by how long it was overdue',
})

export const ageing = endpoint(routes.ageing, {
  query: pageQuery.extend(dayQuery.shape),
  response: z.array(AgeingRow),
  paged: true,
  summary: 'What was owed on a day by account, largest total first',
})

export const reportKinds = ['financial', 'rent-roll', 'ageing', 'deposits'] as const

/** The file states its parameters and when it was generated. 400 for a financial report as it was known earlier. */
export const reportFile = endpoint(routes.reportFile, {
  params: { kind: z.enum(reportKinds) },
  query: periodQuery.extend({ format: z.enum(['json', 'csv', 'pdf']).default('pdf'), inline: flag.optional() }),
  response: bytes,
  summary: 'A report as JSON, CSV or PDF',
})
