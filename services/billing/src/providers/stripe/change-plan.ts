import type { Stripe } from 'stripe'
import { type Choice, type Preview, priceOf, type ProviderState } from '../provider.ts'
import { expand, getSubscription, type StripeContext } from './client.ts'
import { toInstant } from './state.ts'
import { voidInvoice } from './cancel.ts'

/** What the change would cost now, line by line, as Stripe computes it. */
export async function previewChange(context: StripeContext, id: string, choice: Choice): Promise<Preview> {
  const stripe = await context.client()
  const subscription = await getSubscription(context, id)
  const price = await context.priceIdOf(choice)
  const item = subscription.items.data[0]!
  const renewal = { renewalAmount: priceOf(choice), renewsAt: toInstant(item.current_period_end) }
  if (item.price.id === price) return { lines: [], amountDue: 0, ...renewal }
  const invoice = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: { items: [{ id: item.id, price }], proration_behavior: 'always_invoice' },
  })
  const isSameInterval = item.price.recurring?.interval === choice.interval
  // The preview also lists the next renewal, which is not due now.
  const due = invoice.lines.data.filter((line) => !isSameInterval || isProration(line))
  const lines = due.map(({ description, amount }) => ({ description: description ?? 'Subscription', amount }))
  const sum = lines.reduce((cents, { amount }) => cents + amount, 0)
  const credit = Math.min(Math.max(0, sum), Math.max(0, -invoice.starting_balance))
  if (credit > 0) lines.push({ description: 'Credit applied', amount: -credit })
  if (!isSameInterval) renewal.renewsAt = toInstant(Math.max(...due.map(({ period }) => period.end)))
  return { lines, amountDue: sum - credit, ...renewal }
}

/** Changes the plan, prorated; the old plan holds until a payment that is needed for it is made. */
export async function changePlan(context: StripeContext, id: string, choice: Choice): Promise<ProviderState> {
  const stripe = await context.client()
  const before = await getSubscription(context, id)
  const price = await context.priceIdOf(choice)
  const pendingPrice = before.pending_update?.subscription_items?.[0]?.price.id
  if (pendingPrice === price) return context.toState(before)
  // Voiding its invoice drops a pending change. If the invoice was paid in the meantime, the change is no longer pending.
  if (before.pending_update && !(await voidInvoice(stripe, before.latest_invoice)))
    return context.toState(await getSubscription(context, id))
  const item = before.items.data[0]!
  if (item.price.id === price)
    return context.toState(before.pending_update ? await getSubscription(context, id) : before)
  const invoice = before.latest_invoice
  const updated = await stripe.subscriptions.update(
    id,
    {
      items: [{ id: item.id, price }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand,
    },
    // Two clicks on the same state are one change; each change makes a new latest invoice.
    {
      idempotencyKey: `keyhold-change-${id}-${typeof invoice === 'string' ? invoice : invoice?.id}-${item.price.id}-${price}`,
    },
  )
  return context.toState(updated)
}

function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  return (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration ?? false
}
