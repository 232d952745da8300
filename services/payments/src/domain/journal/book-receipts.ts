import type { receiptKinds } from '@keyhold/contracts/payments/receipts'
import type { Tx } from '@keyhold/kit/database/database'
import { creditOfReceipt, debitOfReceipt } from './chart.ts'
import { type Held, readHeld } from './deposits-held.ts'
import { type Author, type Line, recordEntries } from './record.ts'

interface Received {
  receiptId: string
  tenantId: string
  kind: (typeof receiptKinds)[number]
  cents: number
  /** The day of the receipt, or of its return. */
  on: string
  /** Of a correction: the day on which the money was received. */
  belongsOn?: string | undefined
  /** Of money: the account it was deposited into. Null: the landlord's first one. */
  bankAccountId?: string | null
}

/** Books a receipt that counts from now on: it is the tenant's credit until it is allocated. */
export async function bookReceipt(
  tx: Tx,
  { receiptId, tenantId, kind, cents, on, belongsOn, bankAccountId = null }: Received,
  author: Author,
): Promise<void> {
  const held = kind === 'deposit' ? await readHeld(tx, author.landlordId, [tenantId]) : []
  const debits: Line[] =
    kind === 'deposit'
      ? depositLines(held, cents)
      : [{ account: debitOfReceipt[kind], cents, ...(kind === 'money' ? { bankAccountId } : {}) }]
  const lines = [...debits, { account: creditOfReceipt[kind], cents: -cents }]
  await recordEntries(
    tx,
    [{ kind: 'received', tenantId, on, belongsOn, receiptId, lines: lines.map((line) => ({ ...line, receiptId })) }],
    author,
  )
}

/** Books a deposit that was given back. */
export async function bookDepositRefund(
  tx: Tx,
  {
    movementId,
    tenantId,
    cents,
    on,
    bankAccountId,
  }: { movementId: string; tenantId: string; cents: number; on: string; bankAccountId: string | null },
  author: Author,
): Promise<void> {
  const held = await readHeld(tx, author.landlordId, [tenantId])
  const lines: Line[] = [...depositLines(held, cents), { account: 'cash', cents: -cents, bankAccountId }]
  await recordEntries(tx, [{ kind: 'deposit_refunded', tenantId, on, movementId, lines }], author)
}

/** Takes an amount from the deposits held, the oldest tenancy first. */
export function depositLines(held: readonly Held[], cents: number): Line[] {
  let left = cents
  const lines = held.flatMap(({ tenancyId, propertyId, cents: there }): Line[] => {
    const part = Math.min(left, Math.max(there, 0))
    left -= part
    return part > 0 ? [{ account: 'deposits_held', cents: part, tenancyId, propertyId }] : []
  })
  return left > 0 ? [...lines, { account: 'deposits_held', cents: left }] : lines
}
