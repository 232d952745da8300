import { toCents } from '@keyhold/kit/lib/money'

/** Divides whole cents in proportion to the weights; the parts sum to the whole. Equal parts where all weights are 0. */
export function split(cents: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const shares = sum === 0 ? weights.map(() => 1) : weights
  const whole = sum === 0 ? shares.length : sum
  let [given, passed] = [0, 0]
  return shares.map((share) => {
    passed += share
    // What has been given up to here is rounded, not each part: so nothing is lost, and no part is off by more than a cent.
    const upTo = Math.round((cents * passed) / whole)
    const part = upTo - given
    given = upTo
    return part
  })
}

/** Of a quote: what each night earns, its discount and extra guests divided over the nights. */
export function nightShares(
  quote: { basePriceTotal: number; extraGuestTotal: number },
  nights: readonly { cents: number }[],
): { nightCents: number[]; extraGuestCents: number[] } {
  return {
    nightCents: split(
      toCents(quote.basePriceTotal),
      nights.map(({ cents }) => cents),
    ),
    extraGuestCents: split(
      toCents(quote.extraGuestTotal),
      nights.map(() => 1),
    ),
  }
}
