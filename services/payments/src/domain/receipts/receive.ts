import { ReceiptRecorded } from '@keyhold/contracts/payments/events'
import type { paymentMethods } from '@keyhold/contracts/payments/payments'
import type { receiptKinds } from '@keyhold/contracts/payments/receipts'
import type { Tx } from '@keyhold/kit/database/database'
import { refuseField } from '@keyhold/kit/http/problem'
import { toCents } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { sql } from 'drizzle-orm'
import { receipt } from '../../schema/receipts.ts'
import { bookReceipt } from '../journal/book-receipts.ts'
import type { Author } from '../journal/record.ts'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { allocateParts, allocateReceipt } from '../ledger/allocations.ts'
import { partsOf, type Share } from './spread.ts'

/** Money that a landlord records, or what pays charges like it. */
export interface NewReceipt {
  /** Of a correction, which the books name already. */
  id?: string
  /** The account. */
  tenantId: string
  kind: (typeof receiptKinds)[number]
  amount: number
  method: (typeof paymentMethods)[number]
  receivedOn: string
  confirmationNumber?: string | null
  payerId?: string | null
  /** The accounts that the payer ever shared, from `membershipsOf`. */
  payerAccounts?: readonly string[]
  notes?: string | null
  /** The account that the money was deposited into, as `accountForMoney` gives it. */
  bankAccountId?: string | null
  replacesId?: string | null
  /** Of a correction: the day on which it takes effect in the books. */
  effectiveOn?: string
  /** How it is spread; the rest is credit. Undefined: in the usual order. */
  shares?: readonly Share[] | undefined
}

/** Records a receipt, books it and spreads it over the open charges. Requires the account's lock. @returns its id */
export async function receive(tx: Tx, made: NewReceipt, author: Author & { by: string }): Promise<string> {
  const { landlordId, by, now } = author
  const { tenantId, kind, amount, receivedOn, effectiveOn = receivedOn, shares } = made
  if (made.payerId && !made.payerAccounts?.includes(tenantId))
    await assertShares(tx, { landlordId, tenantId, payerId: made.payerId })
  const parts = shares && (await partsOf(tx, { landlordId, tenantId, now }, { amount, shares }))
  const row = {
    ...(made.id === undefined ? {} : { id: made.id }),
    landlordId,
    tenantId,
    kind,
    amount,
    receivedOn,
    method: made.method,
    chargeId: parts?.[0]?.charge.id ?? null,
    confirmationNumber: made.confirmationNumber ?? null,
    payerId: made.payerId ?? null,
    notes: made.notes ?? null,
    replacesId: made.replacesId ?? null,
    bankAccountId: made.bankAccountId ?? null,
    reportedBy: 'landlord' as const,
    recordedBy: by,
    reportedAt: now,
  }
  const [inserted] = await tx.insert(receipt).values(row).returning({ id: receipt.id })
  if (!inserted) throw new Error('the receipt was not written')
  const { id: receiptId } = inserted
  const belongsOn = effectiveOn === receivedOn ? undefined : receivedOn
  await bookReceipt(
    tx,
    { receiptId, tenantId, kind, cents: toCents(amount), on: effectiveOn, belongsOn, bankAccountId: row.bankAccountId },
    author,
  )
  await emit(tx, ReceiptRecorded, { receiptId, chargeId: row.chargeId, landlordId, tenantId, amount })
  const paid =
    parts === undefined
      ? await allocateReceipt(tx, { tenantId, receiptId, amount, isNew: true }, author)
      : await allocateParts(tx, { tenantId, receiptId, isNew: true }, parts, author)
  await reassessLateFees(tx, { landlordId, chargeIds: paid, now })
  return receiptId
}

/** @throws Refusal 400 if the payer never shared the account */
async function assertShares(
  tx: Tx,
  { landlordId, tenantId, payerId }: { landlordId: string; tenantId: string; payerId: string },
): Promise<void> {
  const found = await tx.execute(sql`
    select from tenant t where t.landlord_id = ${landlordId} and t.tenant_id = ${payerId} and (t.account_id = ${tenantId} or t.tenant_id = ${tenantId} or exists (
      select from tenancy y where y.landlord_id = t.landlord_id and y.tenant_id = ${tenantId} and t.tenant_id = any(y.tenant_ids))
      or exists (select from receipt r where r.landlord_id = t.landlord_id and r.tenant_id = ${tenantId} and r.payer_id = t.tenant_id))`)
  if (found.length === 0) refuseField('payerId', 'Choose someone who shares this tenancy')
}
