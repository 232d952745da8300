import * as routes from './subscriptions.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { type Role } from '../roles.ts'
import { amount, id, instant } from '../scalars.ts'
import { z } from '../zod.ts'
import { boughtPlans, defaultMaxProperties, intervals, planIds, trialDays } from './plans.ts'
import type { PlatformSettings } from './platform-settings.ts'

export const subscriptionStatuses = ['trial', 'active', 'expired', 'cancelled'] as const

/** The payment provider: Stripe, or the simulated one, which is shown as "test mode" everywhere. */
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
    /** Of the paid subscription; null if there was never one. */
    subscriptionStartDate: instant.nullable().default(null),
    /** The end of the paid period: the next renewal, or the end of a cancelled subscription. */
    subscriptionEndDate: instant.nullable().default(null),
    interval: z.enum(intervals).nullable().default(null),
    /** Cancelled, but paid until `subscriptionEndDate`. */
    cancelAtPeriodEnd: z.boolean().default(false),
    /** Since when the payment of the renewal fails; null while everything is paid. */
    pastDueSince: instant.nullable().default(null),
    provider: z.enum(providers).nullable().default(null),
    /** In dollars, from plan changes. It outlives the subscription, and pays for the next invoices. */
    credit: amount.default(0),
    stripeCustomerId: z.string().nullable().default(null),
    stripeSubscriptionId: z.string().nullable().default(null),
    stripePriceId: z.string().nullable().default(null),
  })
  .meta({ id: 'Subscription' })

export type Subscription = z.output<typeof Subscription>

type InitialSubscription = Pick<Subscription, 'plan' | 'status' | 'maxProperties' | 'trialStartDate' | 'trialEndDate'>

/** What a new account starts with: a landlord with a trial from the instant `from`, in days of 24 hours; a super admin without limits. */
export function startingSubscription(
  role: Exclude<Role, 'tenant'>,
  from: string,
  settings: PlatformSettings = { trialDays, defaultMaxProperties },
): InitialSubscription {
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

/** The status at `now`: a trial is expired from its end on. */
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

/** What visitors see before they sign up. */
export const offer = endpoint(routes.offer, {
  response: z.object({
    trialDays: z.int(),
    defaultMaxProperties: z.int(),
    /** `test`: cards are simulated and no money moves. `none`: nobody takes cards here, and plans can't be bought. */
    provider: z.enum([...providers, 'none']),
  }),
  summary: 'Length of the trial, default limit and payment provider; plans and prices are part of the contracts',
})

export const PlanChoice = z.object({
  plan: z.enum(boughtPlans, 'Choose a plan').default('basic'),
  interval: z.enum(intervals).default('month'),
})

/** Where credit covers the first payment, the plan starts only with `payWithCredit`, so that opening a page starts nothing. */
export const SubscriptionOrder = PlanChoice.extend({ payWithCredit: z.boolean().default(false) })

/** What the page needs for a card payment. `clientSecret` is null when nothing is due now. */
export const PaymentIntent = z
  .object({
    clientSecret: z.string().nullable(),
    provider: z.enum(providers),
    publishableKey: z.string().nullable(),
    /** Due now, in dollars. */
    amountDue: amount,
    /** Credit that pays the rest of the price. */
    creditApplied: amount,
    /** Null: nothing is created yet. Credit covers the payment, and waits for `payWithCredit`. */
    subscriptionId: z.string().nullable(),
  })
  .meta({ id: 'PaymentIntent' })

export type PaymentIntent = z.output<typeof PaymentIntent>

/** Before it is paid, a repeated call returns the same payment, or one for another plan. 409 while there is a paid subscription, which can be changed instead. */
export const createSubscription = endpoint(routes.createSubscription, {
  body: SubscriptionOrder,
  response: PaymentIntent,
  summary: 'Create a subscription; active once its first payment is confirmed',
})

export const ChangePreview = z
  .object({
    plan: z.enum(boughtPlans),
    interval: z.enum(intervals),
    lines: z.array(z.object({ description: z.string(), amount })),
    /** Due now: the new price for the rest of the period less the rest of the old one. Negative amounts become credit. */
    amountDue: amount,
    renewsAt: instant.nullable(),
    renewalAmount: amount,
    /** The new plan's property limit. Properties beyond it stay, but no more can be added. */
    maxProperties: z.int().nullable(),
  })
  .meta({ id: 'ChangePreview' })

export type ChangePreview = z.output<typeof ChangePreview>

/** Without an interval the current one stays. The plan is required, so that nobody changes it by accident. */
export const PlanChangeForm = z.object({
  plan: z.enum(boughtPlans, 'Choose a plan'),
  interval: z.enum(intervals).optional(),
})

export const previewChange = endpoint(routes.previewChange, {
  query: PlanChangeForm,
  response: ChangePreview,
  summary: 'What changing the plan would cost now, line by line',
})

export const changePlan = endpoint(routes.changePlan, {
  body: PlanChangeForm,
  response: z.object({ subscription: Subscription, payment: PaymentIntent.nullable() }),
  summary: 'Change the plan of a paid subscription, prorated; `payment` is set when the difference must be paid first',
})

export const cancelSubscription = endpoint(routes.cancelSubscription, {
  response: Subscription,
  summary: 'Cancel the paid subscription at the end of the paid period',
})

export const resumeSubscription = endpoint(routes.resumeSubscription, {
  response: Subscription,
  summary: 'Undo a cancellation before the period ends',
})

export const payOpenInvoice = endpoint(routes.payOpenInvoice, {
  response: PaymentIntent,
  summary: 'Pay the invoice of a failed renewal',
})

export const resetSubscription = endpoint(routes.resetSubscription, {
  response: Subscription,
  summary: 'Cancel any subscription at once and restore what the account started with; credit stays',
})

// For the other services.
/** Starts the trial if the landlord has no subscription yet, so that it works for new landlords at once. */
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
