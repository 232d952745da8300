import type { paymentStatuses } from '@keyhold/contracts/payments/payments'
import type { maintenanceCosts } from '@keyhold/contracts/maintenance/costs'
import type { ReportFigure, ReportSummary } from '@keyhold/contracts/payments/reports'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import type { z } from '@keyhold/contracts/zod'
import { moneyText, toCents, toDollars } from '@keyhold/kit/lib/money'
import { dayText } from '../explain/format.ts'
import type { ChargesRow, OccupancyRow, RevenueRow } from './report-figures.ts'
import type { Period } from './report-periods.ts'

type Figure = z.output<typeof ReportFigure>
export type Costs = ResponseOf<typeof maintenanceCosts>

/** The data of one period. */
export interface PeriodData extends Period {
  /** Its last day, or today if that is earlier. */
  day: string
  revenue: Omit<RevenueRow, 'n'>[]
  charges: ChargesRow[]
  costs: Costs['costs']
  homes: Omit<OccupancyRow, 'n'>[]
}

const sumCents = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + toCents(of(row)), 0)
const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((total, row) => total + of(row), 0)

/** The totals of a period in cents; the occupancy is a whole percentage, as in the spec. */
export function totalsOf({ revenue, charges, costs, homes }: PeriodData) {
  const within = charges.filter(({ isWithin }) => isWithin)
  const earned = sumCents(revenue, (row) => row.revenue)
  const spent = sumCents(costs, (cost) => cost.amount)
  const units = sum(homes, (row) => row.units)
  const occupied = sum(homes, (row) => row.occupied)
  return {
    revenue: earned,
    deposits: sumCents(revenue, (row) => row.deposits),
    credit: sumCents(revenue, (row) => row.credit),
    charged: sumCents(within, (row) => row.charged),
    charges: sum(within, (row) => row.count),
    pending: sumCents(within, (row) => row.toCome),
    outstanding: sumCents(charges, (row) => row.due),
    maintenanceCosts: spent,
    netIncome: earned - spent,
    units,
    occupied,
    occupancyRate: occupancyOf(occupied, units),
  }
}

export const occupancyOf = (occupied: number, units: number): number =>
  units === 0 ? 0 : Math.round((100 * occupied) / units)

/** In percent of `previous`, one decimal; null if `previous` is 0. */
export const changeOf = (value: number, previous: number): number | null =>
  previous === 0 ? null : Math.round((1000 * (value - previous)) / Math.abs(previous)) / 10

/** The figures of a period and the previous one, each with its calculation. */
export function figuresOf(current: PeriodData, previous: PeriodData) {
  const [now, before] = [totalsOf(current), totalsOf(previous)]
  const days = { from: current.from, to: current.to }
  const upTo = dayText(current.day)
  const money = (name: keyof typeof now, formula: string, inputs: Record<string, string | number>): Figure => ({
    value: toDollars(now[name]),
    previous: toDollars(before[name]),
    change: changeOf(now[name], before[name]),
    basis: { rule: `report.${name}/1`, formula: `${formula} = ${moneyText(now[name])}`, inputs },
  })
  const dollars = (cents: number) => toDollars(cents)
  return {
    revenue: money(
      'revenue',
      `${moneyText(now.revenue + now.deposits)} received − ${moneyText(now.deposits)} in security deposits`,
      {
        ...days,
        received: dollars(now.revenue + now.deposits),
        deposits: dollars(now.deposits),
        credit: dollars(now.credit),
      },
    ),
    charged: money('charged', `${now.charges} charges due within the period, without security deposits`, {
      ...days,
      charges: now.charges,
    }),
    pending: money('pending', `Open on charges of the period that are due on ${upTo} or later`, {
      ...days,
      asOf: current.day,
    }),
    outstanding: money('outstanding', `Open on all charges due by ${upTo}`, { asOf: current.day }),
    maintenanceCosts: money('maintenanceCosts', 'Actual costs of the requests completed within the period', days),
    netIncome: money(
      'netIncome',
      `${moneyText(now.revenue)} revenue − ${moneyText(now.maintenanceCosts)} maintenance costs`,
      {
        ...days,
        revenue: dollars(now.revenue),
        maintenanceCosts: dollars(now.maintenanceCosts),
      },
    ),
    occupancyRate: {
      value: now.occupancyRate,
      previous: before.occupancyRate,
      change: changeOf(now.occupancyRate, before.occupancyRate),
      basis: {
        rule: 'report.occupancyRate/1',
        formula:
          now.units === 0
            ? `No units on ${upTo} = 0%`
            : `${now.occupied} of ${now.units} units occupied on ${upTo} = ${now.occupied} ÷ ${now.units} × 100, rounded = ${now.occupancyRate}%`,
        inputs: { asOf: current.day, occupied: now.occupied, units: now.units },
      },
    },
  }
}

export function byStatusOf(charges: ChargesRow[]): ReportSummary['paymentsByStatus'] {
  const of = (status: (typeof paymentStatuses)[number]) => {
    const rows = charges.filter((row) => row.isWithin && row.status === status)
    return { count: sum(rows, (row) => row.count), amount: toDollars(sumCents(rows, (row) => row.amount)) }
  }
  return { pending: of('pending'), paid: of('paid'), overdue: of('overdue'), partial: of('partial') }
}
