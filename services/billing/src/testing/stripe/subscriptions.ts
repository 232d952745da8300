import { type Form, formOf, listOf, textOf } from './form.ts'
import { createInvoice, line, periodEnd, prorate, totalOf } from './invoices.ts'
import type { FakeItem, FakeSubscription, Json } from './objects.ts'
import { get, refuseMissing, sendInvoiceEvent, sendSubscriptionEvent, type Store } from './store.ts'

const changePaymentSeconds = 23 * 3600

export function createSubscription(store: Store, form: Form): FakeSubscription {
  get('customer', store.customers, textOf(form.customer) ?? '', 'customer')
  const price = get('price', store.prices, textOf(formOf(listOf(form.items)[0]).price) ?? '', 'items[0][price]')
  const start = store.now()
  const item: FakeItem = {
    id: store.newId('si'),
    price,
    current_period_start: start,
    current_period_end: periodEnd(start, price.recurring.interval, 1),
  }
  const subscription: FakeSubscription = {
    id: store.newId('sub'),
    object: 'subscription',
    customer: textOf(form.customer)!,
    status: 'incomplete',
    start_date: start,
    created: start,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    pending_update: null,
    latest_invoice: '',
    metadata: formOf(form.metadata),
    items: { object: 'list', data: [item] },
    pays: true,
    anchor: { at: start, count: 1 },
  }
  store.subscriptions.set(subscription.id, subscription)
  const invoice = createInvoice(store, subscription, {
    lines: [line('1 × plan', price.unit_amount, [start, item.current_period_end], { proration: false })],
    reason: 'subscription_create',
    status: 'open',
  })
  // With nothing to pay it is active at once, and no card is asked for.
  if (invoice.status === 'paid') Object.assign(subscription, { status: 'active', pays: false })
  sendSubscriptionEvent(store, 'created', subscription)
  return subscription
}

export function updateSubscription(store: Store, id: string, form: Form): FakeSubscription {
  const subscription = getRunning(store, id)
  const flag = textOf(form.cancel_at_period_end)
  if (flag !== undefined) subscription.cancel_at_period_end = flag === 'true'
  const [next] = listOf(form.items)
  if (next !== undefined) changePrice(store, subscription, textOf(formOf(next).price) ?? '')
  sendSubscriptionEvent(store, 'updated', subscription)
  return subscription
}

function changePrice(store: Store, subscription: FakeSubscription, priceId: string): void {
  const price = get('price', store.prices, priceId, 'items[0][price]')
  const { lines, item } = prorate(subscription, price, store.now())
  const status = subscription.pays ? 'paid' : 'open'
  const invoice = createInvoice(store, subscription, { lines, reason: 'subscription_update', status })
  if (invoice.status === 'open') {
    const expires_at = store.now() + changePaymentSeconds
    subscription.pending_update = { subscription_items: [item], expires_at }
    return
  }
  if (item.current_period_start !== subscription.items.data[0].current_period_start)
    subscription.anchor = { at: item.current_period_start, count: 1 }
  subscription.items.data = [item]
}

export function cancelSubscription(store: Store, id: string): FakeSubscription {
  const subscription = getRunning(store, id)
  Object.assign(subscription, { status: 'canceled', ended_at: store.now() })
  sendSubscriptionEvent(store, 'deleted', subscription)
  return subscription
}

/** Starts the next period, or ends the subscription. The saved card pays for it or fails. */
export function renew(store: Store, id: string): void {
  const subscription = get('subscription', store.subscriptions, id)
  const [item] = subscription.items.data
  if (subscription.cancel_at_period_end) {
    Object.assign(subscription, { status: 'canceled', ended_at: item.current_period_end })
    return sendSubscriptionEvent(store, 'deleted', subscription)
  }
  const count = ++subscription.anchor.count
  item.current_period_start = item.current_period_end
  item.current_period_end = periodEnd(subscription.anchor.at, item.price.recurring.interval, count)
  const period: [number, number] = [item.current_period_start, item.current_period_end]
  const status = subscription.pays ? 'paid' : 'open'
  const lines = [line('1 × plan', item.price.unit_amount, period, { proration: false })]
  const invoice = createInvoice(store, subscription, { lines, reason: 'subscription_cycle', status })
  subscription.status = invoice.status === 'paid' ? 'active' : 'past_due'
  if (invoice.status === 'open') sendInvoiceEvent(store, 'payment_failed', invoice)
  sendSubscriptionEvent(store, 'updated', subscription)
}

/** Stops collecting, with the outcome that the account's settings choose. */
export function giveUpCollecting(store: Store, id: string, status: 'canceled' | 'unpaid'): void {
  const subscription = get('subscription', store.subscriptions, id)
  Object.assign(subscription, status === 'canceled' ? { status, ended_at: store.now() } : { status })
  sendSubscriptionEvent(store, status === 'canceled' ? 'deleted' : 'updated', subscription)
}

export function previewInvoice(store: Store, form: Form): Json {
  const subscription = get('subscription', store.subscriptions, textOf(form.subscription) ?? '')
  const [item] = listOf(formOf(form.subscription_details).items)
  const price = get('price', store.prices, textOf(formOf(item).price) ?? '')
  const { lines } = prorate(subscription, price, store.now())
  const total = totalOf(lines)
  const { balance } = get('customer', store.customers, subscription.customer)
  return {
    object: 'invoice',
    lines: { object: 'list', data: lines },
    total,
    amount_due: Math.max(0, total + balance),
    starting_balance: balance,
    ending_balance: Math.min(0, total + balance),
  }
}

function getRunning(store: Store, id: string): FakeSubscription {
  const subscription = get('subscription', store.subscriptions, id)
  return subscription.ended_at === null ? subscription : refuseMissing('subscription', id)
}
