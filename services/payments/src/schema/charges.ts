import { type Basis } from '@keyhold/contracts/payments/explanations'
import { calendarDate, createdAt, instant, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { tenant } from './projections.ts'
import { newId, schema } from './schema.ts'

/** What a tenant owes. Its status is derived. `open`, `bookedFrom`, `bookedTo` and `settledOn` are projections of the journal, written with its entries. */
export const charge = schema.table(
  'charge',
  {
    id: newId(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    propertyId: uuidRef('property_id'),
    unitId: uuidRef('unit_id'),
    tenancyId: uuidRef('tenancy_id'),
    type: text('type').notNull(),
    /** The expected payment method. Receipts have their own. */
    method: text('method').notNull(),
    amount: money('amount').notNull(),
    dueDate: calendarDate('due_date').notNull(),
    notes: text('notes'),
    source: text('source', { enum: ['recurring', 'manual', 'late_fee'] }).notNull(),
    /** The rule that posted it. Unique together with `period`. */
    ruleId: uuidRef('rule_id'),
    /** The month in which the period begins (`YYYY-MM`), or the first day if only part of a period was left (`YYYY-MM-DD`). */
    period: text('period'),
    /** The days charged for, both inclusive. No day of a rule is charged twice, even if its terms change. */
    coversFrom: calendarDate('covers_from'),
    coversTo: calendarDate('covers_to'),
    /** More than the type says, for example the period of a rent. */
    description: text('description'),
    /** How the amount was calculated; null if it was entered by hand. */
    basis: jsonb('basis').$type<Basis>(),
    /** For a late fee: the charge that is late. */
    lateChargeId: uuidRef('late_charge_id'),
    /** What is not paid: the sum of its receivable postings. */
    open: money('open').notNull(),
    /** The day of its first receivable posting; null before it is booked. */
    bookedFrom: calendarDate('booked_from'),
    /** The day of its last receivable posting: since then it is as it is now. */
    bookedTo: calendarDate('booked_to'),
    /** The day of its last receivable posting if nothing is open: from then on it owes nothing. */
    settledOn: calendarDate('settled_on'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Set once. A cancelled charge is no longer owed, but it is not deleted. */
    cancelledAt: instant('cancelled_at'),
    /** Null if Keyhold cancelled it, for example because the tenant moved out. */
    cancelledBy: uuidRef('cancelled_by'),
    cancellationReason: text('cancellation_reason'),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    foreignKey({ columns: [t.landlordId, t.tenantId], foreignColumns: [tenant.landlordId, tenant.tenantId] }),
    // Each index includes tenant_id for row level security and leaves out cancelled charges, so that counting is an index-only scan.
    index('charge_by_due')
      .on(t.landlordId, t.dueDate, t.id, t.tenantId, t.settledOn, t.amount)
      .where(sql`${t.cancelledAt} is null`),
    index('charge_by_tenant')
      .on(t.landlordId, t.tenantId, t.dueDate, t.id)
      .where(sql`${t.cancelledAt} is null`),
    index('charge_by_property')
      .on(t.landlordId, t.propertyId, t.dueDate, t.id, t.tenantId)
      .where(sql`${t.cancelledAt} is null`),
    // What is open now, and what was open on a past day.
    index('charge_unsettled')
      .on(t.landlordId, t.dueDate, t.id, t.tenantId, t.propertyId, t.open, t.amount, t.type, t.bookedTo)
      .where(sql`${t.settledOn} is null and ${t.cancelledAt} is null`),
    // Those that were owed on days before they are due now.
    index('charge_moved')
      .on(t.landlordId, t.bookedFrom)
      .where(sql`${t.settledOn} is null and ${t.bookedFrom} < ${t.dueDate}`),
    // Only those hold money that is paid ahead and does not cover the charge.
    index('charge_partly_paid')
      .on(t.landlordId, t.dueDate)
      .where(sql`${t.settledOn} is null and ${t.open} < ${t.amount}`),
    index('charge_settled')
      .on(t.landlordId, t.settledOn, t.bookedFrom)
      .where(sql`${t.settledOn} is not null`),
    // Deposits are few, and deposit totals read only them.
    index('charge_deposits')
      .on(t.landlordId, t.tenantId, t.id, t.amount)
      .where(sql`${t.type} = 'security_deposit' and ${t.cancelledAt} is null`),
    // The ledger of a tenant also lists cancelled charges.
    index('charge_cancelled')
      .on(t.landlordId, t.tenantId)
      .where(sql`${t.cancelledAt} is not null`),
    // A period that Keyhold cancelled may be posted again; one that the landlord cancelled may not.
    uniqueIndex('charge_posted_once')
      .on(t.landlordId, t.ruleId, t.period)
      .where(sql`${t.ruleId} is not null and (${t.cancelledAt} is null or ${t.cancelledBy} is not null)`),
    check('charge_amount', sql`${t.amount} > 0`),
    check('charge_open', sql`${t.open} >= 0`),
    check(
      'charge_cancelled',
      sql`(${t.cancelledAt} is null) = (${t.cancellationReason} is null) and (${t.cancelledAt} is not null or ${t.cancelledBy} is null)`,
    ),
    check(
      'charge_source',
      sql`(${t.source} = 'recurring') = (${t.period} is not null) and (${t.period} is null) = (${t.ruleId} is null)`,
    ),
    check(
      'charge_covers',
      sql`(${t.period} is null) = (${t.coversFrom} is null) and (${t.coversFrom} is null) = (${t.coversTo} is null)`,
    ),
    // The fee for a returned payment that paid no charge has none.
    check('charge_late', sql`${t.lateChargeId} is null or ${t.source} = 'late_fee'`),
  ],
)
