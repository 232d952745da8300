import { verificationMethods } from '@keyhold/contracts/payments'
import { calendarDate, createdAt, instant, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, pgSchema, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

export const payments = pgSchema('payments')

const newId = () =>
  uuidRef('id')
    .notNull()
    .default(sql`uuidv7()`)

/** What a tenant owes. Status and balance are derived from the allocations, never stored. */
export const charge = payments.table(
  'charge',
  {
    id: newId(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    propertyId: uuidRef('property_id'),
    type: text('type').notNull(),
    /** How it is expected to be paid; what came in names its own. */
    method: text('method').notNull(),
    amount: money('amount').notNull(),
    dueDate: calendarDate('due_date').notNull(),
    notes: text('notes'),
    source: text('source', { enum: ['rent_plan', 'manual'] }).notNull(),
    /** Month `YYYY-MM` of a planned rent: it exists once. */
    period: text('period'),
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
    uniqueIndex('charge_planned_once')
      .on(t.landlordId, t.tenantId, t.period)
      .where(sql`${t.source} = 'rent_plan'`),
    check('charge_amount', sql`${t.amount} > 0`),
    check(
      'charge_cancelled',
      sql`(${t.cancelledAt} is null) = (${t.cancellationReason} is null) and (${t.cancelledAt} is not null or ${t.cancelledBy} is null)`,
    ),
    check('charge_source', sql`(${t.source} = 'rent_plan') = (${t.period} is not null)`),
  ],
)

/** Money that came in, or that a tenant says did. Append-only but for the verification, which is set once. */
export const receipt = payments.table(
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
 */
export const allocation = payments.table(
  'allocation',
  {
    id: newId(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    receiptId: uuidRef('receipt_id').notNull(),
    chargeId: uuidRef('charge_id').notNull(),
    amount: money('amount').notNull(),
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
export const reversal = payments.table(
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

/** The twelve rents of a tenant were set up: this row makes it happen once. */
export const rentPlan = payments.table(
  'rent_plan',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    monthlyRent: money('monthly_rent').notNull(),
    startsOn: calendarDate('starts_on').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.tenantId] })],
)

/** What is kept of a tenant. Its row is also the lock under which the tenant's ledger moves. */
export const tenant = payments.table(
  'tenant',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    name: text('name').notNull(),
    propertyId: uuidRef('property_id'),
    active: boolean('active').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.tenantId] })],
)

/** What is kept of a property; a deleted one too, since charges refer to it. */
export const property = payments.table(
  'property',
  {
    landlordId: landlordId(),
    propertyId: uuidRef('property_id').notNull(),
    name: text('name').notNull(),
    timeZone: text('time_zone').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.propertyId] })],
)
