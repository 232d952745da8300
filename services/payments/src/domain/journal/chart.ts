import type { JournalAccount } from '@keyhold/contracts/payments/journal'
import type { paymentTypes } from '@keyhold/contracts/payments/payments'
import type { receiptKinds } from '@keyhold/contracts/payments/receipts'

export type ChargeType = (typeof paymentTypes)[number]

/** The account that a charge of each type credits. A deposit is not income: it becomes a liability when it is received. */
export const creditOfCharge = {
  rent: 'rent_income',
  security_deposit: 'deposits_due',
  late_fee: 'late_fee_income',
  maintenance: 'maintenance_income',
  other: 'other_income',
} as const satisfies Record<ChargeType, JournalAccount>

/** The account that a receipt of each kind debits. */
export const debitOfReceipt = {
  money: 'cash',
  deposit: 'deposits_held',
  concession: 'concessions',
  write_off: 'bad_debt',
} as const satisfies Record<(typeof receiptKinds)[number], JournalAccount>

/** The account that holds what is left of a receipt of each kind. What is not money is kept apart, so that it never counts as revenue. */
export const creditOfReceipt = {
  money: 'tenant_credit',
  deposit: 'tenant_credit',
  concession: 'allowance',
  write_off: 'allowance',
} as const satisfies Record<(typeof receiptKinds)[number], JournalAccount>
