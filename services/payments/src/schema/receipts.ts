import { verificationMethods } from '@keyhold/contracts/payments/payments'
import { receiptKinds, reversalKinds } from '@keyhold/contracts/payments/receipts'
import { calendarDate, createdAt, instant, landlordId, money, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, primaryKey, text } from 'drizzle-orm/pg-core'
import { charge } from './charges.ts'
import { newId, schema } from './schema.ts'

/** Money that was received, or that a tenant reported. Append-only except for the verification, which is set once. */
export const receipt = schema.table(
  'receipt',
  {
    id: newId(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    /** The charge on which it was recorded or reported; null for a prepayment. The allocations say what it paid. */
    chargeId: uuidRef('charge_id'),
    amount: money('amount').notNull(),
    method: text('method').notNull(),
    receivedOn: calendarDate('received_on').notNull(),
    confirmationNumber: text('confirmation_number'),
    notes: text('notes'),
    /** The receipt that this one corrects. */
    replacesId: uuidRef('replaces_id'),
    /** Money, or what is treated like it: the tenant's deposit, a concession, a debt that is written off. */
    kind: text('kind', { enum: receiptKinds }).notNull().default('money'),
    /** Who paid, of those who share the account; null if nobody said. */
    payerId: uuidRef('payer_id'),
    /** Counted and not allocated: the tenant's credit. A projection of the journal, written with its entries. */
    unallocated: money('unallocated').notNull().default(0),
    /** The account into which it was deposited. Null: the landlord's first one. A report has none until it is confirmed. */
    bankAccountId: uuidRef('bank_account_id'),
    /** Set if the money came from the tenant's deposit. */
    depositMovementId: uuidRef('deposit_movement_id'),
    reportedBy: text('reported_by', { enum: ['tenant', 'landlord'] }).notNull(),
    recordedBy: uuidRef('recorded_by').notNull(),
    reportedAt: instant('reported_at').notNull(),
    verifiedAt: instant('verified_at'),
    verifiedBy: uuidRef('verified_by'),
    verificationMethod: text('verification_method', { enum: verificationMethods }),
    verificationNotes: text('verification_notes'),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    foreignKey({ columns: [t.landlordId, t.chargeId], foreignColumns: [charge.landlordId, charge.id] }),
    index('receipt_by_charge').on(t.landlordId, t.chargeId),
    index('receipt_by_tenant').on(t.landlordId, t.tenantId),
    index('receipt_by_day').on(t.landlordId, t.receivedOn),
    index('receipt_unallocated')
      .on(t.landlordId, t.tenantId)
      .where(sql`${t.unallocated} > 0`),
    index('receipt_awaiting')
      .on(t.landlordId, t.chargeId)
      .where(sql`${t.reportedBy} = 'tenant' and ${t.verifiedAt} is null`),
    check('receipt_amount', sql`${t.amount} > 0`),
    check('receipt_unallocated', sql`${t.unallocated} >= 0`),
    check(
      'receipt_verified',
      sql`(${t.verifiedAt} is null) = (${t.verifiedBy} is null) and (${t.verifiedAt} is null) = (${t.verificationMethod} is null)`,
    ),
  ],
)

/**
 * The part of a counted receipt that pays a charge. Append-only: a reversal adds the same amounts as negatives, so the sum on a charge is what
 * counts as paid. The unallocated part of a receipt is the tenant's credit. Money that is taken off a charge is a negative amount too; the receipt
 * stays valid. The days from which it counts are in the journal.
 */
export const allocation = schema.table(
  'allocation',
  {
    id: newId(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    receiptId: uuidRef('receipt_id').notNull(),
    chargeId: uuidRef('charge_id').notNull(),
    amount: money('amount').notNull(),
    /** Taken off because the receipt was reversed; otherwise the money was moved. */
    isReversal: boolean('is_reversal').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    foreignKey({ columns: [t.landlordId, t.receiptId], foreignColumns: [receipt.landlordId, receipt.id] }),
    foreignKey({ columns: [t.landlordId, t.chargeId], foreignColumns: [charge.landlordId, charge.id] }),
    // Includes the amount and, for row level security, the tenant, so that sums are index-only scans.
    index('allocation_by_charge').on(t.landlordId, t.chargeId, t.receiptId, t.amount, t.tenantId),
    index('allocation_by_receipt').on(t.landlordId, t.receiptId),
    check('allocation_amount', sql`${t.amount} <> 0`),
  ],
)

/** Reverses a whole receipt that was returned or entered by mistake. Append-only. */
export const reversal = schema.table(
  'reversal',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    receiptId: uuidRef('receipt_id').notNull(),
    /** The bank returned it, or it was entered by mistake. */
    kind: text('kind', { enum: reversalKinds }).notNull().default('mistake'),
    reason: text('reason').notNull(),
    /** The day on which it takes effect. */
    on: calendarDate('on').notNull(),
    reversedAt: instant('reversed_at').notNull(),
    reversedBy: uuidRef('reversed_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.receiptId] }),
    foreignKey({ columns: [t.landlordId, t.receiptId], foreignColumns: [receipt.landlordId, receipt.id] }),
  ],
)
