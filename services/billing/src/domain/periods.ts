import type { Interval } from '@keyhold/contracts/billing/plans'
import { addMonths, dayMs } from '@keyhold/kit/lib/dates'

/**
 * The instant `count` periods after the anchor, in UTC, at the anchor's time of day. Counted from the anchor, never from the period before:
 * a subscription that began on 31 January renews on 28 February and then on 31 March.
 */
export function afterPeriods(anchor: string, interval: Interval, count: number): string {
  const from = new Date(anchor).toISOString()
  return addMonths(from.slice(0, 10), count * (interval === 'month' ? 1 : 12)) + from.slice(10)
}

/** Days of the period, and how many of them have passed at `now`. */
export function daysOf({ start, end }: { start: string; end: string }, now: string): { total: number; used: number } {
  const [from, to, at] = [new Date(start).getTime(), new Date(end).getTime(), new Date(now).getTime()]
  const total = Math.max(1, Math.round((to - from) / dayMs))
  return { total, used: Math.min(total, Math.max(0, Math.floor((at - from) / dayMs))) }
}
