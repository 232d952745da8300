import { type Billing, type RentStep, type Tenancy, termKinds } from '@keyhold/contracts/tenancy/tenancies'
import {
  calendarDate,
  createdAt,
  id,
  instant,
  landlordId,
  money,
  updatedAt,
  uuidRef,
} from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** Tenants in a unit on the same terms, with one ledger between them. Its status (upcoming, holdover, ended …) is derived from the dates. */
export const tenancy = schema.table(
  'tenancy',
  {
    id: id(),
    landlordId: landlordId(),
    propertyId: uuidRef('property_id'),
    unitId: uuidRef('unit_id'),
    /** The tenant who opened it; the ledger has this id. */
    accountId: uuidRef('account_id').notNull(),
    startDate: calendarDate('start_date'),
    endDate: calendarDate('end_date'),
    termKind: text('term_kind', { enum: termKinds }).notNull().default('fixed'),
    monthlyRent: money('monthly_rent'),
    rentSteps: jsonb('rent_steps').$type<RentStep[]>().notNull().default([]),
    securityDeposit: money('security_deposit'),
    billing: jsonb('billing').$type<Billing>(),
    /** The day on which the last member leaves, once it is known for all of them. */
    movedOutOn: calendarDate('moved_out_on'),
    /** Created by an import that was undone: it counts as never having existed. */
    isVoid: boolean('is_void').notNull().default(false),
    /** False for tenancies created by a migration, until a schedule has emitted their event. */
    isAnnounced: boolean('is_told').notNull().default(true),
    /** The nights `[claimedFrom, claimedUntil)` that it has claimed in `properties`: no unit means none, no last day means without an end. */
    claimedUnitId: uuidRef('claimed_unit_id'),
    claimedFrom: calendarDate('claimed_from'),
    claimedUntil: calendarDate('claimed_until'),
    /** False for tenancies from before nights were claimed, until a schedule has claimed theirs. */
    isClaimed: boolean('is_claimed').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('tenancy_newest').on(t.landlordId, t.createdAt, t.id),
    index('tenancy_by_property').on(t.landlordId, t.propertyId, t.createdAt, t.id),
    index('tenancy_by_account').on(t.landlordId, t.accountId),
    index('tenancy_ending')
      .on(t.landlordId, t.endDate, t.id)
      .where(sql`moved_out_on is null and not is_void and term_kind <> 'at_will'`),
    index('tenancy_untold')
      .on(t.id)
      .where(sql`not is_told`),
    // For the schedule, which looks through all landlords.
    index('tenancy_unclaimed')
      .on(t.id)
      .where(sql`not is_claimed`),
    check('tenancy_ends_after_start', sql`${t.endDate} > ${t.startDate}`),
    check('tenancy_unit_of_property', sql`(${t.propertyId} is null) = (${t.unitId} is null)`),
  ],
)

/** Which tenants are, or were, part of a tenancy. */
export const member = schema.table(
  'member',
  {
    landlordId: landlordId(),
    tenancyId: uuidRef('tenancy_id').notNull(),
    tenantId: uuidRef('tenant_id').notNull(),
    /** Null: from the beginning. */
    joinedOn: calendarDate('joined_on'),
    /** Can be in the future. */
    leftOn: calendarDate('left_on'),
    /** Set, with its event, once the day in `leftOn` has come. */
    hasLeft: boolean('has_left').notNull().default(false),
    /** Their part of the rent, as the tenants agreed; null: not said. */
    rentShare: money('rent_share'),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.tenancyId, t.tenantId] }),
    index('member_by_tenant').on(t.landlordId, t.tenantId),
    // For the schedule, which looks for due days of all landlords.
    index('member_leaving')
      .on(t.leftOn)
      .where(sql`left_on is not null and not has_left`),
    check('member_left_on_a_day', sql`${t.leftOn} is not null or not ${t.hasLeft}`),
  ],
)

/**
 * What became of a claim of nights: used by the transaction that wrote this row together with the tenancy, or abandoned. The primary key lets only
 * one of the two be written, and the second waits for the first.
 */
export const nightClaimOutcome = schema.table(
  'night_claim_outcome',
  {
    landlordId: landlordId(),
    claimId: uuidRef('claim_id').notNull(),
    isUsed: boolean('is_used').notNull(),
    decidedAt: instant('decided_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.claimId] }),
    // For the schedule that deletes old ones.
    index('night_claim_outcome_by_time').on(t.decidedAt),
  ],
)

/** A tenancy with its members and the names of its property and unit. A view: its migration defines it. */
export const tenancyRecord = schema
  .view('tenancy_record', {
    id: uuidRef('id').notNull(),
    landlordId: landlordId(),
    propertyId: uuidRef('property_id'),
    propertyName: text('property_name'),
    timeZone: text('time_zone'),
    unitId: uuidRef('unit_id'),
    unitName: text('unit_name'),
    accountId: uuidRef('account_id').notNull(),
    startDate: calendarDate('start_date'),
    endDate: calendarDate('end_date'),
    termKind: text('term_kind', { enum: termKinds }).notNull(),
    monthlyRent: money('monthly_rent'),
    rentSteps: jsonb('rent_steps').$type<RentStep[]>().notNull(),
    securityDeposit: money('security_deposit'),
    billing: jsonb('billing').$type<Billing>(),
    movedOutOn: calendarDate('moved_out_on'),
    isVoid: boolean('is_void').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    tenants: jsonb('tenants').$type<Tenancy['tenants']>().notNull(),
  })
  .existing()

export type TenancyRow = typeof tenancy.$inferSelect
export type MemberRow = typeof member.$inferSelect
export type TenancyRecord = typeof tenancyRecord.$inferSelect
export type WhichTenancy = Pick<TenancyRow, 'id' | 'landlordId'>
