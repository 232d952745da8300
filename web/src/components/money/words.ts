import type { Ledger } from '@keyhold/contracts/payments/ledgers'
import { isCatchUp } from '@keyhold/contracts/payments/charge-names'
import { paymentMethods, type Payment } from '@keyhold/contracts/payments/payments'
import { date, month, words } from '~/lib/format.ts'

/** How part of a month is charged. */
export const prorationOptions = [
  { value: 'none', label: 'Full rent' },
  { value: 'actual', label: 'Actual days in month' },
  { value: 'thirty', label: '30-day month' },
  { value: 'annual365', label: '365-day year' },
]

/** What payments are applied to first: as a choice, and in a sentence. */
export const orderWords: Record<Ledger['allocationOrder'], string> = {
  oldest_first: 'Oldest due date first',
  rent_first: 'Rent first',
}
export const orderPhrases: Record<Ledger['allocationOrder'], string> = {
  oldest_first: 'the oldest due date first',
  rent_first: 'rent first',
}

/** The landlord's forms offer these; what tenants report may also be a bank transfer or a money order. */
export const methodOptions = paymentMethods.map((value) => ({ value, label: words(value) }))

/** A charge by what it is for: a rent by its month, catch-ups and others by their description. */
export const chargeName = ({
  paymentType,
  description,
  dueDate,
}: Pick<Payment, 'paymentType' | 'description' | 'dueDate'>): string =>
  paymentType === 'rent' && !isCatchUp({ description })
    ? `Rent, ${month(dueDate)}`
    : (description ?? words(paymentType))

/** The same with its day: Late fee, due Feb 6, 2026. */
export const chargeWords = (charge: Pick<Payment, 'paymentType' | 'description' | 'dueDate'>): string =>
  `${chargeName(charge)}, due ${date(charge.dueDate)}`

/** What was done in place of a payment; nothing if money was received on the charge, or neither. */
export function withoutMoneyWords({
  amountPaid,
  amountCredited,
  amountWrittenOff,
}: Pick<Payment, 'amountPaid' | 'amountCredited' | 'amountWrittenOff'>): string | null {
  if (amountPaid > 0 || amountCredited === 0) return null
  if (amountWrittenOff === 0) return 'Credited'
  return amountWrittenOff === amountCredited ? 'Written off' : 'Credited and written off'
}
