import * as routes from './subscriptions.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { type Role } from '../roles.ts'
import { amount, id, instant } from '../scalars.ts'
import { z } from '../zod.ts'
import { boughtPlans, defaultMaxProperties, intervals, planIds, trialDays } from './plans.ts'
import { PlatformSettings } from './platform-settings.ts'

export const subscriptionStatuses = ['trial', 'active', 'expired', 'cancelled'] as const

/** Who takes the money: Stripe, or the simulated card provider that says "test mode" wherever it shows. */
export const providers = ['stripe', 'test'] as const

export const Subscription = z
  .object({
    landlordId: id,
    plan: z.enum(planIds),
    /** A trial past its end reads `expired`. */
    status: z.enum(subscriptionStatuses),
    /** null: unlimited */
    maxProperties: z.int().nullable(),
    trialStartDate: instant.nullable(),
    trialEndDate: instant.nullable(),
    /** Of the paid subscription; null while none was ever paid. */
    subscriptionStartDate: instant.nullable().default(null),
    /** Until when it is paid: the next renewal, or the end once it was cancelled. */
    subscriptionEndDate: instant.nullable().default(null),
    interval: z.enum(intervals).nullable().default(null),
    /** Cancelled, but paid for until `subscriptionEndDate`. */
    cancelAtPeriodEnd: z.boolean().default(false),
    /** Dunning: since when the renewal's payment fails; null while all is paid. */
    pastDueSince: instant.nullable().default(null),
    provider: z.enum(providers).nullable().default(null),
    stripeCustomerId: z.string().nullable().default(null),
    stripeSubscriptionId: z.string().nullable().default(null),
    stripePriceId: z.string().nullable().default(null),
  })
  .meta({ id: 'Subscription' })

export type Subscription = z.output<typeof Subscription>

type Starting = Pick<Subscription, 'plan' | 'status' | 'maxProperties' | 'trialStartDate' | 'trialEndDate'>

/** What a new account starts with: a landlord the trial, counted from the instant `from` in days of 24 hours; a super admin has no limit. */
export function startingSubscription(
  role: Exclude<Role, 'tenant'>,
  from: string,
  settings: PlatformSettings = { trialDays, defaultMaxProperties },
): Starting {
  if (role === 'super_admin')
    return { plan: 'enterprise', status: 'active', maxProperties: null, trialStartDate: null, trialEndDate: null }
  const trialEndDate = new Date(new Date(from).getTime() + settings.trialDays * 24 * 60 * 60 * 1000).toISOString()
  return {
    plan: 'basic',
    status: 'trial',
    maxProperties: settings.defaultMaxProperties,
    trialStartDate: from,
    trialEndDate,
  }
}

/** The status as it reads at `now`: a trial has ended from its last instant on. */
export function statusAt<S extends string>(
  subscription: { status: S; trialEndDate: string | null },
  now: Date,
): S | 'expired' {
  const { status, trialEndDate } = subscription
  return status === 'trial' && trialEndDate !== null && now >= new Date(trialEndDate) ? 'expired' : status
}

export const subscriptionStatus = endpoint(routes.subscriptionStatus, {
  response: Subscription,
  summary: 'Plan, status and limits of the signed-in landlord',
})

/** What anyone may know before signing up. */
export const offer = endpoint(routes.offer, {
  response: z.object({
    trialDays: z.int(),
    defaultMaxProperties: z.int(),
    /** `test`: cards are simulated here, no money moves. */
    provider: z.enum(providers),
  }),
  summary: 'Length of the trial and who takes card payments; the plans and prices themselves are part of the contracts',
})

export const PlanChoice = z.object({
  plan: z.enum(boughtPlans, 'Choose a plan').default('basic'),
  interval: z.enum(intervals).default('month'),
})

/** What the page needs to take a card payment. `clientSecret` null: nothing has to be paid now. */
export const PaymentIntent = z
  .object({
    clientSecret: z.string().nullable(),
    provider: z.enum(providers),
    publishableKey: z.string().nullable(),
    /** Due now, in dollars. */
    amountDue: amount,
    subscriptionId: z.string(),
  })
  .meta({ id: 'PaymentIntent' })

export type PaymentIntent = z.output<typeof PaymentIntent>

/** Asked again before it is paid it answers the same payment, or one for the other plan. Refused (409) while a paid subscription runs: that one is changed. */
export const createSubscription = endpoint(routes.createSubscription, {
  body: PlanChoice,
  response: PaymentIntent,
  summary: 'Begin a subscription; it counts once its first payment is confirmed',
})

export const ChangePreview = z
  .object({
    plan: z.enum(boughtPlans),
    interval: z.enum(intervals),
    lines: z.array(z.object({ description: z.string(), amount })),
    /** Due now: the new price for the rest of the period less what is left of the old one. Negative: kept as credit. */
    amountDue: amount,
    renewsAt: instant.nullable(),
    renewalAmount: amount,
    /** The new plan's cap, and how many properties go beyond it at present: they stay, no further one can be added. */
    maxProperties: z.int().nullable(),
  })
  .meta({ id: 'ChangePreview' })

export type ChangePreview = z.output<typeof ChangePreview>

/** Without an interval the one that runs stays. A plan has to be named: nobody changes by accident. */
export const PlanChangeForm = z.object({
  plan: z.enum(boughtPlans, 'Choose a plan'),
  interval: z.enum(intervals).optional(),
})

export const previewChange = endpoint(routes.previewChange, {
  query: PlanChangeForm,
  response: ChangePreview,
  summary: 'What changing the plan would cost today, line by line',
})

export const changePlan = endpoint(routes.changePlan, {
  body: PlanChangeForm,
  response: z.object({ subscription: Subscription, payment: PaymentIntent.nullable() }),
  summary: 'Change the plan of a paid subscription, prorated; `payment` when the difference has to be paid first',
})

export const cancelSubscription = endpoint(routes.cancelSubscription, {
  response: Subscription,
  summary: 'End the paid subscription with the period that is paid',
})

export const resumeSubscription = endpoint(routes.resumeSubscription, {
  response: Subscription,
  summary: 'Take a cancellation back before the period ends',
})

export const payOpenInvoice = endpoint(routes.payOpenInvoice, {
  response: PaymentIntent,
  summary: 'Pay what the renewal could not collect',
})

export const resetSubscription = endpoint(routes.resetSubscription, {
  response: Subscription,
  summary: 'Cancel any subscription at once and go back to what the account began with',
})

// For the other services.
/** Starts the trial when the landlord has no subscription yet, so that a landlord created a moment ago can be asked about. */
export const landlordSubscription = endpoint(routes.landlordSubscription, {
  response: Subscription,
  summary: 'Subscription of a landlord',
})

export const SubscriptionChanged = event({
  type: 'billing.subscription.changed',
  version: 1,
  subject: 'landlordId',
  data: Subscription,
})
