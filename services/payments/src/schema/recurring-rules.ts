import { prorationMethods } from '@keyhold/contracts/tenancy/tenancies'
import { calendarDate, createdAt, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { newId, schema } from './schema.ts'

/** The amount in force from `startsOn` on. */
export interface Step {
  startsOn: string
  amount: number
}

/**
 * A charge that recurs every month. It posts one `charge` for each period. The rent of a tenancy is the rule with the tenancy's id; it is derived
 * from the tenancy's terms.
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
    /** In date order; the first starts with the tenancy. */
    steps: jsonb('steps').$type<Step[]>().notNull(),
    startsOn: calendarDate('starts_on').notNull(),
    /** The last day charged for. */
    endsOn: calendarDate('ends_on'),
    /** Null: the day of the month of `startsOn`. */
    dueDay: integer('due_day'),
    proration: text('proration', { enum: prorationMethods }).notNull(),
    /** How many days before its due date a charge is posted; null: the default. */
    postingDays: integer('posting_days'),
    /** How many periods are posted at once, from the first one on: twelve for most rents. */
    atOnce: integer('at_once').notNull().default(0),
    /** Later periods than the first twelve that are due before this day are not posted: a rule that had only twelve goes on from then. Null: all are posted. */
    resumesOn: calendarDate('resumes_on'),
    /** The last day of the first month that the previous tenants of the unit pay; this rule takes the remainder of that month. */
    splitAfter: calendarDate('split_after'),
    isRent: boolean('is_rent').notNull(),
    /** The day at the property on which the next period is posted; null: nothing left to post. */
    nextPostOn: calendarDate('next_post_on'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    index('rule_by_tenant').on(t.landlordId, t.tenantId, t.createdAt, t.id),
    index('rule_newest').on(t.landlordId, t.createdAt, t.id, t.tenantId),
    // For the schedule, which looks across landlords.
    index('rule_to_post').on(t.nextPostOn),
    check('rule_ends', sql`${t.endsOn} is null or ${t.endsOn} >= ${t.startsOn} - 1`),
  ],
)
