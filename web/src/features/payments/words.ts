import { paymentTypes, type Payment } from '@keyhold/contracts/payments/payments'
import type { DepositBalance } from '@keyhold/contracts/payments/deposits'
import type { z } from '@keyhold/contracts/zod'
import { money, words } from '~/lib/format.ts'

/** A code of the ledger in words: bank_transfer → Bank transfer, ach → ACH. */
export const labelOf = (code: string): string => words(code)

export const typeOptions = paymentTypes.map((value) => ({ value, label: words(value) }))

/** A deposit is not income: what is not paid of it is cancelled. */
export const canBeWrittenOff = ({ paymentType, balance, cancelledAt }: Payment): boolean =>
  balance > 0 && !cancelledAt && paymentType !== 'security_deposit'

/** How much of a deposit is held. */
export function heldFormula({
  received,
  refunded,
  applied,
  excess,
  held,
}: Pick<z.output<typeof DepositBalance>, 'received' | 'refunded' | 'applied' | 'excess' | 'held'>): string {
  const owed = excess === 0 ? '' : ` + ${money(excess)} more than received, which the tenant owes`
  return `${money(received)} received − ${money(refunded)} refunded − ${money(applied)} applied${owed} = ${money(held)}`
}
