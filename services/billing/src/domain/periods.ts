import type { Interval } from '@keyhold/contracts/billing/plans'

const day = 24 * 60 * 60_000

/**
 * The instant `count` periods after the anchor, in UTC, at the anchor's time of day. Counted from the anchor, never from the period before:
 * what began on 31 January renews on 28 February and then on 31 March.
 */
export function afterPeriods(anchor: string, interval: Interval, count: number): string {
  const from = new Date(anchor)
  const months = from.getUTCMonth() + count * (interval === 'month' ? 1 : 12)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const at = new Date(from)
  at.setUTCFullYear(from.getUTCFullYear(), months, Math.min(from.getUTCDate(), lastDay))
  return at.toISOString()
}

/** Days of the period, and how many of them have begun and passed at `now`. */
export function daysOf({ start, end }: { start: string; end: string }, now: string): { total: number; used: number } {
  const [from, to, at] = [new Date(start).getTime(), new Date(end).getTime(), new Date(now).getTime()]
  const total = Math.max(1, Math.round((to - from) / day))
  return { total, used: Math.min(total, Math.max(0, Math.floor((at - from) / day))) }
}
