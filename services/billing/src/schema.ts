import { planIds, subscriptionStatuses } from '@keyhold/contracts/billing'
import { createdAt, instant, updatedAt, uuidRef } from '@keyhold/kit/columns'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgSchema, text } from 'drizzle-orm/pg-core'

export const schema = pgSchema('billing')

export const subscriptions = schema.table(
  'subscriptions',
  {
    landlordId: uuidRef('landlord_id').primaryKey(),
    plan: text('plan', { enum: planIds }).notNull(),
    /** As last set; a trial past its end is still `trial` here and reads `expired`. */
    status: text('status', { enum: subscriptionStatuses }).notNull(),
    /** Null: unlimited. */
    maxProperties: integer('max_properties'),
    trialStartDate: instant('trial_start_date'),
    trialEndDate: instant('trial_end_date'),
    /** The end of the trial that the other services were told of. */
    announcedEnd: instant('announced_end'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('subscriptions_trial_end')
      .on(t.trialEndDate)
      .where(sql`${t.status} = 'trial'`),
    check('subscriptions_plan', sql`${t.plan} in ('free', 'basic', 'professional', 'enterprise')`),
    check('subscriptions_status', sql`${t.status} in ('trial', 'active', 'expired', 'cancelled')`),
    check('subscriptions_trial', sql`${t.status} <> 'trial' or ${t.trialEndDate} is not null`),
    check('subscriptions_max_properties', sql`${t.maxProperties} >= 0`),
  ],
)
