import { type BoughtPlan, type Interval, plans } from '@keyhold/contracts/billing/plans'

/** Takes the payments. All amounts are whole cents, all instants ISO 8601. */
export interface Provider {
  name: 'stripe' | 'test'
  /** For the provider's card form on the page. */
  publishableKey: string | null
  /** Creates the customer (unless there is one) and an unpaid subscription. Repeated for the same checkout it returns the same. */
  createSubscription(order: Order): Promise<ProviderState>
  /** Credit that the next invoice of this customer would use. What an unpaid subscription already holds is not part of it. */
  findCredit(landlordId: string, customerId: string | null): Promise<number>
  /** The subscription as it is now; null when the provider has none by this id. */
  findSubscription(ref: SubscriptionRef): Promise<ProviderState | null>
  /** What the change would cost now. Changes nothing. */
  previewChange(ref: SubscriptionRef, choice: Choice): Promise<Preview>
  /** Changes the plan, prorated. Where a payment is needed first, `pending` says so and the old plan holds until it is made. */
  changePlan(ref: SubscriptionRef, choice: Choice): Promise<ProviderState>
  /** Cancels with the end of the paid period, or undoes that. */
  setCancelAtPeriodEnd(ref: SubscriptionRef, value: boolean): Promise<ProviderState>
  /** Cancels at once. What is unpaid can no longer be paid. Does nothing to a subscription that has ended. */
  cancelNow(ref: SubscriptionRef): Promise<void>
  /** Makes sure that an unpaid subscription can no longer be paid. Returns its state if it was paid before that. */
  cancelUnpaid(ref: SubscriptionRef): Promise<ProviderState | null>
  findInvoice(ref: SubscriptionRef, invoiceId: string): Promise<ProviderInvoice | null>
}

export interface SubscriptionRef {
  landlordId: string
  subscriptionId: string
}

export interface Choice {
  plan: BoughtPlan
  interval: Interval
}

export interface Order extends Choice {
  checkoutId: string
  customerId: string | null
  landlord: { id: string; email: string; name: string }
}

export interface ProviderState {
  subscriptionId: string
  customerId: string
  /** `incomplete`: never paid yet. `abandoned`: it can no longer be paid. `unpaid`: the provider gave up collecting. */
  status: 'incomplete' | 'active' | 'past_due' | 'cancelled' | 'unpaid' | 'abandoned'
  /** Null: the price belongs to none of our plans. */
  plan: BoughtPlan | null
  interval: Interval | null
  priceId: string | null
  startedAt: string
  /** The next renewal; while its payment fails, the last renewal that was due; of an ended subscription, its end. */
  paidUntil: string | null
  cancelAtPeriodEnd: boolean
  /** Credit of the customer, in all. What a payment that was not made yet would use is still part of it. */
  credit: number
  /** A change that waits for the payment of `latestInvoice`. */
  pending: Partial<Choice> | null
  latestInvoice: ProviderInvoice | null
  /** Other invoices that may have changed along with it. Empty for Stripe, which sends webhooks about them. */
  otherInvoices: ProviderInvoice[]
}

export interface ProviderInvoice {
  id: string
  number: string
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  description: string
  /** After credit. */
  amountDue: number
  amountPaid: number
  creditApplied: number
  creditAdded: number
  periodStart: string | null
  periodEnd: string | null
  createdAt: string
  hostedUrl: string | null
  pdfUrl: string | null
  /** For the card form, while the invoice is open. */
  clientSecret: string | null
}

export interface Preview {
  lines: { description: string; amount: number }[]
  amountDue: number
  renewsAt: string | null
  renewalAmount: number
}

export const isLive = (state: Pick<ProviderState, 'status'>) => state.status === 'active' || state.status === 'past_due'

export const planOf = (plan: BoughtPlan) => plans.find((one) => one.id === plan)!

/** The price of a plan in cents. */
export const priceOf = ({ plan, interval }: Choice) =>
  100 * (interval === 'month' ? planOf(plan).monthly : planOf(plan).yearly)

/** As in "Professional (yearly)". */
export const nameOf = ({ plan, interval }: Choice) =>
  `${planOf(plan).name} (${interval === 'month' ? 'monthly' : 'yearly'})`
