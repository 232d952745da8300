import { addDays, daysBetween, laterOf } from '@keyhold/kit/lib/dates'

/** Nights `[from, until)` as plain dates; `until` is the day of departure, null: without end. */
export interface Nights {
  from: string
  until: string | null
}

export const overlaps = (a: Nights, b: Nights): boolean =>
  (b.until === null || a.from < b.until) && (a.until === null || b.from < a.until)

/** Whether all nights of `inner` are among those of `outer`. */
export const covers = (outer: Nights, inner: Nights): boolean =>
  outer.from <= inner.from && (outer.until === null || (inner.until !== null && inner.until <= outer.until))

/**
 * The nearest free nights of the same number before and after those that were wanted; none before `today`. Wanted without an end, there is only a
 * later start, and none where something else has no end.
 */
export function nearestFreeNights(taken: readonly Nights[], wanted: Nights, today: string): Nights[] {
  const sorted = taken.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const { from, until } = wanted
  if (until === null) {
    const end = sorted.some((one) => one.until === null)
      ? null
      : sorted
          .map((one) => one.until ?? '')
          .toSorted()
          .at(-1)
    return end ? [{ from: laterOf(laterOf(end, from), today), until: null }] : []
  }
  const length = daysBetween(from, until)
  const stayFrom = (day: string): Nights => ({ from: day, until: addDays(day, length) })
  const isFree = (day: string) => day >= today && !sorted.some((one) => overlaps(one, stayFrom(day)))
  // A stay that is as near as possible touches something: it ends where another one begins, or begins where one ends, or today.
  const earlier = sorted.map((one) => addDays(one.from, -length)).filter((day) => day < from && isFree(day))
  const later = [today, ...sorted.flatMap((one) => one.until ?? [])].filter((day) => day > from && isFree(day))
  return [...earlier.toSorted().slice(-1), ...later.toSorted().slice(0, 1)].map(stayFrom)
}
