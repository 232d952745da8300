import {
  type CancellationPolicyName,
  type CancellationTier,
  type CancelledBy,
  graceDaysBefore,
  graceHours,
  standardTiers,
} from '@keyhold/contracts/properties/stays/stay-values'
import { addCalendarDays, momentOf } from '@keyhold/kit/lib/time-zones'
import { baseOf, type Line } from '../pricing/price-stay.ts'

/** The tiers of a policy, the most days first. */
export const tiersOf = (policy: CancellationPolicyName, own: readonly CancellationTier[]): CancellationTier[] =>
  [...(policy === 'custom' ? own : standardTiers[policy])].toSorted((a, b) => b.daysBefore - a.daysBefore)

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** In sentences, for the guest. */
export function termsText(tiers: readonly CancellationTier[]): string {
  const refunds = tiers
    .filter(({ percent }) => percent > 0)
    .map(({ daysBefore, percent }) =>
      daysBefore === 0
        ? `${percent} % of the nights until check-in`
        : `${percent} % of the nights up to ${days(daysBefore)} before check-in`,
    )
  const first =
    refunds.length > 0 ? `Refunded: ${refunds.join(', ')}; nothing of them later.` : 'The nights are not refunded.'
  return `${first} Cleaning and other fees are refunded until check-in. Everything is refunded within ${graceHours} hours of booking, if check-in is at least ${graceDaysBefore} days away.`
}

export interface Cancellation {
  by: CancelledBy
  at: Date
  bookedAt: Date
  checkInDate: string
  /** `HH:MM` where the property stands. */
  checkInTime: string
  timeZone: string
  /** As they were at booking. */
  tiers: readonly CancellationTier[]
  lines: readonly Line[]
  /** What was paid and not refunded yet. */
  paidCents: number
}

export interface RefundedLine {
  line: Line
  refundCents: number
}

export interface ComputedRefund {
  lines: RefundedLine[]
  refundCents: number
  keptCents: number
  reason: string
}

const hourMs = 3_600_000

/** What a cancellation gives back. Deposits are apart from it. Lines that a channel collected stay with the channel. */
export function refundFor(cancellation: Cancellation): ComputedRefund {
  const { share, fees, reason } = sharesOf(cancellation)
  const charged = cancellation.lines.filter(({ isInTotal }) => isInTotal)
  const refunded: RefundedLine[] = charged.map((line) => ({ line, refundCents: refundOf(line, share, fees) }))
  const withTaxes = refunded.map((one) =>
    one.line.kind === 'tax' ? { ...one, refundCents: taxRefund(one.line, refunded, share) } : one,
  )
  const keptCents = withTaxes.reduce((sum, { line, refundCents }) => sum + line.cents - refundCents, 0)
  // What was not paid need not be given back.
  const refundCents = Math.max(0, cancellation.paidCents - keptCents)
  return { lines: withTaxes, refundCents, keptCents: Math.min(keptCents, cancellation.paidCents), reason }
}

/** Percent of the nights, and whether cleaning and fees are refunded. */
function sharesOf({ by, at, bookedAt, checkInDate, checkInTime, timeZone, tiers }: Cancellation): {
  share: number
  fees: boolean
  reason: string
} {
  if (by === 'landlord') return { share: 100, fees: true, reason: 'The host cancels, so everything is refunded.' }
  const arrival = momentOf(checkInDate, checkInTime, timeZone)
  const isBefore = (daysBefore: number) => at <= addCalendarDays(arrival, -daysBefore, timeZone)
  if (at.getTime() - bookedAt.getTime() <= graceHours * hourMs && isBefore(graceDaysBefore))
    return {
      share: 100,
      fees: true,
      reason: `Cancelled within ${graceHours} hours of booking, at least ${graceDaysBefore} days before check-in.`,
    }
  const reached = tiers.filter(({ daysBefore }) => isBefore(daysBefore))
  const best = reached.toSorted((a, b) => b.percent - a.percent)[0]
  const fees = isBefore(0)
  if (best)
    return {
      share: best.percent,
      fees,
      reason: `${best.percent} % of the nights up to ${days(best.daysBefore)} before check-in.`,
    }
  return {
    share: 0,
    fees,
    reason: fees
      ? 'It is too late for a refund of the nights; cleaning and fees are refunded.'
      : 'After check-in nothing is refunded.',
  }
}

function refundOf({ kind, cents }: Line, share: number, fees: boolean): number {
  if (kind === 'cleaning' || kind === 'fee') return fees ? cents : 0
  return kind === 'tax' ? 0 : Math.round((cents * share) / 100)
}

/** As much of a tax as of what it was taken of; of a fixed one as much as of the nights. */
function taxRefund(tax: Line, refunded: readonly RefundedLine[], share: number): number {
  if (tax.percent === null) return Math.round((tax.cents * share) / 100)
  const base = baseOf(
    refunded.map(({ line }) => line),
    tax.appliesTo,
  )
  const back = baseOf(
    refunded.map(({ line, refundCents }) => ({ kind: line.kind, cents: refundCents })),
    tax.appliesTo,
  )
  return base === 0 ? 0 : Math.round((tax.cents * back) / base)
}
