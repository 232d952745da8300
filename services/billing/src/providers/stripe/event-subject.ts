import type { Stripe } from 'stripe'
import { idOf } from './state.ts'

/** The objects that a webhook event is about. */
export interface EventSubject {
  customerId: string
  subscriptionId: string | null
  invoiceId: string | null
  /** From our metadata on the subscription, which may be paid before we have stored its customer. */
  landlordId: string | null
}

/** Null for an event that is not about a subscription or an invoice of a customer. */
export function subjectOf(event: Stripe.Event): EventSubject | null {
  const object = event.data.object as unknown as Record<string, unknown>
  if (typeof object.id !== 'string' || !isReference(object.customer)) return null
  const customerId = idOf(object.customer)
  if (event.type.startsWith('customer.subscription.'))
    return { customerId, subscriptionId: object.id, invoiceId: null, landlordId: landlordIdIn(object.metadata) }
  if (!event.type.startsWith('invoice.')) return null
  const details = (object.parent as Stripe.Invoice['parent'] | undefined)?.subscription_details
  // Webhook endpoints set to an older API version have it at the top level.
  const subscription = details?.subscription ?? object.subscription
  return {
    customerId,
    subscriptionId: isReference(subscription) ? idOf(subscription) : null,
    invoiceId: object.id,
    landlordId: landlordIdIn(details?.metadata),
  }
}

function landlordIdIn(metadata: unknown): string | null {
  const value = (metadata as Record<string, unknown> | null | undefined)?.landlordId
  return typeof value === 'string' && /^[\da-f-]{36}$/.test(value) ? value : null
}

const isReference = (value: unknown): value is string | { id: string } =>
  typeof value === 'string' ||
  (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string')
