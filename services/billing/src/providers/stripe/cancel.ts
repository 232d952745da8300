import type { Stripe } from 'stripe'
import { isLive, type ProviderState } from '../provider.ts'
import { expand, findSubscription, getSubscription, type StripeContext } from './client.ts'
import { isRefused } from './errors.ts'

/** Cancels with the end of the paid period, or undoes that. */
export async function setCancelAtPeriodEnd(context: StripeContext, id: string, value: boolean): Promise<ProviderState> {
  const stripe = await context.client()
  const { cancel_at } = await getSubscription(context, id)
  // A date set in Stripe's dashboard has to be cleared by itself.
  const hasEndDate = !value && cancel_at !== null
  const updated = await stripe.subscriptions.update(id, {
    ...(hasEndDate ? { cancel_at: '' as const } : { cancel_at_period_end: value }),
    expand,
  })
  return context.toState(updated)
}

/** Cancels at once, with the invoice that is still open. */
export async function cancelNow(context: StripeContext, id: string): Promise<void> {
  const subscription = await findSubscription(context, id)
  if (!subscription || subscription.ended_at !== null) return
  const stripe = await context.client()
  await voidInvoice(stripe, subscription.latest_invoice)
  await cancel(stripe, id)
}

/** Makes sure that an unpaid subscription can no longer be paid. Returns its state if it was paid before that. */
export async function cancelUnpaid(context: StripeContext, id: string): Promise<ProviderState | null> {
  const subscription = await findSubscription(context, id)
  if (!subscription) return null
  if (subscription.status !== 'incomplete') {
    const state = context.toState(subscription)
    return isLive(state) ? state : null
  }
  const stripe = await context.client()
  if (!(await voidInvoice(stripe, subscription.latest_invoice)))
    return context.toState(await getSubscription(context, id))
  await cancel(stripe, id)
  return null
}

/** An open invoice can be paid until it is void. False when it was paid before that. */
export async function voidInvoice(stripe: Stripe, invoice: Stripe.Subscription['latest_invoice']): Promise<boolean> {
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return true
  return stripe.invoices.voidInvoice(invoice.id).then(
    () => true,
    (error: unknown) => {
      if (isRefused(error)) return false
      throw error
    },
  )
}

async function cancel(stripe: Stripe, id: string): Promise<void> {
  await stripe.subscriptions.cancel(id).catch((error: unknown) => {
    if (!isRefused(error)) throw error // It has ended already.
  })
}
