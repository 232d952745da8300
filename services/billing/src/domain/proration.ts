/**
 * The share of a price, in whole cents, for the days from `from` up to but not including `to` of a period of `total` days.
 * Adjacent shares add up exactly, so that rounding neither loses nor adds a cent.
 */
export function shareOf(cents: number, total: number, from: number, to: number): number {
  const costUpTo = (days: number) => Math.round((cents * days) / total)
  return costUpTo(to) - costUpTo(from)
}
