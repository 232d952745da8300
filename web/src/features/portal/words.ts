import type { Payment } from '@keyhold/contracts/payments/payments'
import type { TenantStats } from '@keyhold/contracts/payments/tenant-payments'
import type { TenantProfile } from '@keyhold/contracts/tenancy/tenants'
import type { TenantMaintenanceRequest } from '@keyhold/contracts/maintenance/tenant-requests'
import type { z } from '@keyhold/contracts/zod'
import { chargeName } from '~/components/money/words.ts'
import { date, daysUntil, money, relativeDate, today } from '~/lib/format.ts'

export type Profile = z.output<typeof TenantProfile>
export type Stats = z.output<typeof TenantStats>
export type Request = z.output<typeof TenantMaintenanceRequest>
type Tone = 'default' | 'warning' | 'danger'

/** A card of figures in words. */
interface Said {
  value: string
  hint: string
  tone?: Tone
}

export const isOpen = ({ status }: Request): boolean => status === 'open' || status === 'in_progress'

export function sayBalance({ balance, status, awaitingConfirmation }: Stats): Said {
  const awaiting = awaitingConfirmation > 0 && `${money(awaitingConfirmation)} awaiting confirmation`
  if (balance < 0) return { value: money(0), hint: `You have ${money(-balance)} of credit` }
  if (balance === 0)
    return {
      value: money(0),
      hint: awaiting || (status === 'none' ? 'Nothing has been charged yet' : 'You are all paid up'),
    }
  const isLate = status === 'overdue'
  return {
    value: money(balance),
    hint: awaiting || (isLate ? 'Overdue' : 'Due now'),
    tone: awaiting ? 'default' : isLate ? 'danger' : 'warning',
  }
}

export function sayNextPayment({ nextPayment, nextRent }: Stats, share: number | null = null): Said {
  if (!nextPayment)
    return {
      value: 'None',
      hint: nextRent
        ? `The rent due ${date(nextRent.dueDate)} appears here on ${date(nextRent.postsOn)}`
        : 'No upcoming payment',
    }
  const due = `${money(nextPayment.amount)}, due ${relativeDate(nextPayment.dueDate)}`
  const isLate = daysUntil(nextPayment.dueDate) < 0
  const own = share === null ? '' : `. Your share of a month’s rent: ${money(share)}`
  return { value: date(nextPayment.dueDate), hint: (isLate ? `Oldest unpaid: ${due}` : due) + own }
}

const soon = 60

export function sayLease({ isActive, leaseStartDate: start, leaseEndDate: end }: Profile): Said {
  if (!isActive) return { value: 'Ended', hint: end ? `On ${date(end)}` : 'Your tenancy has ended' }
  if (start && daysUntil(start) > 0) return { value: 'Upcoming', hint: `Starts ${date(start)}` }
  if (!end && !start) return { value: 'Not entered', hint: 'Your landlord has not entered a lease yet' }
  if (!end) return { value: 'Active', hint: `Since ${date(start)}, no end date` }
  const left = daysUntil(end)
  if (left < 0) return { value: 'Past its end', hint: `Ended ${date(end)}`, tone: 'warning' }
  return {
    value: left <= soon ? 'Ending soon' : 'Active',
    hint: `Until ${date(end)}`,
    ...(left <= soon ? { tone: 'warning' as const } : {}),
  }
}

const cents = (amount: number) => Math.round(amount * 100)

/** What the tenant owes and has not reported: what is due by today, else what is left of the next payment. */
export function owedOf({ balance, awaitingConfirmation, nextPayment }: Stats): number {
  const open = cents(balance) - cents(awaitingConfirmation)
  if (open > 0) return open / 100
  // An earlier one is among what is due by today, which is reported.
  if (!nextPayment || nextPayment.dueDate <= today()) return 0
  return Math.max(0, cents(nextPayment.amount) + open) / 100
}

/** A warning where a payment is more than what is owed; null where it is not. */
export function overpaymentOf(stats: Stats, amount: number): { title: string; text: string } | null {
  const owed = owedOf(stats)
  const more = cents(amount) - cents(owed)
  if (!(more > 0)) return null
  const awaiting = stats.awaitingConfirmation
  return {
    title: owed > 0 ? `${money(more / 100)} more than you owe` : 'You owe nothing more right now',
    text: [
      owed > 0 && `You owe ${money(owed)}.`,
      awaiting > 0 && `${money(awaiting)} is already awaiting confirmation.`,
      `${money(more / 100)} would be kept as credit for later charges.`,
    ]
      .filter(Boolean)
      .join(' '),
  }
}

/** What a payment would cover: what is due by now and not reported yet, else the next payment; in words too. */
export function dueNext(stats: Stats): { amount: number; text: string } | undefined {
  const { balance, awaitingConfirmation, nextPayment } = stats
  const amount = owedOf(stats)
  if (amount === 0) return undefined
  if (balance > awaitingConfirmation)
    return { amount, text: `${money(amount)} is due by today${awaitingConfirmation > 0 ? ' on top of that' : ''}.` }
  return nextPayment ? { amount, text: `Next: ${money(amount)} on ${date(nextPayment.dueDate)}.` } : undefined
}

/** The tenant's list: newest first, from the next payment on; later ones are behind "View all". */
export function recentOf(payments: Payment[], count: number): Payment[] {
  const now = today()
  const next = payments.findLastIndex((payment) => payment.dueDate >= now && payment.balance > 0)
  const from = Math.max(0, next)
  return payments.slice(from, from + count)
}

/** The first `max` characters, cut at their end with an ellipsis. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max).trimEnd()}…`

/** What the balance consists of, in the order in which it is calculated. */
export function explainBalance(
  { balance, awaitingConfirmation }: Stats,
  payments: readonly Payment[],
): { lines: { label: string; value: string }[]; awaiting: string | null } {
  const now = today()
  const due = payments.filter((payment) => payment.dueDate <= now && payment.balance > 0)
  const sum = due.reduce((total, payment) => total + cents(payment.balance), 0)
  const credit = (sum - cents(balance)) / 100
  return {
    lines: [
      ...due.map((payment) => ({
        label: `${chargeName(payment)}, due ${date(payment.dueDate)}${payment.balance < payment.amount ? ` (${money(payment.amount)} less what was paid)` : ''}`,
        value: money(payment.balance),
      })),
      ...(credit > 0 ? [{ label: 'Credit: received and not used for a charge yet', value: money(-credit) }] : []),
      // The list has the newest charges.
      ...(credit < 0 ? [{ label: 'Older charges, in the ledger', value: money(-credit) }] : []),
      { label: 'Your balance', value: money(balance) },
    ],
    awaiting:
      awaitingConfirmation > 0
        ? `${money(awaitingConfirmation)} that you reported is not subtracted until your landlord confirms it.`
        : null,
  }
}
