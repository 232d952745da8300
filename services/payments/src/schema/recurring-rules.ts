import { prorationMethods } from '@keyhold/contracts/tenancy/tenancies'
import { calendarDate, createdAt, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { newId, schema } from './schema.ts'

/** From `startsOn` on it is `amount`. */
export interface Step {
  startsOn: string
  amount: number
}

/**
 * A charge that comes again every month. A tenancy's rent is the rule whose id is the tenancy's; it is made from the tenancy's terms and
 * follows them. What it has posted stands in `charge`, once for each period.
 */
export const rule = schema.table(
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
