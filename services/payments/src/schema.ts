import { type Basis } from '@keyhold/contracts/payments/explanations'
import { lateFeeScopes } from '@keyhold/contracts/payments/late-fee-policies'
import { lateFeeStatuses } from '@keyhold/contracts/payments/late-fees'
import { verificationMethods } from '@keyhold/contracts/payments/payments'
import { prorationMethods, termKinds } from '@keyhold/contracts/tenancy/tenancies'
import { calendarDate, createdAt, instant, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

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
export const allocation = payments.table(
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

/** From `startsOn` on it is `amount`. */
export interface Step {
  startsOn: string
  amount: number
}

/**
 * A charge that comes again every month. A tenancy's rent is the rule whose id is the tenancy's; it is made from the tenancy's terms and
 * follows them. What it has posted stands in `charge`, once for each period.
 */
export const rule = payments.table(
  'rule',
  {
    id: newId(),
    landlordId: landlordId(),
    /** The account that is charged. */
    tenantId: uuidRef('tenant_id').notNull(),
    tenancyId: uuidRef('tenancy_id'),
    propertyId: uuidRef('property_id'),
    unitId: uuidRef('unit_id'),
    type: text('type').notNull(),
    description: text('description'),
    /** In the order of their days; the first is of `startsOn`. */
    steps: jsonb('steps').$type<Step[]>().notNull(),
    startsOn: calendarDate('starts_on').notNull(),
    /** The last day that is charged for. */
    endsOn: calendarDate('ends_on'),
    /** None: the day of the month that it starts on. */
    dueDay: integer('due_day'),
    proration: text('proration', { enum: prorationMethods }).notNull(),
    /** None: every period is posted at once. */
    postingDays: integer('posting_days'),
    /** How many periods there are at most: twelve, where the tenancy says nothing else. */
    periods: integer('periods'),
    isRent: boolean('is_rent').notNull(),
    /** The day at the property on which the next period is posted; none: nothing is to come. */
    nextPostOn: calendarDate('next_post_on'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    index('rule_by_tenant').on(t.landlordId, t.tenantId, t.createdAt, t.id),
    index('rule_newest').on(t.landlordId, t.createdAt, t.id, t.tenantId),
    // For the clock, which looks across landlords.
    index('rule_to_post').on(t.nextPostOn),
    check('rule_ends', sql`${t.endsOn} is null or ${t.endsOn} >= ${t.startsOn} - 1`),
  ],
)

/** When a late fee is due and how high. The narrowest policy holds. */
export const lateFeePolicy = payments.table(
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

/** A late fee as proposed, and what was decided. Its amount and basis are never changed: what no longer holds is withdrawn, and proposed anew. */
export const lateFee = payments.table(
  'late_fee',
  {
    id: newId(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    /** The charge that is late. */
    chargeId: uuidRef('charge_id').notNull(),
    occurrence: integer('occurrence').notNull(),
    assessedOn: calendarDate('assessed_on').notNull(),
    amount: money('amount').notNull(),
    status: text('status', { enum: lateFeeStatuses }).notNull(),
    reason: text('reason'),
    /** The charge that posting made. */
    feeChargeId: uuidRef('fee_charge_id'),
    policyId: uuidRef('policy_id').notNull(),
    basis: jsonb('basis').$type<Basis>().notNull(),
    decidedAt: instant('decided_at'),
    decidedBy: uuidRef('decided_by'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    foreignKey({ columns: [t.landlordId, t.chargeId], foreignColumns: [charge.landlordId, charge.id] }),
    uniqueIndex('late_fee_once')
      .on(t.landlordId, t.chargeId, t.occurrence)
      .where(sql`${t.status} <> 'withdrawn'`),
    index('late_fee_by_status').on(t.landlordId, t.status, t.createdAt, t.id),
    index('late_fee_by_tenant').on(t.landlordId, t.tenantId, t.createdAt, t.id),
    index('late_fee_newest').on(t.landlordId, t.createdAt, t.id, t.tenantId),
    index('late_fee_by_fee_charge')
      .on(t.landlordId, t.feeChargeId)
      .where(sql`${t.feeChargeId} is not null`),
    check('late_fee_amount', sql`${t.amount} > 0`),
    check('late_fee_posted', sql`${t.status} <> 'posted' or ${t.feeChargeId} is not null`),
  ],
)

/** Deposit that was given back, or that paid what was owed. Append-only; what was applied counts while its receipt stands. */
export const depositMovement = payments.table(
  'deposit_movement',
  {
    id: newId(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    kind: text('kind', { enum: ['refunded', 'applied'] }).notNull(),
    amount: money('amount').notNull(),
    on: calendarDate('on').notNull(),
    method: text('method'),
    notes: text('notes'),
    by: uuidRef('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    index('deposit_movement_by_tenant').on(t.landlordId, t.tenantId, t.on, t.id),
    check('deposit_movement_amount', sql`${t.amount} > 0`),
  ],
)

/**
 * What is kept of a tenant. The row of the account is also the lock under which its ledger moves: those who share a tenancy share the ledger of
 * the one whose id is `accountId`, and every row of it carries that id as its tenant.
 */
export const tenant = payments.table(
  'tenant',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    name: text('name').notNull(),
    propertyId: uuidRef('property_id'),
    active: boolean('active').notNull(),
    accountId: uuidRef('account_id').notNull(),
    tenancyId: uuidRef('tenancy_id'),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.tenantId] }),
    index('tenant_by_account').on(t.landlordId, t.accountId),
  ],
)

/** What is kept of a tenancy, void ones too. Who belongs to it stands with the tenants. */
export const tenancy = payments.table(
  'tenancy',
  {
    landlordId: landlordId(),
    tenancyId: uuidRef('tenancy_id').notNull(),
    /** The account: named so that row level security lets its tenant see it. */
    tenantId: uuidRef('tenant_id').notNull(),
    tenantIds: uuid('tenant_ids').array().notNull(),
    propertyId: uuidRef('property_id'),
    unitId: uuidRef('unit_id'),
    startDate: calendarDate('start_date'),
    endDate: calendarDate('end_date'),
    termKind: text('term_kind', { enum: termKinds }).notNull(),
    /** The rent from the start on, then its steps. */
    steps: jsonb('steps').$type<Step[]>().notNull(),
    securityDeposit: money('security_deposit'),
    movedOutOn: calendarDate('moved_out_on'),
    isVoid: boolean('is_void').notNull(),
    /** Its tenants had left before it was first heard of: what was not charged while they were there is not charged any more. */
    isPast: boolean('is_past').notNull().default(false),
    asOf: instant('as_of').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.tenancyId] }),
    index('tenancy_by_unit').on(t.landlordId, t.propertyId, t.unitId),
    index('tenancy_by_account').on(t.landlordId, t.tenantId),
  ],
)

/** What is kept of a unit. The first of a property bears the property's id. */
export const unit = payments.table(
  'unit',
  {
    landlordId: landlordId(),
    unitId: uuidRef('unit_id').notNull(),
    propertyId: uuidRef('property_id').notNull(),
    name: text('name').notNull(),
    marketRent: money('market_rent'),
    isDeleted: boolean('is_deleted').notNull(),
    asOf: instant('as_of').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.unitId] }), index('unit_by_property').on(t.landlordId, t.propertyId)],
)

/** What is kept of a property; a deleted one too, since charges refer to it. */
export const property = payments.table(
  'property',
  {
    landlordId: landlordId(),
    propertyId: uuidRef('property_id').notNull(),
    name: text('name').notNull(),
    timeZone: text('time_zone').notNull(),
    /** Of the whole property: the market rent of its first unit, until that has one of its own. */
    monthlyRent: money('monthly_rent'),
    /** Deleted or put away: it leaves the rent roll unless somebody lived there. */
    isGone: boolean('is_gone').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.propertyId] })],
)
