import type { Basis } from '@keyhold/contracts/payments/explanations'
import type { prorationMethods } from '@keyhold/contracts/tenancy/tenancies'
import { addDays } from '@keyhold/kit/lib/dates'
import { toDollars } from '@keyhold/kit/lib/money'
import { daysOf, type Period } from './periods.ts'

export type Proration = (typeof prorationMethods)[number]
export type Days = Pick<Period, 'from' | 'to' | 'fullFrom' | 'fullTo'>
/** `split`: the last day of the month that the previous tenants pay. */
type SplitDays = Days & { split?: string | null }

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const money = (cents: number) => dollars.format(toDollars(cents))
const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `cents × times ÷ by`, rounded half up to whole cents. All arguments are whole and not negative. */
const share = (cents: number, times: number, by: number) =>
  Number((2n * BigInt(cents) * BigInt(times) + BigInt(by)) / (2n * BigInt(by)))

/**
 * The price of part of a period whose full price is `cents`, counting the first and last day, and how it was calculated. Rounded once, and never
 * more than the full price. `of` names the rule, for example `rent`.
 */
export function prorate(
  cents: number,
  method: Proration,
  days: SplitDays,
  of = 'rent',
): { cents: number; basis: Basis } {
  const { from, to, fullFrom, fullTo, split = null } = days
  const count = daysOf(from, to)
  const inFull = daysOf(fullFrom, fullTo)
  const inputs = { full: toDollars(cents), from, to, days: count, daysInPeriod: inFull }
  if (method === 'none' || count >= inFull)
    return { cents, basis: { rule: `${of}.full/1`, formula: `${money(cents)} a month`, inputs } }

  if (split !== null && split >= fullFrom && split < fullTo && to === fullTo)
    return remainder(cents, method, { ...days, split }, { of, inputs })
  // A partial period has at most 30 days, so no method exceeds the full price.
  const part =
    method === 'annual365' ? share(cents, 12 * count, 365) : share(cents, count, method === 'thirty' ? 30 : inFull)
  const sum =
    method === 'annual365' ? `× 12 × ${count} ÷ 365 days` : `× ${count} ÷ ${method === 'thirty' ? 30 : inFull} days`
  return {
    cents: part,
    basis: { rule: `${of}.prorated.${method}/1`, formula: `${money(cents)} ${sum} = ${money(part)}`, inputs },
  }
}

/** The rest of a month that the previous tenants pay until `split`: the whole, less their days and the days on which nobody lived there. */
function remainder(
  cents: number,
  method: Exclude<Proration, 'none'>,
  { from, fullFrom, fullTo, split, to }: Days & { split: string },
  { of, inputs }: { of: string; inputs: Basis['inputs'] },
): { cents: number; basis: Basis } {
  const vacantUntil = addDays(from, -1)
  const cuts = split < vacantUntil ? [split, vacantUntil] : [split]
  const parts = splitPeriod(cents, method, { from, to, fullFrom, fullTo }, cuts)
  const part = parts.at(-1) ?? 0
  const names = [`until ${monthAndDay.format(new Date(split))}`, 'vacant']
  const less = parts.slice(0, -1).map((one, n) => `${money(one)} (${names[n]})`)
  return {
    cents: part,
    basis: {
      rule: `${of}.prorated.${method}.remainder/1`,
      formula: `${[money(cents), ...less].join(' − ')} = ${money(part)}`,
      inputs: { ...inputs, splitAfter: split },
    },
  }
}

/**
 * Splits a period into consecutive parts, for example between two tenants. Each part is prorated and the last one gets the remainder, so that the
 * parts sum to the full price.
 * @param cuts the last day of every part except the last, in order, within the period
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
