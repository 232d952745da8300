import { endpoint } from './endpoint.ts'
import { event } from './event.ts'
import { boughtPlans, defaultMaxProperties, intervals, planIds, trialDays } from './plans.ts'
import { admins, landlords, type Role } from './roles.ts'
import { amount, id, instant, line, optional, pageQuery, whole } from './scalars.ts'
import { z } from './zod.ts'

export { boughtPlans, defaultMaxProperties, intervals, planIds, plans, trialDays, type BoughtPlan, type Interval, type PlanId } from './plans.ts'

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

/** What a new landlord is given: set by the administrator, these constants until then. */
export const PlatformSettings = z
  .object({
    trialDays: whole(1, 365, 'A trial lasts from 1 to 365 days'),
    defaultMaxProperties: whole(0, 100_000, 'The limit is a whole number from 0 to 100,000'),
  })
  .meta({ id: 'PlatformSettings' })
export type PlatformSettings = z.output<typeof PlatformSettings>

type Starting = Pick<Subscription, 'plan' | 'status' | 'maxProperties' | 'trialStartDate' | 'trialEndDate'>

/** What a new account starts with: a landlord the trial, counted from the instant `from` in days of 24 hours; a super admin has no limit. */
export function startingSubscription(
  role: Exclude<Role, 'tenant'>,
  from: string,
  settings: PlatformSettings = { trialDays, defaultMaxProperties },
): Starting {
  if (role === 'super_admin') return { plan: 'enterprise', status: 'active', maxProperties: null, trialStartDate: null, trialEndDate: null }
  const trialEndDate = new Date(new Date(from).getTime() + settings.trialDays * 24 * 60 * 60 * 1000).toISOString()
  return { plan: 'basic', status: 'trial', maxProperties: settings.defaultMaxProperties, trialStartDate: from, trialEndDate }
}

/** The status as it reads at `now`: a trial has ended from its last instant on. */
export function statusAt<S extends string>(subscription: { status: S; trialEndDate: string | null }, now: Date): S | 'expired' {
  const { status, trialEndDate } = subscription
  return status === 'trial' && trialEndDate !== null && now >= new Date(trialEndDate) ? 'expired' : status
}

export const subscriptionStatus = endpoint({
  method: 'GET',
  path: '/api/subscription/status',
  access: landlords,
  response: Subscription,
  summary: 'Plan, status and limits of the signed-in landlord',
})

/** What anyone may know before signing up. */
export const offer = endpoint({
  method: 'GET',
  path: '/api/plans',
  access: 'public',
  response: z.object({
    trialDays: z.int(),
    defaultMaxProperties: z.int(),
    /** `test`: cards are simulated here, no money moves. */
    provider: z.enum(providers),
  }),
  summary: 'Length of the trial and who takes card payments; the plans and prices themselves are part of the contracts',
})

export const PlanChoice = z.object({ plan: z.enum(boughtPlans, 'Choose a plan').default('basic'), interval: z.enum(intervals).default('month') })

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
export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/create-subscription',
  access: landlords,
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
export const PlanChangeForm = z.object({ plan: z.enum(boughtPlans, 'Choose a plan'), interval: z.enum(intervals).optional() })
export const previewChange = endpoint({
  method: 'GET',
  path: '/api/subscription/preview',
  access: landlords,
  query: PlanChangeForm,
  response: ChangePreview,
  summary: 'What changing the plan would cost today, line by line',
})
export const changePlan = endpoint({
  method: 'POST',
  path: '/api/subscription/change',
  access: landlords,
  body: PlanChangeForm,
  response: z.object({ subscription: Subscription, payment: PaymentIntent.nullable() }),
  summary: 'Change the plan of a paid subscription, prorated; `payment` when the difference has to be paid first',
})
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/subscription/cancel',
  access: landlords,
  response: Subscription,
  summary: 'End the paid subscription with the period that is paid',
})
export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/api/subscription/resume',
  access: landlords,
  response: Subscription,
  summary: 'Take a cancellation back before the period ends',
})
export const payOpenInvoice = endpoint({
  method: 'POST',
  path: '/api/subscription/pay',
  access: landlords,
  response: PaymentIntent,
  summary: 'Pay what the renewal could not collect',
})
export const resetSubscription = endpoint({
  method: 'POST',
  path: '/api/subscription/reset',
  access: landlords,
  response: Subscription,
  summary: 'Cancel any subscription at once and go back to what the account began with',
})

/** Test mode only: a card number as one would type it. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined. */
export const TestCard = z.object({
  clientSecret: line(200),
  cardNumber: line(30, 'Card number is required').refine((text) => /^[\d ]{12,23}$/.test(text), 'Enter the digits of the card'),
  expiry: line(7, 'Expiry is required').refine((text) => /^(0[1-9]|1[0-2]) ?\/ ?\d\d$/.test(text), 'Enter the expiry as MM/YY'),
  cvc: line(4, 'CVC is required').refine((text) => /^\d{3,4}$/.test(text), 'Enter the 3 or 4 digits on the card'),
})
export const payTestCard = endpoint({
  method: 'POST',
  path: '/api/subscription/test-payment',
  access: landlords,
  body: TestCard,
  response: Subscription,
  summary: 'Test mode only: pay with a simulated card',
})

export const Invoice = z
  .object({
    id,
    number: z.string(),
    status: z.enum(['paid', 'open', 'void', 'uncollectible']),
    description: z.string(),
    amountDue: amount,
    amountPaid: amount,
    periodStart: instant.nullable(),
    periodEnd: instant.nullable(),
    createdAt: instant,
    /** The provider's own page and file; null in test mode. */
    hostedUrl: z.string().nullable(),
    pdfUrl: z.string().nullable(),
  })
  .meta({ id: 'Invoice' })
export type Invoice = z.output<typeof Invoice>
export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/subscription/invoices',
  access: landlords,
  query: pageQuery,
  response: z.array(Invoice),
  paged: true,
  summary: "Invoices of the landlord's subscription",
})

export const stripeWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  access: 'public',
  body: z.unknown(),
  response: z.object({ received: z.literal(true) }),
  idempotent: false,
  summary: 'What Stripe tells; signed by Stripe',
})

// For the administrator.

export const AdminSubscriptionForm = z.object({
  userId: id,
  subscriptionPlan: z.enum([...planIds, 'starter'], 'Choose a plan').transform((plan) => (plan === 'starter' ? 'basic' : plan)),
  subscriptionStatus: z.enum(subscriptionStatuses, 'Choose a status'),
  /** null: unlimited */
  maxProperties: whole(0, 100_000, 'The limit is a whole number from 0 to 100,000').nullable(),
  trialEndDate: optional(instant),
})
export const updateLandlordSubscription = endpoint({
  method: 'POST',
  path: '/api/admin/update-subscription',
  access: admins,
  body: AdminSubscriptionForm,
  response: Subscription,
  summary: "Set a landlord's plan, status and limit",
})
export const ExtendTrialForm = z.object({ userId: id, days: whole(1, 365, 'Extend by 1 to 365 days') })
export const extendTrial = endpoint({
  method: 'POST',
  path: '/api/admin/extend-trial',
  access: admins,
  body: ExtendTrialForm,
  response: Subscription,
  summary: "Lengthen a landlord's trial, from its end or, once over, from now",
})
export const platformSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: admins,
  response: PlatformSettings,
  summary: 'What a new landlord is given',
})
export const changePlatformSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: admins,
  body: PlatformSettings.partial(),
  response: PlatformSettings,
  summary: 'Change what landlords are given who sign up from now on',
})

// For the other services.

/** Starts the trial when the landlord has no subscription yet, so that a landlord created a moment ago can be asked about. */
export const landlordSubscription = endpoint({
  method: 'GET',
  path: '/internal/subscriptions/:landlordId',
  access: 'service',
  response: Subscription,
  summary: 'Subscription of a landlord',
})

export const SubscriptionChanged = event({
  type: 'billing.subscription.changed',
  version: 1,
  subject: 'landlordId',
  data: Subscription,
})

/** What new landlords are given has changed. `settingsId` is always the nil UUID: there is one. */
export const PlatformSettingsChanged = event({
  type: 'billing.settings.changed',
  version: 1,
  subject: 'settingsId',
  data: PlatformSettings.extend({ settingsId: z.uuid() }),
})
