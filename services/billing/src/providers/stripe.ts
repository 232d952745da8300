import { createHash } from 'node:crypto'
import { refuse } from '@keyhold/kit/http/problem'
import type { Stripe } from 'stripe'
import type { StripeSettings } from '../config.ts'
import { isLive, type Order, priceOf, type Provider } from './provider.ts'
import { isMissing, isRefused, reach } from './stripe-errors.ts'
import { stripePrices } from './stripe-prices.ts'
import { at, invoiceOf, stateOf } from './stripe-state.ts'

/** What the SDK's types speak; said in every request, whatever the account's own version is. */
const apiVersion = '2026-10-28.endive'
const expand = ['latest_invoice.confirmation_secret']

export interface StripeProvider extends Provider {
  /** The event, if Stripe signed this very text within the last five minutes. @throws Refusal 403 otherwise */
  readEvent(text: string, signature: string | undefined, now: Date): Promise<Stripe.Event>
}

/** Stripe, behind its SDK; which is loaded with the first use, since few processes have it configured. */
export function connectStripe(settings: StripeSettings): StripeProvider {
  let opened: Promise<Stripe> | undefined
  const client = () => (opened ??= openClient(settings))
  const priceIdOf = stripePrices(client, settings.priceIds)
  const read = (subscription: Stripe.Subscription) => stateOf(subscription, settings.priceIds)

  /** Null when Stripe knows none. */
  async function find(id: string): Promise<Stripe.Subscription | null> {
    const stripe = await client()
    return stripe.subscriptions.retrieve(id, { expand }).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
  }

  async function must(id: string): Promise<Stripe.Subscription> {
    return (
      (await find(id)) ??
      refuse('not-subscribed', 'Your subscription was not found at our card payment provider. Please choose a plan.')
    )
  }

  /** An open invoice can be paid until it is void; false when it was paid before that. */
  async function voidInvoice(invoice: Stripe.Subscription['latest_invoice']): Promise<boolean> {
    if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return true
    const stripe = await client()
    return stripe.invoices.voidInvoice(invoice.id).then(
      () => true,
      (error: unknown) => {
        if (isRefused(error)) return false
        throw error
      },
    )
  }

  async function cancel(id: string): Promise<void> {
    const stripe = await client()
    await stripe.subscriptions.cancel(id).catch((error: unknown) => {
      if (!isRefused(error)) throw error // it had ended
    })
  }

  async function begin(order: Order): Promise<Stripe.Subscription> {
    const { checkoutId, landlord } = order
    const stripe = await client()
    const price = await priceIdOf(order)
    // The same key with other contents is an error at Stripe: so what may change is part of the key.
    const person = createHash('sha256').update(`${landlord.email}\n${landlord.name}`).digest('hex').slice(0, 16)
    const customer =
      order.customerId ??
      (
        await stripe.customers.create(
          { email: landlord.email, name: landlord.name, metadata: { landlordId: landlord.id } },
          { idempotencyKey: `keyhold-customer-${checkoutId}-${person}` },
        )
      ).id
    try {
      return await stripe.subscriptions.create(
        {
          customer,
          items: [{ price }],
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
          metadata: { landlordId: landlord.id, checkoutId },
          expand,
        },
        { idempotencyKey: `keyhold-subscription-${checkoutId}-${customer}-${price}` },
      )
    } catch (error) {
      // Deleted at Stripe, or made with another account's key.
      if (order.customerId && isMissing(error, 'customer')) return begin({ ...order, customerId: null })
      throw error
    }
  }

  return {
    name: 'stripe',
    publishableKey: settings.publishableKey,
    begin: (order) => reach(async () => read(await begin(order))),
    look: ({ subscriptionId }) => reach(() => find(subscriptionId).then((found) => found && read(found))),

    preview: ({ subscriptionId }, choice) =>
      reach(async () => {
        const stripe = await client()
        const [subscription, price] = [await must(subscriptionId), await priceIdOf(choice)]
        const item = subscription.items.data[0]!
        const renewal = { renewalAmount: priceOf(choice), renewsAt: at(item.current_period_end) }
        if (item.price.id === price) return { lines: [], amountDue: 0, ...renewal }
        const invoice = await stripe.invoices.createPreview({
          subscription: subscriptionId,
          subscription_details: { items: [{ id: item.id, price }], proration_behavior: 'always_invoice' },
        })
        const isSameInterval = item.price.recurring?.interval === choice.interval
        // What the next renewal costs is not due now.
        const due = invoice.lines.data.filter((line) => !isSameInterval || isProration(line))
        const lines = due.map(({ description, amount }) => ({ description: description ?? 'Subscription', amount }))
        const sum = lines.reduce((cents, { amount }) => cents + amount, 0)
        const credit = Math.min(Math.max(0, sum), Math.max(0, -invoice.starting_balance))
        if (credit > 0) lines.push({ description: 'Credit from earlier changes', amount: -credit })
        if (!isSameInterval) renewal.renewsAt = at(Math.max(...due.map(({ period }) => period.end)))
        return { lines, amountDue: sum - credit, ...renewal }
      }),

    change: ({ subscriptionId }, choice) =>
      reach(async () => {
        const stripe = await client()
        const [before, price] = [await must(subscriptionId), await priceIdOf(choice)]
        const waiting = before.pending_update?.subscription_items?.[0]?.price.id
        if (waiting === price) return read(before)
        // A change that waits for its payment is given up by voiding its invoice; if that was paid meanwhile, it is no longer what waits.
        if (before.pending_update && !(await voidInvoice(before.latest_invoice)))
          return read(await must(subscriptionId))
        const item = before.items.data[0]!
        if (item.price.id === price) return read(before.pending_update ? await must(subscriptionId) : before)
        const invoice = before.latest_invoice
        const updated = await stripe.subscriptions.update(
          subscriptionId,
          {
            items: [{ id: item.id, price }],
            proration_behavior: 'always_invoice',
            payment_behavior: 'pending_if_incomplete',
            expand,
          },
          // Two clicks on the same state are one change; the next state has another latest invoice.
          {
            idempotencyKey: `keyhold-change-${subscriptionId}-${typeof invoice === 'string' ? invoice : invoice?.id}-${item.price.id}-${price}`,
          },
        )
        return read(updated)
      }),

    setCancelAtPeriodEnd: ({ subscriptionId }, value) =>
      reach(async () => {
        const stripe = await client()
        const { cancel_at } = await must(subscriptionId)
        const isDated = !value && cancel_at !== null
        return read(
          await stripe.subscriptions.update(subscriptionId, {
            ...(isDated ? { cancel_at: '' as const } : { cancel_at_period_end: value }),
            expand,
          }),
        )
      }),

    end: ({ subscriptionId }) =>
      reach(async () => {
        const subscription = await find(subscriptionId)
        if (!subscription || subscription.ended_at !== null) return
        await voidInvoice(subscription.latest_invoice)
        await cancel(subscriptionId)
      }),

    abandon: ({ subscriptionId }) =>
      reach(async () => {
        const subscription = await find(subscriptionId)
        if (!subscription) return null
        if (subscription.status !== 'incomplete') return isLive(read(subscription)) ? read(subscription) : null
        if (!(await voidInvoice(subscription.latest_invoice))) return read(await must(subscriptionId))
        await cancel(subscriptionId)
        return null
      }),

    invoice: (_ref, invoiceId) =>
      reach(async () => {
        const stripe = await client()
        return stripe.invoices.retrieve(invoiceId).then(invoiceOf, (error: unknown) => {
          if (isMissing(error)) return null
          throw error
        })
      }),

    async readEvent(text, signature, now) {
      const stripe = await client()
      try {
        return await stripe.webhooks.constructEventAsync(
          text,
          signature ?? '',
          settings.webhookSecret,
          undefined,
          undefined,
          now.getTime(),
        )
      } catch (error) {
        return refuse('invalid-signature', 'The signature of this webhook is not valid.', { cause: error })
      }
    },
  }
}

function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  return (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration ?? false
}

async function openClient({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const url = apiUrl === undefined ? undefined : new URL(apiUrl)
  return new StripeClient(secretKey, {
    apiVersion,
    // A person waits: the gateway gives up after twenty seconds.
    timeout: 8_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'http:' ? 80 : 443),
      protocol: url.protocol === 'http:' ? 'http' : 'https',
    }),
  })
}
