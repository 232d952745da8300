import { type Basis } from '@keyhold/contracts/payments/explanations'
import { lateFeeScopes } from '@keyhold/contracts/payments/late-fee-policies'
import { lateFeeKinds, lateFeeStatuses } from '@keyhold/contracts/payments/late-fees'
import { calendarDate, createdAt, instant, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { charge } from './charges.ts'
import { newId, schema } from './schema.ts'

/** When a late fee is due and how much it is. The narrowest policy applies: tenancy, then property, then account. */
export const lateFeePolicy = schema.table(
  'late_fee_policy',
  {
    id: newId(),
    landlordId: landlordId(),
    scope: text('scope', { enum: lateFeeScopes }).notNull(),
    propertyId: uuidRef('property_id'),
    tenancyId: uuidRef('tenancy_id'),
    isEnabled: boolean('is_enabled').notNull(),
    graceDays: integer('grace_days').notNull(),
    kind: text('kind', { enum: ['flat', 'percent'] }).notNull(),
    amount: money('amount').notNull(),
    frequency: text('frequency', { enum: ['once', 'daily'] }).notNull(),
    cap: money('cap'),
    minimumBalance: money('minimum_balance').notNull(),
    /** It judges charges that are due from this day on; null: also what was overdue when it was made. */
    appliesFrom: calendarDate('applies_from'),
    /** Proposed when a payment is returned; null: none. */
    returnedPaymentFee: money('returned_payment_fee'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    uniqueIndex('late_fee_policy_once').on(
      t.landlordId,
      t.scope,
      sql`coalesce(${t.propertyId}, ${t.tenancyId}, ${t.landlordId})`,
    ),
    check(
      'late_fee_policy_scope',
      sql`(${t.scope} = 'property') = (${t.propertyId} is not null) and (${t.scope} = 'tenancy') = (${t.tenancyId} is not null)`,
    ),
  ],
)

/** A proposed late fee and the decision on it. Its amount and basis never change: a fee that no longer applies is withdrawn and proposed again. */
export const lateFee = schema.table(
  'late_fee',
  {
    id: newId(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    kind: text('kind', { enum: lateFeeKinds }).notNull().default('late'),
    /** The charge that is late, or that the returned payment was for; null: that payment paid none. */
    chargeId: uuidRef('charge_id'),
    /** The payment that was returned. */
    receiptId: uuidRef('receipt_id'),
    occurrence: integer('occurrence').notNull(),
    assessedOn: calendarDate('assessed_on').notNull(),
    amount: money('amount').notNull(),
    status: text('status', { enum: lateFeeStatuses }).notNull(),
    reason: text('reason'),
    /** The charge created when the fee was posted. */
    feeChargeId: uuidRef('fee_charge_id'),
    policyId: uuidRef('policy_id').notNull(),
    basis: jsonb('basis').$type<Basis>().notNull(),
    decidedAt: instant('decided_at'),
    decidedBy: uuidRef('decided_by'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    check('late_fee_of_charge', sql`${t.chargeId} is not null or ${t.kind} = 'returned_payment'`),
    foreignKey({ columns: [t.landlordId, t.chargeId], foreignColumns: [charge.landlordId, charge.id] }),
    uniqueIndex('late_fee_once')
      .on(t.landlordId, t.chargeId, t.occurrence)
      .where(sql`${t.status} <> 'withdrawn' and ${t.kind} = 'late'`),
    uniqueIndex('late_fee_once_a_return')
      .on(t.landlordId, t.receiptId)
      .where(sql`${t.receiptId} is not null`),
    index('late_fee_by_status').on(t.landlordId, t.status, t.createdAt, t.id),
    index('late_fee_by_tenant').on(t.landlordId, t.tenantId, t.createdAt, t.id),
    index('late_fee_newest').on(t.landlordId, t.createdAt, t.id, t.tenantId),
    index('late_fee_by_fee_charge')
      .on(t.landlordId, t.feeChargeId)
      .where(sql`${t.feeChargeId} is not null`),
    check('late_fee_amount', sql`${t.amount} > 0`),
    check('late_fee_returned', sql`(${t.kind} = 'returned_payment') = (${t.receiptId} is not null)`),
    check('late_fee_posted', sql`${t.status} <> 'posted' or ${t.feeChargeId} is not null`),
  ],
)
