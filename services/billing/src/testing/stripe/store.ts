import {
  type FakeCustomer,
  type FakeEvent,
  type FakeInvoice,
  type FakePrice,
  type FakeSubscription,
  type Json,
  StripeRefusal,
  wire,
} from './objects.ts'

/** The records of one account at the fake Stripe, and the events that it has sent. */
export interface Store {
  customers: Map<string, FakeCustomer>
  products: Map<string, Json & { id: string }>
  prices: Map<string, FakePrice>
  subscriptions: Map<string, FakeSubscription>
  invoices: Map<string, FakeInvoice>
  events: FakeEvent[]
  now: () => number
  /** `cus_00000001` and so on. */
  newId: (prefix: string) => string
}

/** `now` answers in seconds. */
export function createStore(now: () => number): Store {
  let ids = 0
  return {
    customers: new Map(),
    products: new Map(),
    prices: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    events: [],
    now,
    newId: (prefix) => `${prefix}_${String(++ids).padStart(8, '0')}`,
  }
}

/** @throws StripeRefusal 404 */
export function get<T>(kind: string, records: Map<string, T>, id: string, param = 'id'): T {
  return records.get(id) ?? refuseMissing(kind, id, param)
}

/** @throws StripeRefusal always */
export function refuseMissing(kind: string, id: string, param = 'id'): never {
  throw new StripeRefusal(404, { code: 'resource_missing', param, message: `No such ${kind}: '${id}'` })
}

export function sendEvent({ events, newId, now }: Store, type: string, object: Json): void {
  events.push({
    id: newId('evt'),
    object: 'event',
    type,
    created: now(),
    data: { object: structuredClone(wire(object)) },
  })
}
export const sendSubscriptionEvent = (store: Store, type: string, subscription: FakeSubscription) =>
  sendEvent(store, `customer.subscription.${type}`, subscription)
export const sendInvoiceEvent = (store: Store, type: string, invoice: FakeInvoice) =>
  sendEvent(store, `invoice.${type}`, invoice)
