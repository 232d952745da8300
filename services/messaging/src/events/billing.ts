import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import { projectEvents } from '@keyhold/kit/messaging/projection'
import { senderPlans } from '../projections/recipients.ts'

export const billingEvents = projectEvents(senderPlans, [SubscriptionChanged])
