import { type BoughtPlan, type Interval, plans } from '@keyhold/contracts/billing/plans'

/** Who takes the money, as the rest of the service sees it. All amounts are whole cents, all instants ISO 8601. */
export interface Provider {
  name: 'stripe' | 'test'
  /** What the page gives to the provider's card form. */
  publishableKey: string | null
  /** Makes the customer (where there is none) and the subscription, unpaid. Repeated with the same checkout it answers the same. */
  begin(order: Order): Promise<ProviderState>
  /** The subscription as it is now; null when the provider knows none by this id. */
  look(ref: Ref): Promise<ProviderState | null>
  /** What the change would cost now; it changes nothing. */
  preview(ref: Ref, choice: Choice): Promise<Preview>
  /** Changes the plan, prorated. Where a payment is missing for it, `pending` says so and the old plan holds until it is made. */
  change(ref: Ref, choice: Choice): Promise<ProviderState>
  /** Ends it with the period that is paid, or takes that back. */
  setCancelAtPeriodEnd(ref: Ref, value: boolean): Promise<ProviderState>
  /** Cancels at once. What is not paid yet can't be paid any more. An ended one stays as it is. */
  end(ref: Ref): Promise<void>
  /** Makes sure that an unpaid one can't be paid any more; answers what it is if it was paid before that. */
  abandon(ref: Ref): Promise<ProviderState | null>
  invoice(ref: Ref, invoiceId: string): Promise<ProviderInvoice | null>
}

export interface Ref {
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
  /** `incomplete`: never paid yet. `abandoned`: it can't be any more. `unpaid`: the provider gave up on collecting. */
  status: 'incomplete' | 'active' | 'past_due' | 'cancelled' | 'unpaid' | 'abandoned'
  /** Null: a price that is none of ours. */
  plan: BoughtPlan | null
  interval: Interval | null
  priceId: string | null
  startedAt: string
  /** The next renewal; while its payment fails, the last one that was due; for an ended one, when it ended. */
  paidUntil: string | null
  cancelAtPeriodEnd: boolean
  /** A change that waits for the payment of `latestInvoice`. */
  pending: Partial<Choice> | null
  latestInvoice: ProviderInvoice | null
  /** Others that may have changed along with it. Stripe tells of them by webhook. */
  otherInvoices: ProviderInvoice[]
}

export interface ProviderInvoice {
  id: string
  number: string
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  description: string
  amountDue: number
  amountPaid: number
  periodStart: string | null
  periodEnd: string | null
  createdAt: string
  hostedUrl: string | null
  pdfUrl: string | null
  /** For the card form, while it is to be paid. */
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

/** What a person reads when the provider can't be reached. */
export const notReached = 'Our card payment provider does not answer right now. Please try again in a moment.'
