import type { reportPeriods } from '@keyhold/contracts/payments/reports'
import { addDays, addMonths, startOfMonth, weekdayOf } from '@keyhold/kit/lib/dates'

export type PeriodKind = (typeof reportPeriods)[number]

/** Both days are inclusive. */
export interface Period {
  from: string
  to: string
}

const monthsIn = { monthly: 1, quarterly: 3, yearly: 12 } as const

/** The period that contains `day`: the week from Monday, the calendar month, quarter or year. */
export const periodOf = (kind: PeriodKind, day: string): Period => startingOn(kind, firstDay(kind, day))

/** The period before the one that contains `day`. */
export const periodBefore = (kind: PeriodKind, day: string): Period =>
  periodOf(kind, addDays(periodOf(kind, day).from, -1))

/** `count` consecutive periods, oldest first; the last one contains `day`. */
export function periodsUpTo(kind: PeriodKind, day: string, count: number): Period[] {
  const last = periodOf(kind, day).from
  return Array.from({ length: count }, (_, n) => startingOn(kind, later(kind, last, n + 1 - count)))
}

function firstDay(kind: PeriodKind, day: string): string {
  if (kind === 'weekly') return addDays(day, 1 - weekdayOf(day))
  const month = Number(day.slice(5, 7))
  return addMonths(startOfMonth(day), -((month - 1) % monthsIn[kind]))
}

/** The day `count` periods later; negative: earlier. */
const later = (kind: PeriodKind, from: string, count: number): string =>
  kind === 'weekly' ? addDays(from, 7 * count) : addMonths(from, monthsIn[kind] * count)

const startingOn = (kind: PeriodKind, from: string): Period => ({ from, to: addDays(later(kind, from, 1), -1) })
