import { ReceiptRecorded } from '@keyhold/contracts/payments/events'
import type { verificationMethods } from '@keyhold/contracts/payments/payments'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, inArray } from 'drizzle-orm'
import { receipt } from '../../schema/receipts.ts'
import { bookReceipt } from '../journal/book-receipts.ts'
import type { Author } from '../journal/record.ts'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { allocateReceipt } from './allocations.ts'
import type { ChargeBalance } from './charges.ts'
import type { ReceiptOnCharge } from './receipts-on-charge.ts'

export interface Verification {
  verifiedAt: string
  verifiedBy: string
  verificationMethod: (typeof verificationMethods)[number]
  verificationNotes: string | null
}

interface Received {
  amount: number
  receivedOn: string
  by: string
  now: string
  /** Default: as the charge says. */
  method?: ChargeBalance['method'] | undefined
  confirmationNumber?: string | null
  payerId?: string | null
  /** As `accountForMoney` gives it. */
  bankAccountId: string | null
  /** The report that it corrects. */
  replacesId?: string
  verification?: Verification
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
    method = target.method,
    confirmationNumber,
    payerId,
    replacesId,
    bankAccountId,
    verification,
  }: Received,
): Promise<void> {
  const { landlordId, tenantId, id: chargeId } = target
  const values = {
    landlordId,
    tenantId,
    chargeId,
    amount,
    method,
    receivedOn,
    confirmationNumber,
    payerId,
    replacesId,
    bankAccountId,
    reportedBy: replacesId === undefined ? ('landlord' as const) : ('tenant' as const),
    recordedBy: by,
    reportedAt: now,
    ...verification,
  }
  const [inserted] = await tx.insert(receipt).values(values).returning({ id: receipt.id })
  if (inserted)
    await reassessLateFees(tx, {
      landlordId,
      chargeIds: await startCounting(
        tx,
        target,
        { id: inserted.id, amount, receivedOn, bankAccountId },
        { landlordId, by, now },
      ),
      now,
    })
}

/** Confirms receipts. Reports count from now on, as deposited into `bankAccountId`. */
export async function verifyReceipts(
  tx: Tx,
  target: ChargeBalance,
  receipts: ReceiptOnCharge[],
  { verification, bankAccountId }: { verification: Verification; bankAccountId: string | null },
): Promise<void> {
  for (const [isAwaiting, list] of Map.groupBy(receipts, (one) => one.isAwaiting)) {
    const ids = list.map(({ id }) => id)
    await tx
      .update(receipt)
      .set(isAwaiting ? { ...verification, bankAccountId } : verification)
      .where(and(eq(receipt.landlordId, target.landlordId), inArray(receipt.id, ids)))
  }
  const now = verification.verifiedAt
  const paid: string[] = []
  const author = { landlordId: target.landlordId, by: verification.verifiedBy, now }
  for (const one of receipts)
    if (one.isAwaiting) paid.push(...(await startCounting(tx, target, { ...one, bankAccountId }, author)))
  await reassessLateFees(tx, { landlordId: target.landlordId, chargeIds: paid, now })
}

/** Books and allocates a receipt that now counts: to its own charge, then to the tenant's next ones; the remainder is credit. @returns the charges it pays */
async function startCounting(
  tx: Tx,
  target: ChargeBalance,
  {
    id: receiptId,
    amount,
    receivedOn,
    bankAccountId,
  }: { id: string; amount: number; receivedOn: string; bankAccountId: string | null },
  author: Author,
): Promise<string[]> {
  const { landlordId, tenantId } = target
  const money = { receiptId, tenantId, kind: 'money' as const, cents: toCents(amount), on: receivedOn, bankAccountId }
  await bookReceipt(tx, money, author)
  await emit(tx, ReceiptRecorded, { receiptId, chargeId: target.id, landlordId, tenantId, amount })
  return allocateReceipt(tx, { tenantId, receiptId, amount, first: target.id, isNew: true }, author)
}
