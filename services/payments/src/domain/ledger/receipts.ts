import { ReceiptRecorded, ReceiptReversed } from '@keyhold/contracts/payments/events'
import type { verificationMethods } from '@keyhold/contracts/payments/payments'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { allocation, receipt, reversal } from '../../schema/receipts.ts'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { allocateReceipt, markUpdated } from './allocations.ts'
import type { ChargeBalance } from './charges.ts'
import type { ReceiptOnCharge } from './receipts-on-charge.ts'

export interface Verification {
  verifiedAt: string
  verifiedBy: string
  verificationMethod: (typeof verificationMethods)[number]
  verificationNotes: string | null
}

/** Records money that the landlord received and allocates it. */
export async function recordReceipt(
  tx: Tx,
  target: ChargeBalance,
  {
    amount,
    receivedOn,
    by,
    now,
    verification,
  }: { amount: number; receivedOn: string; by: string; now: string; verification?: Verification },
): Promise<void> {
  const { landlordId, tenantId, id: chargeId, method } = target
  const values = {
    landlordId,
    tenantId,
    chargeId,
    amount,
    method,
    receivedOn,
    reportedBy: 'landlord' as const,
    recordedBy: by,
    reportedAt: now,
    ...verification,
  }
  const [inserted] = await tx.insert(receipt).values(values).returning({ id: receipt.id })
  if (inserted)
    await reassessLateFees(tx, {
      landlordId,
      chargeIds: await startCounting(tx, target, { id: inserted.id, amount }, now),
      now,
    })
}

/** Confirms receipts. Reports count from now on. */
export async function verifyReceipts(
  tx: Tx,
  target: ChargeBalance,
  receipts: ReceiptOnCharge[],
  verification: Verification,
): Promise<void> {
  if (receipts.length === 0) return
  const ids = receipts.map(({ id }) => id)
  await tx
    .update(receipt)
    .set(verification)
    .where(and(eq(receipt.landlordId, target.landlordId), inArray(receipt.id, ids)))
  const now = verification.verifiedAt
  const paid: string[] = []
  for (const one of receipts) if (one.isAwaiting) paid.push(...(await startCounting(tx, target, one, now)))
  await reassessLateFees(tx, { landlordId: target.landlordId, chargeIds: paid, now })
}

/** Allocates a receipt that now counts: to its own charge, then to the tenant's next ones; the remainder is credit. @returns the charges it pays */
async function startCounting(
  tx: Tx,
  target: ChargeBalance,
  { id: receiptId, amount }: { id: string; amount: number },
  now: string,
): Promise<string[]> {
  const { landlordId, tenantId } = target
  await emit(tx, ReceiptRecorded, { receiptId, chargeId: target.id, landlordId, tenantId, amount })
  return allocateReceipt(tx, { landlordId, tenantId, receiptId, amount, first: target.id, now })
}

/** Reverses whole receipts: a returned check no longer pays any of the charges it was allocated to. */
export async function reverseReceipts(
  tx: Tx,
  target: Pick<ChargeBalance, 'landlordId' | 'tenantId' | 'id'>,
  receipts: ReceiptOnCharge[],
  { reason, by, now }: { reason: string; by: string; now: string },
): Promise<void> {
  const { landlordId, tenantId } = target
  const ids = receipts.map(({ id }) => id)
  await tx
    .insert(reversal)
    .values(ids.map((receiptId) => ({ landlordId, tenantId, receiptId, reason, reversedAt: now, reversedBy: by })))
  // Append-only: each charge gets a negative allocation that cancels out what the receipt still pays on it.
  const reopened = await tx.execute<{ chargeId: string }>(sql`
    insert into allocation (landlord_id, tenant_id, receipt_id, charge_id, amount, created_at)
    select landlord_id, tenant_id, receipt_id, charge_id, -sum(amount), ${now}::timestamptz from allocation
    where landlord_id = ${landlordId} and ${inArray(allocation.receiptId, ids)}
    group by landlord_id, tenant_id, receipt_id, charge_id having sum(amount) <> 0
    returning charge_id as "chargeId"`)
  const chargeIds = [target.id, ...reopened.map(({ chargeId }) => chargeId)]
  await markUpdated(tx, landlordId, chargeIds, now)
  await reassessLateFees(tx, { landlordId, chargeIds, now })
  for (const { id: receiptId, amount, chargeId } of receipts)
    await emit(tx, ReceiptReversed, {
      receiptId,
      chargeId: chargeId ?? target.id,
      landlordId,
      tenantId,
      amount,
      reason,
    })
}
