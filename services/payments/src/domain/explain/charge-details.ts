import type { Basis, Explanation } from '@keyhold/contracts/payments/explanations'
import type { lateFeeStatuses } from '@keyhold/contracts/payments/late-fees'
import type { paymentMethods, paymentStatuses, paymentTypes } from '@keyhold/contracts/payments/payments'
import { toDollars } from '@keyhold/kit/lib/money'
import type { Rent, Terms } from '../late-fees/calculate.ts'

export type Line = Explanation['lines'][number]

/** All that is known about one charge; money in cents, days as they were at the property. */
export interface ChargeDetails {
  id: string
  type: (typeof paymentTypes)[number]
  source: 'recurring' | 'manual' | 'late_fee'
  cents: number
  dueDate: string
  /** Of a charge that comes again: the first day that it is for. */
  coversFrom: string | null
  description: string | null
  basis: Basis | null
  /** Of a charge that comes again: the day of the month it is due on, if one was chosen, and the day the first one is for. */
  rule: { isRent: boolean; dueDay: number | null; startsOn: string } | null
  /** Of a late fee: when the rent was due. */
  lateRentDue: string | null
  cancelled: { on: string; reason: string } | null
  status: (typeof paymentStatuses)[number]
  timeZone: string
  today: string
  receipts: ReceiptDetails[]
  /** The terms that hold now; null: no late fee here. */
  lateTerms: Terms | null
  lateFees: {
    status: (typeof lateFeeStatuses)[number]
    cents: number
    on: string
    reason: string | null
    basis: Basis
  }[]
}

export interface ReceiptDetails {
  on: string
  /** Of the whole receipt, and what of it goes to this charge, or went there until it was taken back. */
  cents: number
  part: number
  /** What stood here as well, until a move-out took the days away that it paid for; and what the receipt pays besides this charge. */
  freed: {
    cents: number
    on: string
    pays: { type: ChargeDetails['type']; dueDate: string; cents: number }[]
    credit: number
  } | null
  method: (typeof paymentMethods)[number]
  isFromDeposit: boolean
  reportedBy: 'tenant' | 'landlord'
  reportedOn: string
  verifiedOn: string | null
  notes: string | null
  reversed: { on: string; reason: string } | null
}

/** One answer; what a question has nothing of is null. */
export const line = (
  question: string,
  answer: string,
  more: Partial<Pick<Line, 'formula' | 'on' | 'rule'>> & { cents?: number } = {},
): Line => ({
  question,
  answer,
  formula: more.formula ?? null,
  amount: more.cents === undefined ? null : toDollars(more.cents),
  on: more.on ?? null,
  rule: more.rule ?? null,
})

/** The charge as the rules of late fees see it. */
export const rentOf = ({ cents, dueDate, receipts }: ChargeDetails): Rent => ({
  cents,
  dueDate,
  received: receipts.filter(isCountedHere).map(({ on, part }) => ({ on, cents: part })),
})

/** It counts on this charge. */
export const isCountedHere = ({ reversed, part, ...receipt }: ReceiptDetails): boolean =>
  reversed === null && part > 0 && !isAwaitingConfirmation(receipt)

/** A tenant's word that nobody has confirmed. */
export const isAwaitingConfirmation = ({
  reportedBy,
  verifiedOn,
}: Pick<ReceiptDetails, 'reportedBy' | 'verifiedOn'>): boolean => reportedBy === 'tenant' && verifiedOn === null
