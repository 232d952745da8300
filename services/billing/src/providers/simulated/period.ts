import { afterPeriods } from '../../domain/periods.ts'
import type { Choice } from '../provider.ts'

export interface Period extends Choice {
  /** Periods are counted from here. */
  anchor: string
  count: number
  periodStart: string
  periodEnd: string
}

export const firstPeriod = ({ plan, interval }: Choice, now: string): Period => ({
  plan,
  interval,
  anchor: now,
  count: 1,
  periodStart: now,
  periodEnd: afterPeriods(now, interval, 1),
})

/** The period alone, of a record that has more. */
export const pickPeriod = ({ plan, interval, anchor, count, periodStart, periodEnd }: Period): Period => ({
  plan,
  interval,
  anchor,
  count,
  periodStart,
  periodEnd,
})

export const datesOf = ({ periodStart, periodEnd }: Period) => ({ periodStart, periodEnd })

export const isSameChoice = (a: Choice, b: Choice) => a.plan === b.plan && a.interval === b.interval

const hourMs = 60 * 60_000
export const hoursAfter = (instant: string, hours: number) =>
  new Date(new Date(instant).getTime() + hours * hourMs).toISOString()
