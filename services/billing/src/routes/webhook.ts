import { stripeWebhook } from '@keyhold/contracts/billing/webhooks'
import type { Log } from '@keyhold/kit/runtime/log'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { eq, or } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { applyState } from '../domain/apply-state.ts'
import type { BillingContext } from '../domain/context.ts'
import { isUnbought, upsertInvoices } from '../domain/invoices.ts'
import { queryProvider } from '../domain/query-provider.ts'
import { webhookAttempts } from '../limits.ts'
import { type EventSubject, subjectOf } from '../providers/stripe/event-subject.ts'
import type { StripeProvider } from '../providers/stripe/stripe.ts'
import { providerEvents, subscriptions } from '../schema.ts'

const received = { received: true } as const

/**
 * An event only says which objects changed: they are read from Stripe as they are now, so that events may arrive in any order. The event's
 * id is stored in the transaction of its effect; Stripe sends an event again whose handling failed.
 */
export const webhookRoutes = (context: BillingContext, stripe: StripeProvider | null): Route[] => [
  serve(stripeWebhook, async ({ request, clock, log }) => {
    if (!stripe) return notFound('Page')
    const event = await stripe.readEvent(request.text, request.header('stripe-signature'), clock.now())
    const subject = subjectOf(event)
    if (!subject) return received
    const landlordId = await landlordOf(context, subject, log, event)
    if (!landlordId || (await isHandled(context, landlordId, event.id))) return received
    // An answer that overtook this one may be about another subscription, so a stale answer is asked for again.
    for (let attempt = 0; attempt < webhookAttempts; attempt++)
      if (await handleEvent(context, stripe, { landlordId, subject, event })) return received
    return refuse('unavailable', 'Too many events about this customer at once. Please send it again.', {
      retryAfter: 5,
    })
  }),
]

interface Handling {
  landlordId: string
  subject: EventSubject
  event: Stripe.Event
}

/** False when the answer was stale, and nothing is stored. */
async function handleEvent(
  context: BillingContext,
  stripe: StripeProvider,
  { landlordId, subject: { subscriptionId, invoiceId }, event }: Handling,
): Promise<boolean> {
  const { ticket, answer } = await queryProvider(context, landlordId, async () => ({
    state: subscriptionId ? await stripe.findSubscription({ landlordId, subscriptionId }) : null,
    invoice: invoiceId
      ? await stripe.findInvoice({ landlordId, subscriptionId: subscriptionId ?? '' }, invoiceId)
      : null,
  }))
  return context.db.transaction(serviceActor('billing', landlordId), async (tx) => {
    const isBought = answer.state === null || !isUnbought(answer.state)
    if (answer.invoice && isBought) await upsertInvoices(tx, { landlordId, ticket, answered: [answer.invoice] })
    if (answer.state && (await applyState(tx, { landlordId, ticket, state: answer.state }, context)).isStale)
      return false
    await tx
      .insert(providerEvents)
      .values({ landlordId, eventId: event.id, type: event.type, createdAt: context.clock.now().toISOString() })
      .onConflictDoNothing()
    return true
  })
}

async function landlordOf(
  { db }: BillingContext,
  subject: EventSubject,
  log: Log,
  event: Stripe.Event,
): Promise<string | null> {
  const { landlordId, stripeCustomerId } = subscriptions
  const rows = await db.adminTransaction('Stripe identifies landlords by its own ids', (tx) =>
    tx
      .select({ landlordId })
      .from(subscriptions)
      .where(
        or(
          eq(stripeCustomerId, subject.customerId),
          subject.landlordId === null ? undefined : eq(landlordId, subject.landlordId),
        ),
      ),
  )
  const [row, other] = rows
  const fields = { eventId: event.id, type: event.type, customerId: subject.customerId }
  if (!row) log.warn(fields, 'a Stripe event for an unknown customer')
  // Customer and metadata must name the same landlord; else somebody wrote our metadata on an object that we did not create.
  if (other) log.error(fields, 'a Stripe event that names two landlords')
  return row && !other ? row.landlordId : null
}

async function isHandled({ db }: BillingContext, landlordId: string, eventId: string): Promise<boolean> {
  const rows = await db.read(
    serviceActor('billing', landlordId),
    (sql) =>
      sql<
        { eventId: string }[]
      >`select event_id from provider_events where landlord_id = ${landlordId} and event_id = ${eventId}`,
  )
  return rows.length > 0
}
