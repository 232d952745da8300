import type { paymentStatuses } from '@keyhold/contracts/payments/payments'
import type { maintenanceCosts } from '@keyhold/contracts/maintenance/costs'
import type { ReportFigure, ReportSummary } from '@keyhold/contracts/payments/reports'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import type { z } from '@keyhold/contracts/zod'
import { moneyText, toCents, toDollars } from '@keyhold/kit/lib/money'
import { dayText } from '../explain/format.ts'
import type { ChargesRow, OccupancyRow, OpenRow, RevenueRow } from './report-figures.ts'
import type { Period } from './report-periods.ts'
import type { MovementRow } from './report-charges.ts'

type Figure = z.output<typeof ReportFigure>
export type Costs = ResponseOf<typeof maintenanceCosts>

/** The data of one period. */
export interface PeriodData extends Period {
  /** Its last day, or today if that is earlier. */
  day: string
  revenue: RevenueRow | undefined
  open: Omit<OpenRow, 'open'>
  moves: Pick<MovementRow, 'isDeposit' | 'charged' | 'cancelled' | 'paid'>[]
  costs: Costs['costs']
  homes: OccupancyRow | undefined
}

const sumCents = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + toCents(of(row)), 0)
const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((total, row) => total + of(row), 0)

/** The totals of a period in cents; the occupancy is a whole percentage, as in the spec. */
function totalsOf({ revenue, open, moves, costs, homes }: PeriodData) {
  const earned = toCents(revenue?.revenue ?? 0)
  const spent = sumCents(costs, (cost) => cost.amount)
  const { units = 0, occupied = 0 } = homes ?? {}
  return {
    revenue: earned,
    deposits: toCents(revenue?.deposits ?? 0),
    charged: sumCents(moves, (row) => (row.isDeposit ? 0 : row.charged)),
    pending: toCents(open.toCome),
    outstanding: toCents(open.due),
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
      `Money applied to charges, less returns: ${moneyText(now.revenue + now.deposits)} − ${moneyText(now.deposits)} for security deposits`,
      { ...days, amountApplied: dollars(now.revenue + now.deposits), deposits: dollars(now.deposits) },
    ),
    charged: money('charged', 'Charged within the period, without security deposits', days),
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

/** charged − cancelled − paid is the change of what is open, security deposits included. */
export function receivableOf(open: number, moves: PeriodData['moves']): ReportSummary['receivable'] {
  const [charged, cancelled, paid] = [
    sumCents(moves, (row) => row.charged),
    sumCents(moves, (row) => row.cancelled),
    sumCents(moves, (row) => row.paid),
  ]
  const sums = { opening: open, charged: toDollars(charged), cancelled: toDollars(cancelled), paid: toDollars(paid) }
  return { ...sums, closing: toDollars(toCents(open) + charged - cancelled - paid) }
}

/** What is open on charges of a period and before it. */
export const openIn = (charges: readonly ChargesRow[]): Omit<OpenRow, 'open'> => ({
  due: toDollars(sumCents(charges, (row) => row.due)),
  toCome: toDollars(sumCents(charges, (row) => (row.isWithin ? row.toCome : 0))),
})

export function byStatusOf(charges: ChargesRow[]): ReportSummary['paymentsByStatus'] {
  const of = (status: (typeof paymentStatuses)[number]) => {
    const rows = charges.filter((row) => row.isWithin && row.status === status)
    return {
      count: sum(rows, (row) => row.count),
      amount: toDollars(sumCents(rows, (row) => row.amount)),
      open: toDollars(sumCents(rows, (row) => row.open)),
    }
  }
  return { pending: of('pending'), paid: of('paid'), overdue: of('overdue'), partial: of('partial') }
}
