import { daysBetween } from '@keyhold/kit/lib/dates'

/** Nights `[from, until)`; null: without end. */
export interface Taken {
  from: string
  until: string | null
}

/**
 * How many free nights in a row a date is among, where something has the nights before and after them; null where it is taken, or free without end on
 * a side. `taken` in order, without overlaps.
 */
export function gapAt(date: string, taken: readonly Taken[]): number | null {
  const next = taken.find(({ from }) => from > date)
  const before = taken.findLast(({ from }) => from <= date)
  if (!next || !before || before.until === null || before.until > date) return null
  return daysBetween(before.until, next.from)
}

/** In order of their first night, with those that overlap (leases of rooms) made one. */
export function merged(ranges: readonly Taken[]): Taken[] {
  const result: Taken[] = []
  for (const { from, until } of ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = result.at(-1)
    if (!last || (last.until !== null && last.until < from)) result.push({ from, until })
    else if (last.until !== null && (until === null || until > last.until)) last.until = until
  }
  return result
}
