import { termKinds } from '@keyhold/contracts/tenancy/tenancies'
import { asOf, calendarDate, instant, landlordId, money, uuidRef } from '@keyhold/kit/database/columns'
import { boolean, index, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Step } from './recurring-rules.ts'
import { schema } from './schema.ts'

/**
 * What is kept of a tenant. The row of the account is also the lock under which its ledger moves: those who share a tenancy share the ledger of
 * the one whose id is `accountId`, and every row of it carries that id as its tenant.
 */
export const tenant = schema.table(
  'tenant',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    name: text('name').notNull(),
    propertyId: uuidRef('property_id'),
    active: boolean('active').notNull(),
    accountId: uuidRef('account_id').notNull(),
    tenancyId: uuidRef('tenancy_id'),
    asOf: asOf(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.tenantId] }),
    index('tenant_by_account').on(t.landlordId, t.accountId),
  ],
)

/** What is kept of a tenancy, void ones too. Who belongs to it stands with the tenants. */
export const tenancy = schema.table(
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
export const unit = schema.table(
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
export const property = schema.table(
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
    asOf: asOf(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.propertyId] })],
)
