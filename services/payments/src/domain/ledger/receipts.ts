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

/** Writes money that the landlord says came in, and pays with it. */
export async function recordReceipt(
  tx: Tx,
  on: ChargeBalance,
  {
    amount,
    receivedOn,
    by,
    now,
    verification,
  }: { amount: number; receivedOn: string; by: string; now: string; verification?: Verification },
): Promise<void> {
  const { landlordId, tenantId, id: chargeId, method } = on
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
  const [made] = await tx.insert(receipt).values(values).returning({ id: receipt.id })
  if (made)
    await reassessLateFees(tx, {
      landlordId,
      chargeIds: await startCounting(tx, on, { id: made.id, amount }, now),
      now,
    })
}

/** Confirms receipts; what a tenant had reported counts from now on. */
export async function verifyReceipts(
  tx: Tx,
  on: ChargeBalance,
  receipts: ReceiptOnCharge[],
  verification: Verification,
): Promise<void> {
  if (receipts.length === 0) return
  const ids = receipts.map(({ id }) => id)
  await tx
    .update(receipt)
    .set(verification)
    .where(and(eq(receipt.landlordId, on.landlordId), inArray(receipt.id, ids)))
  const now = verification.verifiedAt
  const paid: string[] = []
  for (const one of receipts) if (one.isAwaiting) paid.push(...(await startCounting(tx, on, one, now)))
  await reassessLateFees(tx, { landlordId: on.landlordId, chargeIds: paid, now })
}

/** A receipt begins to count: it pays the charge it was made on, then the tenant's next ones; the rest stays credit. @returns what it pays */
async function startCounting(
  tx: Tx,
  on: ChargeBalance,
  { id: receiptId, amount }: { id: string; amount: number },
  now: string,
): Promise<string[]> {
  const { landlordId, tenantId } = on
  await emit(tx, ReceiptRecorded, { receiptId, chargeId: on.id, landlordId, tenantId, amount })
  return allocateReceipt(tx, { landlordId, tenantId, receiptId, amount, first: on.id, now })
}

/** Takes receipts back, each as a whole: a returned check pays none of the charges it was spread over. */
export async function reverseReceipts(
  tx: Tx,
  on: Pick<ChargeBalance, 'landlordId' | 'tenantId' | 'id'>,
  receipts: ReceiptOnCharge[],
  { reason, by, now }: { reason: string; by: string; now: string },
): Promise<void> {
  const { landlordId, tenantId } = on
  const ids = receipts.map(({ id }) => id)
  await tx
    .insert(reversal)
    .values(ids.map((receiptId) => ({ landlordId, tenantId, receiptId, reason, reversedAt: now, reversedBy: by })))
  // Nothing is removed: what stands on each charge gets its counterpart, and they add up to nothing. What was freed from one stands elsewhere.
  const reopened = await tx.execute<{ chargeId: string }>(sql`
    insert into allocation (landlord_id, tenant_id, receipt_id, charge_id, amount, created_at)
    select landlord_id, tenant_id, receipt_id, charge_id, -sum(amount), ${now}::timestamptz from allocation
    where landlord_id = ${landlordId} and ${inArray(allocation.receiptId, ids)}
    group by landlord_id, tenant_id, receipt_id, charge_id having sum(amount) <> 0
    returning charge_id as "chargeId"`)
  const chargeIds = [on.id, ...reopened.map(({ chargeId }) => chargeId)]
  await markUpdated(tx, landlordId, chargeIds, now)
  await reassessLateFees(tx, { landlordId, chargeIds, now })
  for (const { id: receiptId, amount, chargeId } of receipts)
    await emit(tx, ReceiptReversed, { receiptId, chargeId: chargeId ?? on.id, landlordId, tenantId, amount, reason })
}
