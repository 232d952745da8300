import type { Tx } from '@keyhold/kit/database/database'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import type { Part } from '../ledger/allocations.ts'
import { openCharges } from '../ledger/charges.ts'

/** What a receipt pays of a charge. */
export interface Share {
  paymentId: string
  amount: number
}

/**
 * The parts of open charges that `shares` name, in their order.
 * @throws Refusal 400 if they exceed the amount or name a charge twice, 409 if one exceeds what is open
 */
export async function partsOf(
  tx: Tx,
  { landlordId, tenantId, now }: { landlordId: string; tenantId: string; now: string },
  { amount, shares }: { amount: number; shares: readonly Share[] },
): Promise<Part[]> {
  const total = shares.reduce((sum, share) => sum + toCents(share.amount), 0)
  if (total > toCents(amount))
    refuseField('allocations', `${moneyText(total)} is allocated, and only ${moneyText(toCents(amount))} was received`)
  if (new Set(shares.map(({ paymentId }) => paymentId)).size < shares.length)
    refuseField('allocations', 'A charge is named twice')
  const open = new Map((await openCharges(tx, { landlordId, tenantId, now })).map((charge) => [charge.id, charge]))
  return shares.map(({ paymentId, amount: part }) => {
    const charge = open.get(paymentId)
    const cents = toCents(part)
    if (!charge)
      return refuse(
        'conflict',
        'One of the charges is already paid, cancelled or not of this tenant. Please reload and check the allocation.',
      )
    if (cents > toCents(charge.open))
      refuse(
        'conflict',
        `Only ${moneyText(toCents(charge.open))} is open on one of the charges, so ${moneyText(cents)} can't be paid on it. Please check the allocation.`,
      )
    return { charge, cents }
  })
}
