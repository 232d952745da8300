import { verificationMethods } from '@keyhold/contracts/payments/payments'
import { calendarDate, createdAt, instant, landlordId, money, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, primaryKey, text } from 'drizzle-orm/pg-core'
import { charge } from './charges.ts'
import { newId, schema } from './schema.ts'

/** Money that came in, or that a tenant says did. Append-only but for the verification, which is set once. */
export const receipt = schema.table(
  'receipt',
  {
    id: newId(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    /** The record it was reported or recorded on; where its money went is in the allocations. None: a prepayment. */
    chargeId: uuidRef('charge_id'),
    amount: money('amount').notNull(),
    method: text('method').notNull(),
    receivedOn: calendarDate('received_on').notNull(),
    confirmationNumber: text('confirmation_number'),
    /** Money that was in the tenant's deposit already. */
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
 * Which part of a receipt that counts pays which charge; a reversal adds the same with a minus, so that the sum on a charge is
 * what counts. What is not allocated is the tenant's credit. Append-only.
 * Money may leave a charge while its receipt stands: it is freed, by a minus that names its day, when a move-out takes the days of a rent away.
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
    /** The day from which it counts where that is not the receipt's: on which money was freed, or paid this after it had been. */
    countsFrom: calendarDate('counts_from'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    foreignKey({ columns: [t.landlordId, t.receiptId], foreignColumns: [receipt.landlordId, receipt.id] }),
    foreignKey({ columns: [t.landlordId, t.chargeId], foreignColumns: [charge.landlordId, charge.id] }),
    // With the amount and, for row level security, the tenant: adding up needs the index alone.
    index('allocation_by_charge').on(t.landlordId, t.chargeId, t.receiptId, t.amount, t.tenantId),
    index('allocation_by_receipt').on(t.landlordId, t.receiptId),
    check('allocation_amount', sql`${t.amount} <> 0`),
  ],
)

/** A receipt that does not stand any more: returned, or entered by mistake. Append-only; whole receipts only. */
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
