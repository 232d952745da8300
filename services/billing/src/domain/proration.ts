/**
 * What the days `from` up to, not including, `to` cost of a period of `total` days, in whole cents. Neighbouring shares add up to the share
 * of both, and all of them to the price: nothing is lost or made by rounding.
 */
export function shareOf(cents: number, total: number, from: number, to: number): number {
  const upTo = (days: number) => Math.round((cents * days) / total)
  return upTo(to) - upTo(from)
}
