import type { Interval } from '@keyhold/contracts/billing/plans'
import { afterPeriods } from '../domain/periods.ts'
import { type Form, formOf, listOf, textOf } from './stripe-form.ts'

// What an account at the fake Stripe holds, and what becomes of it. Objects look as Stripe's API of today answers them.

export type Json = Record<string, unknown>

export interface FakePrice extends Json {
  id: string
  unit_amount: number
  lookup_key: string | null
  recurring: { interval: Interval }
}

interface FakeItem extends Json {
  id: string
  price: FakePrice
  current_period_start: number
  current_period_end: number
}

export interface FakeInvoice extends Json {
  id: string
  status: 'open' | 'paid' | 'void' | 'uncollectible'
  customer: string
  subscription: string
  amount_due: number
  amount_paid: number
  secret: string
}

export interface FakeSubscription extends Json {
  id: string
  customer: string
  status: string
  items: { object: 'list'; data: [FakeItem] }
  latest_invoice: string
  cancel_at_period_end: boolean
  ended_at: number | null
  pending_update: { subscription_items: FakeItem[]; expires_at: number } | null
  /** Not on the wire: whether the saved card pays. */
  pays: boolean
  anchor: { at: number; count: number }
}

/** An answer of Stripe's that is an error. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: Json

  constructor(status: number, error: Json) {
    super(String(error.message))
    this.status = status
    this.body = { error: { type: 'invalid_request_error', ...error } }
  }
}

export type StripeAccount = ReturnType<typeof openAccount>

export function openAccount(now: () => Date) {
  const customers = new Map<string, Json & { id: string }>()
  const products = new Map<string, Json & { id: string }>()
  const prices = new Map<string, FakePrice>()
  const subscriptions = new Map<string, FakeSubscription>()
  const invoices = new Map<string, FakeInvoice>()
  const events: { id: string; type: string; created: number; object: 'event'; data: { object: Json } }[] = []
  const seconds = () => Math.floor(now().getTime() / 1000)
  let made = 0
  const newId = (prefix: string) => `${prefix}_${String(++made).padStart(8, '0')}`

  function find<T>(kind: string, all: Map<string, T>, id: string, param = 'id'): T {
    const found = all.get(id)
    if (!found) throw new StripeRefusal(404, { code: 'resource_missing', param, message: `No such ${kind}: '${id}'` })
    return found
  }

  function tell(type: string, object: Json): void {
    events.push({
      id: newId('evt'),
      object: 'event',
      type,
      created: seconds(),
      data: { object: structuredClone(object) },
    })
  }
  const tellSubscription = (type: string, subscription: FakeSubscription) =>
    tell(`customer.subscription.${type}`, wire(subscription))
  const tellInvoice = (type: string, invoice: FakeInvoice) => tell(`invoice.${type}`, wire(invoice))

  const at = (iso: string) => Math.floor(new Date(iso).getTime() / 1000)
  const periodEnd = (from: number, interval: Interval, count: number) =>
    at(afterPeriods(new Date(from * 1000).toISOString(), interval, count))

  function bill(subscription: FakeSubscription, lines: Json[], reason: string, status: 'open' | 'paid'): FakeInvoice {
    const total = lines.reduce((sum, line) => sum + Number(line.amount), 0)
    const id = newId('in')
    const due = Math.max(0, total)
    const invoice: FakeInvoice = {
      id,
      object: 'invoice',
      number: `FAKE-${made}`,
      billing_reason: reason,
      status: due === 0 ? 'paid' : status,
      customer: subscription.customer,
      subscription: subscription.id,
      amount_due: due,
      amount_paid: due === 0 || status === 'open' ? 0 : due,
      total,
      starting_balance: 0,
      created: seconds(),
      period_start: seconds(),
      period_end: seconds(),
      lines: { object: 'list', data: lines },
      hosted_invoice_url: `https://invoice.stripe.test/${id}`,
      invoice_pdf: `https://invoice.stripe.test/${id}/pdf`,
      secret: `pi_${id}_secret_${made}`,
    }
    invoices.set(id, invoice)
    subscription.latest_invoice = id
    tellInvoice('finalized', invoice)
    if (invoice.status === 'paid') tellInvoice('paid', invoice)
    return invoice
  }

  const line = (description: string, amount: number, [start, end]: [number, number], proration: boolean): Json => ({
    object: 'line_item',
    description,
    amount,
    period: { start, end },
    parent: { type: 'subscription_item_details', subscription_item_details: { proration } },
  })

  /** The lines of a change, by the second, and the item it leads to. */
  function changeOf(subscription: FakeSubscription, price: FakePrice): { lines: Json[]; item: FakeItem } {
    const [item] = subscription.items.data
    const [start, end, today] = [item.current_period_start, item.current_period_end, seconds()]
    const left = (end - today) / (end - start)
    const back = line('Unused time', -Math.round(item.price.unit_amount * left), [today, end], true)
    if (item.price.recurring.interval === price.recurring.interval)
      return {
        lines: [back, line('Remaining time', Math.round(price.unit_amount * left), [today, end], true)],
        item: { ...item, price },
      }
    const next = periodEnd(today, price.recurring.interval, 1)
    return {
      lines: [back, line('New period', price.unit_amount, [today, next], false)],
      item: { ...item, price, current_period_start: today, current_period_end: next },
    }
  }

  function settle(invoice: FakeInvoice): void {
    const subscription = find('subscription', subscriptions, invoice.subscription)
    Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due })
    if (subscription.pending_update && subscription.latest_invoice === invoice.id) {
      subscription.items.data = [subscription.pending_update.subscription_items[0]!]
      subscription.pending_update = null
    }
    if (['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) subscription.status = 'active'
    subscription.pays = true
    tellInvoice('paid', invoice)
    tellSubscription('updated', subscription)
  }

  return {
    events,
    invoices,
    subscriptions,
    customers,
    prices,
    createCustomer(form: Form) {
      const customer = {
        id: newId('cus'),
        object: 'customer',
        email: textOf(form.email),
        name: textOf(form.name),
        metadata: formOf(form.metadata),
      }
      customers.set(customer.id, customer)
      return customer
    },
    createProduct(form: Form) {
      const id = textOf(form.id) ?? newId('prod')
      if (products.has(id))
        throw new StripeRefusal(400, { code: 'resource_already_exists', message: 'Product already exists.' })
      const product = { id, object: 'product', name: textOf(form.name) }
      products.set(id, product)
      return product
    },
    createPrice(form: Form): FakePrice {
      find('product', products, textOf(form.product) ?? '')
      const key = textOf(form.lookup_key) ?? null
      for (const price of prices.values()) if (key !== null && price.lookup_key === key) price.lookup_key = null
      const price: FakePrice = {
        id: newId('price'),
        object: 'price',
        active: true,
        currency: textOf(form.currency),
        unit_amount: Number(textOf(form.unit_amount)),
        lookup_key: key,
        recurring: { interval: textOf(formOf(form.recurring).interval) as Interval },
        metadata: formOf(form.metadata),
      }
      prices.set(price.id, price)
      return price
    },
    createSubscription(form: Form): FakeSubscription {
      find('customer', customers, textOf(form.customer) ?? '', 'customer')
      const price = find('price', prices, textOf(formOf(listOf(form.items)[0]).price) ?? '', 'items[0][price]')
      const start = seconds()
      const subscription: FakeSubscription = {
        id: newId('sub'),
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
        items: {
          object: 'list',
          data: [
            {
              id: newId('si'),
              price,
              current_period_start: start,
              current_period_end: periodEnd(start, price.recurring.interval, 1),
            },
          ],
        },
        pays: true,
        anchor: { at: start, count: 1 },
      }
      subscriptions.set(subscription.id, subscription)
      const [item] = subscription.items.data
      bill(
        subscription,
        [line('1 × plan', price.unit_amount, [start, item.current_period_end], false)],
        'subscription_create',
        'open',
      )
      tellSubscription('created', subscription)
      return subscription
    },
    updateSubscription(id: string, form: Form): FakeSubscription {
      const subscription = find('subscription', subscriptions, id)
      if (subscription.ended_at !== null)
        throw new StripeRefusal(404, {
          code: 'resource_missing',
          param: 'id',
          message: `No such subscription: '${id}'`,
        })
      const flag = textOf(form.cancel_at_period_end)
      if (flag !== undefined) subscription.cancel_at_period_end = flag === 'true'
      const [next] = listOf(form.items)
      if (next !== undefined) {
        const price = find('price', prices, textOf(formOf(next).price) ?? '', 'items[0][price]')
        const { lines, item } = changeOf(subscription, price)
        const isCovered = subscription.pays || lines.reduce((sum, { amount }) => sum + Number(amount), 0) <= 0
        bill(subscription, lines, 'subscription_update', isCovered ? 'paid' : 'open')
        if (isCovered) {
          if (item.current_period_start !== subscription.items.data[0].current_period_start)
            subscription.anchor = { at: item.current_period_start, count: 1 }
          subscription.items.data = [item]
        } else subscription.pending_update = { subscription_items: [item], expires_at: seconds() + 23 * 3600 }
      }
      tellSubscription('updated', subscription)
      return subscription
    },
    cancelSubscription(id: string): FakeSubscription {
      const subscription = find('subscription', subscriptions, id)
      if (subscription.ended_at !== null)
        throw new StripeRefusal(404, {
          code: 'resource_missing',
          param: 'id',
          message: `No such subscription: '${id}'`,
        })
      Object.assign(subscription, { status: 'canceled', ended_at: seconds() })
      tellSubscription('deleted', subscription)
      return subscription
    },
    voidInvoice(id: string): FakeInvoice {
      const invoice = find('invoice', invoices, id)
      if (invoice.status !== 'open')
        throw new StripeRefusal(400, { message: `You can only pass in open invoices. This invoice isn't open.` })
      invoice.status = 'void'
      const subscription = find('subscription', subscriptions, invoice.subscription)
      if (subscription.status === 'incomplete')
        Object.assign(subscription, { status: 'incomplete_expired', ended_at: seconds() })
      subscription.pending_update = null
      tellInvoice('voided', invoice)
      tellSubscription('updated', subscription)
      return invoice
    },
    preview(form: Form): Json {
      const subscription = find('subscription', subscriptions, textOf(form.subscription) ?? '')
      const [item] = listOf(formOf(form.subscription_details).items)
      const price = find('price', prices, textOf(formOf(item).price) ?? '')
      const { lines } = changeOf(subscription, price)
      const total = lines.reduce((sum, { amount }) => sum + Number(amount), 0)
      return {
        object: 'invoice',
        lines: { object: 'list', data: lines },
        total,
        amount_due: Math.max(0, total),
        starting_balance: 0,
      }
    },

    // What happens without our asking.

    /** The card form's step: the person pays what the secret belongs to. */
    confirm(secret: string | null): void {
      const invoice = [...invoices.values()].find((one) => one.secret === secret)
      if (invoice?.status !== 'open') throw new Error('This payment can no longer be made')
      settle(invoice)
    },
    /** The next period begins, and the saved card pays for it or not. */
    renew(id: string): void {
      const subscription = find('subscription', subscriptions, id)
      const [item] = subscription.items.data
      if (subscription.cancel_at_period_end) {
        Object.assign(subscription, { status: 'canceled', ended_at: item.current_period_end })
        return tellSubscription('deleted', subscription)
      }
      const count = ++subscription.anchor.count
      item.current_period_start = item.current_period_end
      item.current_period_end = periodEnd(subscription.anchor.at, item.price.recurring.interval, count)
      const paid = subscription.pays ? 'paid' : 'open'
      const renewal = line(
        '1 × plan',
        item.price.unit_amount,
        [item.current_period_start, item.current_period_end],
        false,
      )
      const invoice = bill(subscription, [renewal], 'subscription_cycle', paid)
      subscription.status = subscription.pays ? 'active' : 'past_due'
      if (paid === 'open') tellInvoice('payment_failed', invoice)
      tellSubscription('updated', subscription)
    },
    /** Stripe gave up on collecting, as its settings say. */
    giveUp(id: string, status: 'canceled' | 'unpaid'): void {
      const subscription = find('subscription', subscriptions, id)
      Object.assign(subscription, status === 'canceled' ? { status, ended_at: seconds() } : { status })
      tellSubscription(status === 'canceled' ? 'deleted' : 'updated', subscription)
    },
    forget(): void {
      for (const all of [customers, subscriptions, invoices]) all.clear()
      events.length = 0
    },
    subscription: (id: string) => find('subscription', subscriptions, id),
    invoice: (id: string) => find('invoice', invoices, id),
  }
}

/** As it goes over the wire; `expanded`: with the latest invoice and its secret in it. */
export function wire(object: Json, expanded?: { invoices: Map<string, FakeInvoice> }): Json {
  const { pays: _pays, anchor: _anchor, secret, subscription, ...shown } = object
  if (shown.object === 'invoice')
    return {
      ...shown,
      parent: { type: 'subscription_details', subscription_details: { subscription, metadata: {} } },
      ...(expanded ? { confirmation_secret: { client_secret: secret, type: 'payment_intent' } } : {}),
    }
  const latest = expanded?.invoices.get(String(shown.latest_invoice))
  return latest ? { ...shown, latest_invoice: wire(latest, expanded) } : shown
}
