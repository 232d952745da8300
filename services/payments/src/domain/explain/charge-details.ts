import type { Basis, Explanation } from '@keyhold/contracts/payments/explanations'
import type { lateFeeStatuses } from '@keyhold/contracts/payments/late-fees'
import type { paymentMethods, paymentStatuses, paymentTypes } from '@keyhold/contracts/payments/payments'
import type { receiptKinds } from '@keyhold/contracts/payments/receipts'
import { toDollars } from '@keyhold/kit/lib/money'
import type { Rent, Terms } from '../late-fees/calculate.ts'

export type Line = Explanation['lines'][number]

/** Everything an explanation needs about a charge. Money is in cents; days are days at the property. */
export interface ChargeDetails {
  id: string
  type: (typeof paymentTypes)[number]
  source: 'recurring' | 'manual' | 'late_fee'
  cents: number
  dueDate: string
  createdOn: string
  /** For a recurring charge: the first day it covers. */
  coversFrom: string | null
  description: string | null
  basis: Basis | null
  /** For a recurring charge: its rule. */
  rule: { isRent: boolean; dueDay: number | null; startsOn: string } | null
  /** For a late fee: the due date of its rent. */
  lateRentDue: string | null
  cancelled: { on: string; reason: string } | null
  status: (typeof paymentStatuses)[number]
  timeZone: string
  today: string
  receipts: ReceiptDetails[]
  /** The late-fee terms that apply now; null: no late fees. */
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
  /** The whole receipt; `part` is the amount allocated to this charge, or that was until the reversal. */
  cents: number
  part: number
  /** The amount deallocated from this charge, for example by a move-out, and what else the receipt pays now. */
  freed: {
    cents: number
    on: string
    /** As the books say it last: whether a person did it, and why. */
    isByPerson: boolean
    reason: string | null
    pays: { type: ChargeDetails['type']; dueDate: string; cents: number }[]
    credit: number
  } | null
  method: (typeof paymentMethods)[number]
  kind: (typeof receiptKinds)[number]
  reportedBy: 'tenant' | 'landlord'
  reportedOn: string
  verifiedOn: string | null
  /** Why the deposit was used, a credit given or a debt written off. */
  notes: string | null
  /** `belongsOn`: the day it belongs to, if that day's period was closed. */
  reversed: { on: string; belongsOn: string | null; reason: string } | null
}

/** One line of the explanation; fields that are not given are null. */
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

/** The charge as input for the late-fee calculation. */
export const rentOf = ({ cents, dueDate, receipts }: ChargeDetails): Rent => ({
  cents,
  dueDate,
  received: receipts.filter(isCountedHere).map(({ on, part }) => ({ on, cents: part })),
})

/** The receipt counts as paid on this charge. */
export const isCountedHere = ({ reversed, part, ...receipt }: ReceiptDetails): boolean =>
  reversed === null && part > 0 && !isAwaitingConfirmation(receipt)

/** A tenant's report that is not confirmed. */
export const isAwaitingConfirmation = ({
  reportedBy,
  verifiedOn,
}: Pick<ReceiptDetails, 'reportedBy' | 'verifiedOn'>): boolean => reportedBy === 'tenant' && verifiedOn === null
