import type { Interval } from '@keyhold/contracts/billing/plans'

// Objects of the fake Stripe, as its API of `apiVersion` answers them.

export type Json = Record<string, unknown>

export interface FakePrice extends Json {
  id: string
  unit_amount: number
  lookup_key: string | null
  recurring: { interval: Interval }
}

export interface FakeCustomer extends Json {
  id: string
  /** Below zero: credit. */
  balance: number
}

export interface FakeItem extends Json {
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
  total: number
  starting_balance: number
  ending_balance: number
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

export interface FakeEvent {
  id: string
  type: string
  created: number
  object: 'event'
  data: { object: Json }
}

/** An error answer of Stripe's. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: Json

  constructor(status: number, error: Json) {
    super(String(error.message))
    this.status = status
    this.body = { error: { type: 'invalid_request_error', ...error } }
  }
}

interface Records {
  invoices: Map<string, FakeInvoice>
  customers: Map<string, FakeCustomer>
}

/** As it goes over the wire; with `expanded`, the customer, the latest invoice and its secret are included. */
export function wire(object: Json, expanded?: Records): Json {
  const { pays: _pays, anchor: _anchor, secret, subscription, ...shown } = object
  if (shown.object === 'invoice')
    return {
      ...shown,
      parent: { type: 'subscription_details', subscription_details: { subscription, metadata: {} } },
      ...(expanded ? { confirmation_secret: { client_secret: secret, type: 'payment_intent' } } : {}),
    }
  if (!expanded || shown.object !== 'subscription') return shown
  const latest = expanded.invoices.get(String(shown.latest_invoice))
  const customer = expanded.customers.get(String(shown.customer)) ?? { id: shown.customer, deleted: true }
  return { ...shown, customer, ...(latest && { latest_invoice: wire(latest, expanded) }) }
}
