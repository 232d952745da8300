import { paymentMethods, paymentTypes } from '@keyhold/contracts/payments/payments'
import { words } from '~/lib/format.ts'

const special: Record<string, string> = { ach: 'ACH' }

/** A code of the ledger in words: bank_transfer → Bank transfer, ach → ACH. */
export const labelOf = (code: string): string => special[code] ?? words(code)

export const typeOptions = paymentTypes.map((value) => ({ value, label: labelOf(value) }))
/** The landlord's form offers these; what tenants report may also be a bank transfer or a money order. */
export const methodOptions = paymentMethods.map((value) => ({ value, label: labelOf(value) }))
