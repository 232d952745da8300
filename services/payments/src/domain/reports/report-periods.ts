import type { reportPeriods } from '@keyhold/contracts/payments/reports'
import { addDays, addMonths, startOfMonth, weekdayOf } from '@keyhold/kit/lib/dates'

export type PeriodKind = (typeof reportPeriods)[number]

/** Both days belong to it. */
export interface Period {
  from: string
  to: string
}

const monthsIn = { monthly: 1, quarterly: 3, yearly: 12 } as const

/** The period that `day` lies in: the week from Monday, the calendar month, quarter or year. */
export const periodOf = (kind: PeriodKind, day: string): Period => startingOn(kind, firstDay(kind, day))

/** The period before the one that `day` lies in. */
export const periodBefore = (kind: PeriodKind, day: string): Period =>
  periodOf(kind, addDays(periodOf(kind, day).from, -1))

/** `count` periods without a gap, the oldest first; `day` lies in the last one. */
export function periodsUpTo(kind: PeriodKind, day: string, count: number): Period[] {
  const last = periodOf(kind, day).from
  return Array.from({ length: count }, (_, n) => startingOn(kind, later(kind, last, n + 1 - count)))
}

function firstDay(kind: PeriodKind, day: string): string {
  if (kind === 'weekly') return addDays(day, 1 - weekdayOf(day))
  const month = Number(day.slice(5, 7))
  return addMonths(startOfMonth(day), -((month - 1) % monthsIn[kind]))
}

/** `count` periods later, or earlier. */
const later = (kind: PeriodKind, from: string, count: number): string =>
  kind === 'weekly' ? addDays(from, 7 * count) : addMonths(from, monthsIn[kind] * count)

const startingOn = (kind: PeriodKind, from: string): Period => ({ from, to: addDays(later(kind, from, 1), -1) })
