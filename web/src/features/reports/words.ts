import type { BankAccount } from '@keyhold/contracts/payments/bank-accounts'
import type { Basis } from '@keyhold/contracts/payments/explanations'
import type { ReportSummary } from '@keyhold/contracts/payments/reports'
import { date, headlineMoney, money, number, words } from '~/lib/format.ts'

export const accountKinds: Record<BankAccount['kind'], string> = {
  operating: 'Operating',
  trust: 'Deposit trust',
}

export type Period = ReportSummary['period']
export const periods: readonly { value: Period; label: string }[] = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'quarterly', label: 'Quarterly' },
  { value: 'yearly', label: 'Yearly' },
]

type FigureKey = 'revenue' | 'charged' | 'pending' | 'outstanding' | 'maintenanceCosts' | 'netIncome' | 'occupancyRate'

export interface Figure {
  key: FigureKey
  label: string
  /** Whether an increase is good, bad, or neither. */
  good: 'up' | 'down' | null
}

/** The cards at the head of the page, in their order. */
export const headFigures: readonly Figure[] = [
  { key: 'revenue', label: 'Total Revenue', good: 'up' },
  { key: 'netIncome', label: 'Net Income', good: 'up' },
  { key: 'occupancyRate', label: 'Occupancy Rate', good: 'up' },
  { key: 'outstanding', label: 'Amount Due', good: 'down' },
]

/** The lines of the financial summary. */
export const summaryFigures: readonly Figure[] = [
  { key: 'charged', label: 'Charged', good: null },
  { key: 'revenue', label: 'Revenue', good: 'up' },
  { key: 'maintenanceCosts', label: 'Maintenance costs', good: 'down' },
  { key: 'netIncome', label: 'Net income', good: 'up' },
  { key: 'pending', label: 'Pending', good: null },
  { key: 'outstanding', label: 'Amount due', good: 'down' },
]

export const shown = (key: FigureKey, value: number): string =>
  key === 'occupancyRate' ? `${number(value)}%` : headlineMoney(value)

/** "+4.2% from the previous period", or that there is nothing to compare with. */
export function changeWords(change: number | null): string {
  if (change === null) return 'Nothing in the previous period'
  if (change === 0) return 'Same as the previous period'
  return `${change > 0 ? '+' : ''}${number(change)}% from the previous period`
}

const isMoney = /amount|revenue|cost|income|received|charged|open|balance|deposit|pending|outstanding|credit/i
const isDate = /^\d{4}-\d{2}-\d{2}$/

/** What went into a figure, as labelled values. */
export const inputsOf = ({ inputs }: Basis) =>
  Object.entries(inputs).map(([name, value]) => ({
    label: words(name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()),
    value:
      typeof value === 'number'
        ? isMoney.test(name)
          ? money(value)
          : number(value)
        : value !== null && isDate.test(value)
          ? date(value)
          : (value ?? 'none'),
  }))

/** `Mar 1, 2026 to Mar 31, 2026` */
export const spanWords = ({ from, to }: { from: string; to: string }): string => `${date(from)} to ${date(to)}`

/** `Mar 1, 2026 to Mar 31, 2026, as it stood on Mar 12, 2026` */
export const scopeWords = (span: { from: string; to: string; day: string }): string =>
  span.day < span.to ? `${spanWords(span)}, as it stood on ${date(span.day)}` : spanWords(span)

/** Which reading of the books the figures are. */
export const basisWords = 'Revenue and net income on a cash basis, charges on an accrual basis.'

/** The last day of the month before a day. */
export function lastMonthEnd(day: string): string {
  const end = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  end.setUTCDate(0)
  return end.toISOString().slice(0, 10)
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** The label below a point: `Mar`, `Mar 2`, `Q1 26`, `2026`. */
export function tickOf({ from }: { from: string }, period: Period): string {
  const at = new Date(`${from}T00:00:00Z`)
  if (period === 'weekly') return dayName.format(at)
  if (period === 'monthly') return monthName.format(at)
  if (period === 'yearly') return from.slice(0, 4)
  return `Q${Math.floor(at.getUTCMonth() / 3) + 1} ${from.slice(2, 4)}`
}
