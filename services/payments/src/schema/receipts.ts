import { verificationMethods } from '@keyhold/contracts/payments/payments'
import { calendarDate, createdAt, instant, landlordId, money, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, primaryKey, text } from 'drizzle-orm/pg-core'
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
    index('receipt_awaiting')
      .on(t.landlordId, t.chargeId)
      .where(sql`${t.reportedBy} = 'tenant' and ${t.verifiedAt} is null`),
    check('receipt_amount', sql`${t.amount} > 0`),
    check(
      'receipt_verified',
      sql`(${t.verifiedAt} is null) = (${t.verifiedBy} is null) and (${t.verifiedAt} is null) = (${t.verificationMethod} is null)`,
    ),
  ],
)

/**
 * The part of a counted receipt that pays a charge. Append-only: a reversal adds the same amounts as negatives, so the sum on a charge is what
 * counts as paid. The unallocated part of a receipt is the tenant's credit.
 * When a move-out removes days of a rent, the money is deallocated by a negative amount with its own `countsFrom`; the receipt stays valid.
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
    /** The day from which it counts, if not the receipt's: the day on which money was deallocated, or reallocated afterwards. */
    countsFrom: calendarDate('counts_from'),
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
    reason: text('reason').notNull(),
    reversedAt: instant('reversed_at').notNull(),
    reversedBy: uuidRef('reversed_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.receiptId] }),
    foreignKey({ columns: [t.landlordId, t.receiptId], foreignColumns: [receipt.landlordId, receipt.id] }),
  ],
)
