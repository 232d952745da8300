import { endpoint } from './endpoint.ts'
import { event } from './event.ts'
import { landlords, type Role } from './roles.ts'
import { id, instant } from './scalars.ts'
import { z } from './zod.ts'

export const planIds = ['free', 'basic', 'professional', 'enterprise'] as const
export type PlanId = (typeof planIds)[number]

/** Plans and prices, in one place for the page, the caps and the provider. `maxProperties` null is unlimited. */
export const plans = [
  {
    id: 'basic',
    name: 'Basic',
    marketingName: 'Starter',
    monthly: 29,
    yearly: 299,
    maxProperties: 5,
    popular: false,
    features: ['Up to 5 properties', '2GB document storage', 'Email support'],
  },
  {
    id: 'professional',
    name: 'Professional',
    marketingName: 'Professional',
    monthly: 79,
    yearly: 799,
    maxProperties: 25,
    popular: true,
    features: [
      'Up to 25 properties',
      'AI tenant screening',
      'AI chat assistant',
      'Market pricing insights',
      'Advanced reporting',
      '500 SMS per month',
    ],
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    marketingName: 'Enterprise',
    monthly: 199,
    yearly: 1999,
    maxProperties: null,
    popular: false,
    features: [
      'Unlimited properties',
      'Multi-tenant database isolation',
      'Custom tenant portals',
      'White-label options',
      'Unlimited SMS',
      'Dedicated account manager',
    ],
  },
] as const satisfies readonly {
  id: PlanId
  name: string
  marketingName: string
  monthly: number
  yearly: number
  maxProperties: number | null
  popular: boolean
  features: readonly string[]
}[]

export const trialDays = 14
export const defaultMaxProperties = 5

export const subscriptionStatuses = ['trial', 'active', 'expired', 'cancelled'] as const

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
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.output<typeof Subscription>

/** What a new account starts with: a landlord the trial, counted from the instant `from` in days of 24 hours; a super admin has no limit. */
export function startingSubscription(role: Exclude<Role, 'tenant'>, from: string): Omit<Subscription, 'landlordId'> {
  if (role === 'super_admin') return { plan: 'enterprise', status: 'active', maxProperties: null, trialStartDate: null, trialEndDate: null }
  const trialEndDate = new Date(new Date(from).getTime() + trialDays * 24 * 60 * 60 * 1000).toISOString()
  return { plan: 'basic', status: 'trial', maxProperties: defaultMaxProperties, trialStartDate: from, trialEndDate }
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
