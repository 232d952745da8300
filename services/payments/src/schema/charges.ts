import { type Basis } from '@keyhold/contracts/payments/explanations'
import { calendarDate, createdAt, instant, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { tenant } from './projections.ts'
import { newId, schema } from './schema.ts'

/** What a tenant owes. Status and balance are derived from the allocations, never stored. */
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
    /** How it is expected to be paid; what came in names its own. */
    method: text('method').notNull(),
    amount: money('amount').notNull(),
    dueDate: calendarDate('due_date').notNull(),
    notes: text('notes'),
    source: text('source', { enum: ['recurring', 'manual', 'late_fee'] }).notNull(),
    /**
     * The recurring charge that posted it, and its period: the month `YYYY-MM` in which that begins, or the first day of a part that is left of one.
     * Together they exist once.
     */
    ruleId: uuidRef('rule_id'),
    period: text('period'),
    /** The days that such a charge is for, both inclusive: no day of a rule is charged twice, whatever becomes of its terms. */
    coversFrom: calendarDate('covers_from'),
    coversTo: calendarDate('covers_to'),
    /** What it is for, where that is more than its type. */
    description: text('description'),
    /** How the amount came about; none where somebody typed it. */
    basis: jsonb('basis').$type<Basis>(),
    /** Of a late fee: the charge that is late. */
    lateChargeId: uuidRef('late_charge_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Nobody owes it any more. Set once; the charge stays. */
    cancelledAt: instant('cancelled_at'),
    /** None: Keyhold itself, because the tenant left. */
    cancelledBy: uuidRef('cancelled_by'),
    cancellationReason: text('cancellation_reason'),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    foreignKey({ columns: [t.landlordId, t.tenantId], foreignColumns: [tenant.landlordId, tenant.tenantId] }),
    // tenant_id stands in each because row level security asks for it, and the cancelled ones in none: so counting needs the index alone.
    index('charge_by_due')
      .on(t.landlordId, t.dueDate, t.id, t.tenantId)
      .where(sql`${t.cancelledAt} is null`),
    index('charge_by_tenant')
      .on(t.landlordId, t.tenantId, t.dueDate, t.id)
      .where(sql`${t.cancelledAt} is null`),
    index('charge_by_property')
      .on(t.landlordId, t.propertyId, t.dueDate, t.id, t.tenantId)
      .where(sql`${t.cancelledAt} is null`),
    // Few of all charges, and asked for without the others wherever deposits are added up.
    index('charge_deposits')
      .on(t.landlordId, t.tenantId, t.id, t.amount)
      .where(sql`${t.type} = 'security_deposit' and ${t.cancelledAt} is null`),
    // For the ledger of a tenant, which tells of what was owed once.
    index('charge_cancelled')
      .on(t.landlordId, t.tenantId)
      .where(sql`${t.cancelledAt} is not null`),
    // What Keyhold cancelled itself may be posted again; what the landlord cancelled may not.
    uniqueIndex('charge_posted_once')
      .on(t.landlordId, t.ruleId, t.period)
      .where(sql`${t.ruleId} is not null and (${t.cancelledAt} is null or ${t.cancelledBy} is not null)`),
    check('charge_amount', sql`${t.amount} > 0`),
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
    check('charge_late', sql`(${t.source} = 'late_fee') = (${t.lateChargeId} is not null)`),
  ],
)
