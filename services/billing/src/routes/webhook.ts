import { stripeWebhook } from '@keyhold/contracts/billing/webhooks'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Log } from '@keyhold/kit/runtime/log'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { eq, or } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { ask, type Desk, keepInvoices, take } from '../domain/apply-answer.ts'
import type { StripeProvider } from '../providers/stripe.ts'
import { idOf } from '../providers/stripe-state.ts'
import { providerEvents, subscriptions } from '../schema.ts'

const received = { received: true } as const
const triesAtMost = 5

/**
 * What Stripe tells is a nudge: the objects it names are asked for as they are now, so that events may come in any order. The note that an
 * event is done commits with its effect; one that fails on the way is told again by Stripe.
 */
export const webhookRoutes = (desk: Desk, stripe: StripeProvider | null): Route[] => [
  serve(stripeWebhook, async ({ request, clock, log }) => {
    if (!stripe) return notFound('Page')
    const event = await stripe.readEvent(request.text, request.header('stripe-signature'), clock.now())
    const named = namedBy(event)
    if (!named) return received
    const landlordId = await landlordOf(desk, named, log, event)
    if (!landlordId || (await isKnown(desk, landlordId, event.id))) return received

    for (let tries = 0; tries < triesAtMost; tries++) {
      const { ticket, answer } = await ask(desk, landlordId, async () => ({
        state: named.subscriptionId ? await stripe.look({ landlordId, subscriptionId: named.subscriptionId }) : null,
        invoice: named.invoiceId
          ? await stripe.invoice({ landlordId, subscriptionId: named.subscriptionId ?? '' }, named.invoiceId)
          : null,
      }))
      const isDone = await desk.db.transaction(serviceActor('billing', landlordId), async (tx) => {
        if (answer.invoice) await keepInvoices(tx, { landlordId, ticket, invoices: [answer.invoice] })
        // What overtook it may have been about another subscription: asked again, nothing is lost.
        if (answer.state && (await take(tx, { landlordId, ticket, state: answer.state }, desk)).isStale) return false
        await tx
          .insert(providerEvents)
          .values({ landlordId, eventId: event.id, type: event.type, createdAt: clock.now().toISOString() })
          .onConflictDoNothing()
        return true
      })
      if (isDone) return received
    }
    return refuse('unavailable', 'Too much is told of this customer at once. Please tell it again.', { retryAfter: 5 })
  }),
]

interface Named {
  customerId: string
  subscriptionId: string | null
  invoiceId: string | null
  /** As we wrote it on the subscription: it may be paid before our own note of the customer. */
  landlordId: string | null
}

/** Which of our objects an event is about; null for one that says nothing to us. */
function namedBy(event: Stripe.Event): Named | null {
  const object = event.data.object as unknown as Record<string, unknown>
  if (typeof object.id !== 'string' || !isReference(object.customer)) return null
  const customerId = idOf(object.customer)
  const landlordId = (metadata: unknown) => {
    const value = (metadata as Record<string, unknown> | null | undefined)?.landlordId
    return typeof value === 'string' && /^[\da-f-]{36}$/.test(value) ? value : null
  }
  if (event.type.startsWith('customer.subscription.'))
    return { customerId, subscriptionId: object.id, invoiceId: null, landlordId: landlordId(object.metadata) }
  if (!event.type.startsWith('invoice.')) return null
  const details = (object.parent as Stripe.Invoice['parent'] | undefined)?.subscription_details
  // Endpoints set to an older API version say it at the top.
  const subscription = details?.subscription ?? object.subscription
  return {
    customerId,
    subscriptionId: isReference(subscription) ? idOf(subscription) : null,
    invoiceId: object.id,
    landlordId: landlordId(details?.metadata),
  }
}

const isReference = (value: unknown): value is string | { id: string } =>
  typeof value === 'string' ||
  (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string')

async function landlordOf({ db }: Desk, named: Named, log: Log, event: Stripe.Event): Promise<string | null> {
  const { landlordId, stripeCustomerId } = subscriptions
  const rows = await db.adminTransaction('Stripe knows landlords by its own ids', (tx) =>
    tx
      .select({ landlordId })
      .from(subscriptions)
      .where(
        or(
          eq(stripeCustomerId, named.customerId),
          named.landlordId === null ? undefined : eq(landlordId, named.landlordId),
        ),
      ),
  )
  const [row, other] = rows
  const line = { eventId: event.id, type: event.type, customerId: named.customerId }
  if (!row) log.warn(line, 'an event of a customer who is none of ours')
  // Both ways lead to the same landlord, or somebody wrote our marks on what we did not make.
  if (other) log.error(line, "an event that names one landlord and another one's customer")
  return row && !other ? row.landlordId : null
}

async function isKnown({ db }: Desk, landlordId: string, eventId: string): Promise<boolean> {
  const rows = await db.read(
    serviceActor('billing', landlordId),
    (sql) =>
      sql<
        { eventId: string }[]
      >`select event_id from provider_events where landlord_id = ${landlordId} and event_id = ${eventId}`,
  )
  return rows.length > 0
}
