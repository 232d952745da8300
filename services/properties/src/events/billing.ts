import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import { projectEvents } from '@keyhold/kit/messaging/projection'
import { caps } from '../projections/subscriptions.ts'

export const billingEvents = projectEvents(caps, [SubscriptionChanged])
