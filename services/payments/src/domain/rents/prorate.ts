import type { Basis } from '@keyhold/contracts/payments/explanations'
import type { prorationMethods } from '@keyhold/contracts/tenancy/tenancies'
import { addDays } from '@keyhold/kit/lib/dates'
import { toDollars } from '@keyhold/kit/lib/money'
import { daysOf, type Period } from './periods.ts'

export type Proration = (typeof prorationMethods)[number]
export type Days = Pick<Period, 'from' | 'to' | 'fullFrom' | 'fullTo'>

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const money = (cents: number) => dollars.format(toDollars(cents))

/** `a × b ÷ c` in whole cents, half a cent up; all whole and not negative. */
const share = (cents: number, times: number, by: number) =>
  Number((2n * BigInt(cents) * BigInt(times) + BigInt(by)) / (2n * BigInt(by)))

/**
 * What part of a period costs whose whole costs `cents`, first and last day counted, and how that came about. Rounded once, and never more
 * than the whole. `of` names the rule, such as `rent`.
 */
export function prorate(cents: number, method: Proration, days: Days, of = 'rent'): { cents: number; basis: Basis } {
  const { from, to, fullFrom, fullTo } = days
  const count = daysOf(from, to)
  const inFull = daysOf(fullFrom, fullTo)
  const inputs = { full: toDollars(cents), from, to, days: count, daysInPeriod: inFull }
  if (method === 'none' || count >= inFull)
    return { cents, basis: { rule: `${of}.full/1`, formula: `${money(cents)} a month`, inputs } }

  // Fewer days than the period has are never more than 30, so no method comes to more than the whole.
  const part =
    method === 'annual365' ? share(cents, 12 * count, 365) : share(cents, count, method === 'thirty' ? 30 : inFull)
  const sum =
    method === 'annual365' ? `× 12 × ${count} ÷ 365 days` : `× ${count} ÷ ${method === 'thirty' ? 30 : inFull} days`
  return {
    cents: part,
    basis: { rule: `${of}.prorated.${method}/1`, formula: `${money(cents)} ${sum} = ${money(part)}`, inputs },
  }
}

/**
 * A whole period cut into parts that follow each other, such as between two tenants: each is prorated, and the last takes what rounding and
 * the method leave, so that together they are the whole.
 * @param cuts the last days of all parts but the last, in order, within the period
 */
export function splitPeriod(
  cents: number,
  method: Exclude<Proration, 'none'>,
  { fullFrom, fullTo }: Days,
  cuts: string[],
): number[] {
  let from = fullFrom
  let left = cents
  const parts = cuts.map((to) => {
    const part = Math.min(left, prorate(cents, method, { from, to, fullFrom, fullTo }).cents)
    from = addDays(to, 1)
    left -= part
    return part
  })
  return [...parts, left]
}
