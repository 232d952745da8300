import type { Interval } from '@keyhold/contracts/billing/plans'
import { type Form, formOf, textOf } from './form.ts'
import { payInvoice, voidInvoice } from './invoices.ts'
import { type FakePrice, StripeRefusal } from './objects.ts'
import { createStore, get, type Store } from './store.ts'
import {
  cancelSubscription,
  createSubscription,
  giveUpCollecting,
  previewInvoice,
  renew,
  updateSubscription,
} from './subscriptions.ts'

export type StripeAccount = ReturnType<typeof createAccount>

/** One account at the fake Stripe: what its API does, and what happens there without a request of ours. */
export function createAccount(now: () => Date) {
  const store = createStore(() => Math.floor(now().getTime() / 1000))
  const { events, invoices, subscriptions, customers, prices } = store
  return {
    events,
    invoices,
    subscriptions,
    customers,
    prices,
    subscription: (id: string) => get('subscription', subscriptions, id),
    invoice: (id: string) => get('invoice', invoices, id),
    price: (id: string) => get('price', prices, id, 'price'),
    customer: (id: string) => get('customer', customers, id),

    createCustomer: (form: Form) => createCustomer(store, form),
    createProduct: (form: Form) => createProduct(store, form),
    createPrice: (form: Form) => createPrice(store, form),
    createSubscription: (form: Form) => createSubscription(store, form),
    updateSubscription: (id: string, form: Form) => updateSubscription(store, id, form),
    cancelSubscription: (id: string) => cancelSubscription(store, id),
    voidInvoice: (id: string) => voidInvoice(store, id),
    preview: (form: Form) => previewInvoice(store, form),

    /** The customer pays by the card form that has this secret. */
    confirm(secret: string | null): void {
      const invoice = [...invoices.values()].find((one) => one.secret === secret)
      if (invoice?.status !== 'open') throw new Error('This payment can no longer be made')
      payInvoice(store, invoice)
    },
    renew: (id: string) => renew(store, id),
    giveUpCollecting: (id: string, status: 'canceled' | 'unpaid') => giveUpCollecting(store, id, status),
    /** Forgets everything but products and prices. */
    clear(): void {
      for (const records of [customers, subscriptions, invoices]) records.clear()
      events.length = 0
    },
  }
}

function createCustomer({ customers, newId }: Store, form: Form) {
  const customer = {
    id: newId('cus'),
    object: 'customer',
    email: textOf(form.email),
    name: textOf(form.name),
    balance: 0,
    metadata: formOf(form.metadata),
  }
  customers.set(customer.id, customer)
  return customer
}

function createProduct({ products, newId }: Store, form: Form) {
  const id = textOf(form.id) ?? newId('prod')
  if (products.has(id))
    throw new StripeRefusal(400, { code: 'resource_already_exists', message: 'Product already exists.' })
  const product = { id, object: 'product', name: textOf(form.name) }
  products.set(id, product)
  return product
}

/** A lookup key moves from the price that had it to the new one. */
function createPrice({ products, prices, newId }: Store, form: Form): FakePrice {
  get('product', products, textOf(form.product) ?? '')
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
}
