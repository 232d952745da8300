import type { Interval } from '@keyhold/contracts/billing/plans'
import { afterPeriods } from '../../domain/periods.ts'
import {
  type FakeInvoice,
  type FakeItem,
  type FakePrice,
  type FakeSubscription,
  type Json,
  StripeRefusal,
} from './objects.ts'
import { get, sendInvoiceEvent, sendSubscriptionEvent, type Store } from './store.ts'

/** The end of the `count`th period from an instant, both in seconds. */
export const periodEnd = (from: number, interval: Interval, count: number) =>
  Math.floor(new Date(afterPeriods(new Date(from * 1000).toISOString(), interval, count)).getTime() / 1000)

interface Bill {
  lines: Json[]
  reason: string
  status: 'open' | 'paid'
}

/** Makes an invoice the subscription's latest one, and finalizes it: the customer's balance counts, and an amount of nothing is paid at once. */
export function createInvoice(
  store: Store,
  subscription: FakeSubscription,
  { lines, reason, status }: Bill,
): FakeInvoice {
  const total = totalOf(lines)
  const customer = get('customer', store.customers, subscription.customer)
  const starting_balance = customer.balance
  const due = Math.max(0, total + starting_balance)
  customer.balance = Math.min(0, total + starting_balance)
  const id = store.newId('in')
  const now = store.now()
  const invoice: FakeInvoice = {
    id,
    object: 'invoice',
    number: `FAKE-${id.slice(-8)}`,
    billing_reason: reason,
    status: due === 0 ? 'paid' : status,
    customer: subscription.customer,
    subscription: subscription.id,
    amount_due: due,
    amount_paid: due === 0 || status === 'open' ? 0 : due,
    total,
    starting_balance,
    ending_balance: customer.balance,
    created: now,
    period_start: now,
    period_end: now,
    lines: { object: 'list', data: lines },
    hosted_invoice_url: `https://invoice.stripe.test/${id}`,
    invoice_pdf: `https://invoice.stripe.test/${id}/pdf`,
    secret: `pi_${id}_secret_${id.slice(-8)}`,
  }
  store.invoices.set(id, invoice)
  subscription.latest_invoice = id
  sendInvoiceEvent(store, 'finalized', invoice)
  if (invoice.status === 'paid') sendInvoiceEvent(store, 'paid', invoice)
  return invoice
}

export const totalOf = (lines: Json[]) => lines.reduce((sum, { amount }) => sum + Number(amount), 0)

export const line = (
  description: string,
  amount: number,
  [start, end]: [number, number],
  { proration }: { proration: boolean },
): Json => ({
  object: 'line_item',
  description,
  amount,
  period: { start, end },
  parent: { type: 'subscription_item_details', subscription_item_details: { proration } },
})

/** The lines of a plan change, prorated by the second, and the item that results. */
export function prorate({ items }: FakeSubscription, price: FakePrice, now: number): { lines: Json[]; item: FakeItem } {
  const [item] = items.data
  const [start, end] = [item.current_period_start, item.current_period_end]
  const share = (end - now) / (end - start)
  const refund = line('Unused time', -Math.round(item.price.unit_amount * share), [now, end], { proration: true })
  if (item.price.recurring.interval === price.recurring.interval)
    return {
      lines: [refund, line('Remaining time', Math.round(price.unit_amount * share), [now, end], { proration: true })],
      item: { ...item, price },
    }
  const nextEnd = periodEnd(now, price.recurring.interval, 1)
  return {
    lines: [refund, line('New period', price.unit_amount, [now, nextEnd], { proration: false })],
    item: { ...item, price, current_period_start: now, current_period_end: nextEnd },
  }
}

/** Marks the invoice paid, with what follows from that for its subscription. */
export function payInvoice(store: Store, invoice: FakeInvoice): void {
  const subscription = get('subscription', store.subscriptions, invoice.subscription)
  Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due })
  if (subscription.pending_update && subscription.latest_invoice === invoice.id) {
    subscription.items.data = [subscription.pending_update.subscription_items[0]!]
    subscription.pending_update = null
  }
  if (['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) subscription.status = 'active'
  subscription.pays = true
  sendInvoiceEvent(store, 'paid', invoice)
  sendSubscriptionEvent(store, 'updated', subscription)
}

/** @throws StripeRefusal unless it is open */
export function voidInvoice(store: Store, id: string): FakeInvoice {
  const invoice = get('invoice', store.invoices, id)
  if (invoice.status !== 'open')
    throw new StripeRefusal(400, { message: `You can only pass in open invoices. This invoice isn't open.` })
  invoice.status = 'void'
  get('customer', store.customers, invoice.customer).balance -= invoice.ending_balance - invoice.starting_balance
  const subscription = get('subscription', store.subscriptions, invoice.subscription)
  if (subscription.status === 'incomplete')
    Object.assign(subscription, { status: 'incomplete_expired', ended_at: store.now() })
  subscription.pending_update = null
  sendInvoiceEvent(store, 'voided', invoice)
  sendSubscriptionEvent(store, 'updated', subscription)
  return invoice
}
