import type { reportPeriods } from '@keyhold/contracts/payments/reports'
import { Temporal } from 'temporal-polyfill'

export type PeriodKind = (typeof reportPeriods)[number]

/** Both days belong to it. */
export interface Period {
  from: string
  to: string
}

const lengths = { weekly: { days: 7 }, monthly: { months: 1 }, quarterly: { months: 3 }, yearly: { years: 1 } } as const

/** The period that `day` lies in: the week from Monday, the calendar month, quarter or year. */
export function periodOf(kind: PeriodKind, day: string): Period {
  return startingOn(kind, firstDay(kind, Temporal.PlainDate.from(day)))
}

/** The period before the one that `day` lies in. */
export const periodBefore = (kind: PeriodKind, day: string): Period =>
  periodOf(kind, dayBefore(periodOf(kind, day).from))

/** `count` periods without a gap, the oldest first; `day` lies in the last one. */
export function periodsUpTo(kind: PeriodKind, day: string, count: number): Period[] {
  const last = Temporal.PlainDate.from(periodOf(kind, day).from)
  // Always counted from the last one, whose first day every month has.
  return Array.from({ length: count }, (_, n) => startingOn(kind, last.subtract(times(kind, count - 1 - n))))
}

export const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()

/** Whole days from `from` to `to`; below 0 where `to` is the earlier one. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days

export const earlierOf = (a: string, b: string): string => (a < b ? a : b)

function firstDay(kind: PeriodKind, day: Temporal.PlainDate): Temporal.PlainDate {
  switch (kind) {
    case 'weekly':
      return day.subtract({ days: day.dayOfWeek - 1 })
    case 'monthly':
      return day.with({ day: 1 })
    case 'quarterly':
      return day.with({ month: day.month - ((day.month - 1) % 3), day: 1 })
    case 'yearly':
      return day.with({ month: 1, day: 1 })
  }
}

const times = (kind: PeriodKind, count: number) =>
  Object.fromEntries(
    Object.entries(lengths[kind]).map(([unit, length]) => [unit, length * count]),
  ) as Temporal.DurationLike

const startingOn = (kind: PeriodKind, from: Temporal.PlainDate): Period => ({
  from: from.toString(),
  to: from.add(lengths[kind]).subtract({ days: 1 }).toString(),
})
