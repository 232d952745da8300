import { boughtPlans, type Interval, intervals } from '@keyhold/contracts/billing/plans'
import type { Stripe } from 'stripe'
import type { StripeSettings } from '../../config.ts'
import type { Choice, ProviderInvoice, ProviderState } from '../provider.ts'

export const lookupKey = ({ plan, interval }: Choice) => `keyhold_${plan}_${interval}`

const choices: Choice[] = boughtPlans.flatMap((plan) => intervals.map((interval) => ({ plan, interval })))

/** The plan of a price: by the configured price ids, by its lookup key or, once that moved to a newer price, by our metadata on it. */
export function choiceOf(price: Stripe.Price, priceIds: StripeSettings['priceIds']): Choice | null {
  return (
    choices.find(({ plan, interval }) => priceIds[`${plan}_${interval}`] === price.id) ??
    choices.find((choice) => lookupKey(choice) === price.lookup_key) ??
    choices.find(
      ({ plan, interval }) => plan === price.metadata.keyhold_plan && interval === price.recurring?.interval,
    ) ??
    null
  )
}

const statuses: Record<string, ProviderState['status']> = {
  incomplete: 'incomplete',
  incomplete_expired: 'abandoned',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  canceled: 'cancelled',
  unpaid: 'unpaid',
  paused: 'unpaid',
}

/** The subscription must be read with `expand` of `client.ts`. */
export function toState(subscription: Stripe.Subscription, priceIds: StripeSettings['priceIds']): ProviderState {
  const [item] = subscription.items.data
  const status = statuses[subscription.status] ?? 'unpaid'
  const choice = item ? choiceOf(item.price, priceIds) : null
  const pendingPrice = subscription.pending_update?.subscription_items?.[0]?.price
  const invoice = subscription.latest_invoice
  return {
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer),
    status,
    plan: choice?.plan ?? null,
    interval: choice?.interval ?? intervalOf(item?.price),
    priceId: item?.price.id ?? null,
    startedAt: toInstant(subscription.start_date),
    paidUntil: paidUntil(subscription, status),
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    credit: creditIn(subscription, status),
    pending: subscription.pending_update ? ((pendingPrice && choiceOf(pendingPrice, priceIds)) ?? {}) : null,
    latestInvoice: invoice && typeof invoice === 'object' ? toInvoice(invoice) : null,
    otherInvoices: [],
  }
}

/** Stripe takes credit off the balance when it finalizes an invoice, and gives it back where that is voided unpaid. */
function creditIn(
  { customer, latest_invoice: invoice, pending_update: pending }: Stripe.Subscription,
  status: ProviderState['status'],
): number {
  const isWaiting = status === 'incomplete' || pending !== null
  const held =
    isWaiting && invoice && typeof invoice === 'object' && invoice.status === 'open' ? creditUsed(invoice) : 0
  return (typeof customer === 'object' ? creditOf(customer) : 0) + held
}

/** A balance below zero is credit, one above zero is owed. */
export const creditOf = (customer: Stripe.Customer | Stripe.DeletedCustomer): number =>
  customer.deleted ? 0 : Math.max(0, -customer.balance)

const creditUsed = ({ starting_balance: before, ending_balance: after, total }: Stripe.Invoice): number =>
  Math.min(Math.max(0, total), Math.max(0, (after ?? before) - before))

function paidUntil(subscription: Stripe.Subscription, status: ProviderState['status']): string | null {
  const [item] = subscription.items.data
  if (status === 'cancelled' || status === 'abandoned') return toInstantOrNull(subscription.ended_at)
  if (status === 'past_due' || status === 'unpaid') return toInstantOrNull(item?.current_period_start)
  return toInstantOrNull(subscription.cancel_at ?? item?.current_period_end)
}

export function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const lines = invoice.lines.data
  const description = lines.flatMap((line) => (line.description ? [line.description] : [])).join('; ')
  return {
    id: invoice.id,
    number: invoice.number ?? invoice.id,
    status: (invoice.status ?? 'draft') as ProviderInvoice['status'],
    description: description.slice(0, 500) || 'Subscription',
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    creditApplied: creditUsed(invoice),
    creditAdded: Math.max(0, -invoice.total),
    periodStart: toInstantOrNull(
      lines.length ? Math.min(...lines.map(({ period }) => period.start)) : invoice.period_start,
    ),
    periodEnd: toInstantOrNull(lines.length ? Math.max(...lines.map(({ period }) => period.end)) : invoice.period_end),
    createdAt: toInstant(invoice.created),
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    clientSecret: (invoice.status === 'open' && invoice.confirmation_secret?.client_secret) || null,
  }
}

export const idOf = (reference: string | { id: string }) => (typeof reference === 'string' ? reference : reference.id)
export const toInstant = (seconds: number) => new Date(seconds * 1000).toISOString()
const toInstantOrNull = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? toInstant(seconds) : null
const intervalOf = (price: Stripe.Price | undefined): Interval | null =>
  intervals.find((interval) => interval === price?.recurring?.interval) ?? null
