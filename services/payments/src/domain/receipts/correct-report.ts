import type { VerificationForm } from '@keyhold/contracts/payments/verification'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import type { ChargeBalance } from '../ledger/charges.ts'
import { recordReceipt, type Verification } from '../ledger/receipts.ts'
import { lockReceipt } from './correct.ts'
import { takeBack } from './take-back.ts'

type Correction = Pick<z.output<typeof VerificationForm>, 'paidDate' | 'paymentMethod' | 'confirmationNumber'>

/**
 * Confirms a report with another day, method or reference than the tenant said: the report stays as it was and does not count, and a receipt that
 * refers to it counts from the true day. @returns false if nothing differs
 */
export async function correctReport(
  tx: Tx,
  target: ChargeBalance,
  reportId: string,
  to: Correction,
  { verification, bankAccountId }: { verification: Verification; bankAccountId: string | null },
): Promise<boolean> {
  const { landlordId, today } = target
  const { verifiedAt: now, verifiedBy: by } = verification
  const report = await lockReceipt(tx, { landlordId, id: reportId, orAwaiting: true })
  const receivedOn = to.paidDate ?? report.receivedOn
  const method = to.paymentMethod ?? report.method
  const confirmationNumber = to.confirmationNumber ?? report.confirmationNumber
  if (receivedOn === report.receivedOn && method === report.method && confirmationNumber === report.confirmationNumber)
    return false
  const author = { landlordId, by, now }
  await takeBack(tx, [report], { kind: 'mistake', on: today, reason: 'Corrected when it was confirmed' }, author)
  const { amount, payerId } = report
  const corrected = { amount, receivedOn, method, confirmationNumber, payerId, replacesId: reportId, bankAccountId }
  await recordReceipt(tx, target, { ...corrected, by, now, verification })
  return true
}
