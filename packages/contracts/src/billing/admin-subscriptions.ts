import * as routes from './admin-subscriptions.routes.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant, optional, whole } from '../scalars.ts'
import { z } from '../zod.ts'
import { planIds } from './plans.ts'
import { propertyLimit } from './platform-settings.ts'
import { Subscription, subscriptionStatuses } from './subscriptions.ts'

// For the administrator.
export const viewLandlordSubscription = endpoint(routes.viewLandlordSubscription, {
  query: z.object({ userId: id }),
  response: Subscription,
  summary: "A landlord's subscription, with the credit on the account",
})

export const AdminSubscriptionForm = z.object({
  userId: id,
  subscriptionPlan: z
    .enum([...planIds, 'starter'], 'Choose a plan')
    .transform((plan) => (plan === 'starter' ? 'basic' : plan)),
  subscriptionStatus: z.enum(subscriptionStatuses, 'Choose a status'),
  /** null: unlimited */
  maxProperties: propertyLimit.nullable(),
  trialEndDate: optional(instant),
})

export const updateLandlordSubscription = endpoint(routes.updateLandlordSubscription, {
  body: AdminSubscriptionForm,
  response: Subscription,
  summary: "Set a landlord's plan, status and limit",
})

export const ExtendTrialForm = z.object({ userId: id, days: whole(1, 365, 'Extend by 1 to 365 days') })

export const extendTrial = endpoint(routes.extendTrial, {
  body: ExtendTrialForm,
  response: Subscription,
  summary: "Extend a landlord's trial from its end, or from now once it is over",
})
