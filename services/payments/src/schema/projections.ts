import { termKinds } from '@keyhold/contracts/tenancy/tenancies'
import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { asOf, calendarDate, instant, landlordId, money, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Step } from './recurring-rules.ts'
import { schema } from './schema.ts'

/**
 * Projection of tenants. Tenants who share a tenancy share one account: the ledger of the tenant whose id is `accountId`, whose rows all have that
 * id as `tenant_id`. The account's row is also the lock for changes to its ledger.
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

/** Projection of tenancies, including void ones. The tenants point to their current tenancy. */
export const tenancy = schema.table(
  'tenancy',
  {
    landlordId: landlordId(),
    tenancyId: uuidRef('tenancy_id').notNull(),
    /** The account. The column is called tenant_id because row level security filters by it. */
    tenantId: uuidRef('tenant_id').notNull(),
    tenantIds: uuid('tenant_ids').array().notNull(),
    /** All who are or were members, with their days; null until an event says it. */
    members: jsonb('members').$type<NonNullable<TenancySnapshot['members']>>(),
    propertyId: uuidRef('property_id'),
    unitId: uuidRef('unit_id'),
    startDate: calendarDate('start_date'),
    endDate: calendarDate('end_date'),
    termKind: text('term_kind', { enum: termKinds }).notNull(),
    /** The initial rent, then the rent steps. */
    steps: jsonb('steps').$type<Step[]>().notNull(),
    /** The rent where there are no steps after the initial one, 0 without any: read without opening the JSON. */
    onlyRent: money('only_rent').generatedAlwaysAs(
      sql`case jsonb_array_length(steps) when 0 then 0 when 1 then (steps -> 0 ->> 'amount')::numeric end`,
    ),
    securityDeposit: money('security_deposit'),
    movedOutOn: calendarDate('moved_out_on'),
    isVoid: boolean('is_void').notNull(),
    /** The tenants had already left when the first event arrived: nothing new is charged. */
    isPast: boolean('is_past').notNull().default(false),
    asOf: instant('as_of').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.tenancyId] }),
    index('tenancy_by_unit').on(t.landlordId, t.propertyId, t.unitId),
    index('tenancy_by_account').on(t.landlordId, t.tenantId),
    index('tenancy_of_fixed_term')
      .on(t.landlordId, t.endDate)
      .where(sql`term_kind = 'fixed' and not is_void and (moved_out_on is null or moved_out_on > end_date)`),
  ],
)

/** Projection of units. The first unit of a property has the property's id. */
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
  (t) => [
    primaryKey({ columns: [t.landlordId, t.unitId] }),
    index('unit_by_property').on(t.landlordId, t.propertyId),
    // All but first units of which the property says everything.
    index('unit_apart')
      .on(t.landlordId, t.propertyId, t.unitId, t.isDeleted, t.marketRent)
      .where(sql`is_deleted or market_rent is not null or unit_id <> property_id`),
  ],
)

/** Projection of properties, including deleted ones, since charges refer to them. */
export const property = schema.table(
  'property',
  {
    landlordId: landlordId(),
    propertyId: uuidRef('property_id').notNull(),
    name: text('name').notNull(),
    timeZone: text('time_zone').notNull(),
    /** The rent of the whole property: the market rent of the first unit unless that has its own. */
    monthlyRent: money('monthly_rent'),
    /** Deleted or archived: left out of the rent roll unless it was occupied on the day. */
    isGone: boolean('is_gone').notNull().default(false),
    asOf: asOf(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.propertyId] }),
    // The zone of most properties is the landlord's.
    index('property_by_zone')
      .on(t.landlordId, t.timeZone, t.propertyId, t.monthlyRent)
      .where(sql`not is_gone`),
  ],
)
