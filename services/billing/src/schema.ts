import { boughtPlans, intervals, planIds } from '@keyhold/contracts/billing/plans'
import { providers, subscriptionStatuses } from '@keyhold/contracts/billing/subscriptions'
import { createdAt, id, instant, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { TestAccount } from './providers/simulated/test-account.ts'

export const schema = pgSchema('billing')

export const subscriptions = schema.table(
  'subscriptions',
  {
    landlordId: uuidRef('landlord_id').primaryKey(),
    plan: text('plan', { enum: planIds }).notNull(),
    /** As last set: a trial past its end is still `trial` here; `statusAt` derives `expired`. */
    status: text('status', { enum: subscriptionStatuses }).notNull(),
    /** Null: unlimited. */
    maxProperties: integer('max_properties'),
    trialStartDate: instant('trial_start_date'),
    trialEndDate: instant('trial_end_date'),
    /** The trial end that was announced to the other services. */
    announcedEnd: instant('announced_end'),
    /** The limit that the account started with, for a reset. Null for accounts older than this column. */
    initialMaxProperties: integer('initial_max_properties'),
    subscriptionStartDate: instant('subscription_start_date'),
    subscriptionEndDate: instant('subscription_end_date'),
    interval: text('interval', { enum: intervals }),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    pastDueSince: instant('past_due_since'),
    provider: text('provider', { enum: providers }),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    stripePriceId: text('stripe_price_id'),
    /** As the provider last answered. An administrator's change holds until the provider's answer changes. */
    providerStatus: text('provider_status', { enum: ['active', 'past_due', 'ended'] }),
    providerPlan: text('provider_plan', { enum: boughtPlans }),
    /** As the provider last answered; it belongs to the customer there, not to one subscription. */
    credit: money('credit').notNull().default(0),
    /** Last ticket drawn and last ticket applied (`domain/query-provider.ts`): an answer counts only if no later one was applied. */
    asked: integer('asked').notNull().default(0),
    answered: integer('answered').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('subscriptions_trial_end')
      .on(t.trialEndDate)
      .where(sql`${t.status} = 'trial'`),
    index('subscriptions_customer')
      .on(t.stripeCustomerId)
      .where(sql`${t.stripeCustomerId} is not null`),
    index('subscriptions_renewal')
      .on(t.subscriptionEndDate)
      .where(sql`${t.providerStatus} in ('active', 'past_due')`),
    index('subscriptions_credit')
      .on(t.landlordId)
      .where(sql`${t.credit} > 0`),
    check('subscriptions_plan', sql`${t.plan} in ('free', 'basic', 'professional', 'enterprise')`),
    check('subscriptions_status', sql`${t.status} in ('trial', 'active', 'expired', 'cancelled')`),
    check('subscriptions_trial', sql`${t.status} <> 'trial' or ${t.trialEndDate} is not null`),
    check('subscriptions_max_properties', sql`${t.maxProperties} >= 0`),
  ],
)

/** A subscription that is not paid yet. Stored before the provider is called; its id is part of the idempotency keys there. */
export const checkouts = schema.table(
  'checkouts',
  {
    id: id(),
    landlordId: landlordId(),
    provider: text('provider', { enum: providers }).notNull(),
    plan: text('plan', { enum: boughtPlans }).notNull(),
    interval: text('interval', { enum: intervals }).notNull(),
    /** Null until the provider's answer is stored. */
    subscriptionId: text('subscription_id'),
    createdAt: createdAt(),
    /** When it was paid, replaced or abandoned. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('checkouts_one_open')
      .on(t.landlordId)
      .where(sql`${t.closedAt} is null`),
    index('checkouts_by_subscription').on(t.landlordId, t.subscriptionId),
    index('checkouts_open')
      .on(t.createdAt)
      .where(sql`${t.closedAt} is null`),
  ],
)

/** Invoices as the provider last answered them. */
export const invoices = schema.table(
  'invoices',
  {
    id: id(),
    landlordId: landlordId(),
    providerId: text('provider_id').notNull(),
    number: text('number').notNull(),
    status: text('status', { enum: ['paid', 'open', 'void', 'uncollectible'] }).notNull(),
    description: text('description').notNull(),
    amountDue: money('amount_due').notNull(),
    amountPaid: money('amount_paid').notNull(),
    creditApplied: money('credit_applied').notNull().default(0),
    creditAdded: money('credit_added').notNull().default(0),
    periodStart: instant('period_start'),
    periodEnd: instant('period_end'),
    hostedUrl: text('hosted_url'),
    pdfUrl: text('pdf_url'),
    /** The ticket of the answer that it was stored from. */
    ticket: integer('ticket').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('invoices_once').on(t.landlordId, t.providerId),
    index('invoices_newest').on(t.landlordId, t.createdAt, t.id),
    index('invoices_open')
      .on(t.createdAt)
      .where(sql`${t.status} = 'open'`),
  ],
)

/** Webhook events that were handled. */
export const providerEvents = schema.table(
  'provider_events',
  {
    landlordId: landlordId(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.eventId] }), index('provider_events_oldest').on(t.createdAt)],
)

/** Test mode: the simulated provider's own record of one subscription. */
export const testAccounts = schema.table(
  'test_accounts',
  {
    subscriptionId: text('subscription_id').notNull(),
    landlordId: landlordId(),
    account: jsonb('account').$type<TestAccount>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.subscriptionId] })],
)

/** What new landlords start with: one row, or none until an administrator changes the defaults. */
export const platformSettings = schema.table(
  'platform_settings',
  {
    only: boolean('only').primaryKey().default(true),
    trialDays: integer('trial_days').notNull(),
    defaultMaxProperties: integer('default_max_properties').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [check('platform_settings_one_row', sql`${t.only}`)],
)

export const sharedTables = ['platform_settings']
