import { nameOf, type Order, priceOf, type ProviderState } from '../provider.ts'
import {
  addInvoice,
  heldCredit,
  markPaid,
  replaceInvoice,
  type TestInvoice,
  toInvoice,
  voidOpenInvoices,
} from './invoices.ts'
import { datesOf, firstPeriod, type Period } from './period.ts'

// A subscription at the simulated provider, as a value. What happens to it are pure functions of the value and an instant.

export interface TestAccount extends Period {
  subscriptionId: string
  customerId: string
  status: 'incomplete' | 'active' | 'past_due' | 'cancelled' | 'abandoned'
  startedAt: string
  endedAt: string | null
  cancelAtPeriodEnd: boolean
  /** The card number itself is never stored. `renews` false: charges fail unless the landlord enters the card. */
  card: { last4: string; renews: boolean } | null
  /** Cents for later invoices. An ended account's credit goes to the landlord's next one. */
  credit: number
  pending: { to: Period; invoiceId: string; expiresAt: string } | null
  /** When a failed renewal is tried again; empty once it was given up. */
  retries: string[]
  /** Newest last. */
  invoices: TestInvoice[]
}

export function createAccount(
  { checkoutId, customerId, landlord, plan, interval }: Order,
  now: string,
  credit = 0,
): TestAccount {
  const account: TestAccount = {
    subscriptionId: `sub_test_${checkoutId}`,
    customerId: customerId?.startsWith('cus_test_') ? customerId : `cus_test_${landlord.id}`,
    status: 'incomplete',
    ...firstPeriod({ plan, interval }, now),
    startedAt: now,
    endedAt: null,
    cancelAtPeriodEnd: false,
    card: null,
    credit,
    pending: null,
    retries: [],
    invoices: [],
  }
  const bill = { description: nameOf(account), total: priceOf(account), ...datesOf(account) }
  const billed = addInvoice(account, bill, now)
  return billed.invoices[0]!.status === 'paid' ? { ...billed, status: 'active' } : billed
}

export const hasEnded = ({ status }: TestAccount) => status === 'cancelled' || status === 'abandoned'

/** Pays the open invoice of this secret; null when there is none. */
export function payInvoice(
  account: TestAccount,
  clientSecret: string,
  card: NonNullable<TestAccount['card']>,
  now: string,
): TestAccount | null {
  const invoice = account.invoices.find((one) => one.clientSecret === clientSecret)
  if (invoice?.status !== 'open' || hasEnded(account)) return null
  const paid = { ...replaceInvoice(account, markPaid(invoice)), card }
  if (account.pending?.invoiceId === invoice.id) return { ...paid, ...account.pending.to, pending: null }
  // The period counts from the payment, not from when the page was opened.
  if (account.status === 'incomplete')
    return { ...paid, status: 'active', ...firstPeriod(account, now), startedAt: now }
  return { ...paid, status: 'active', retries: [] }
}

/** Ends it at once, paid or not. Open invoices can no longer be paid. */
export function endAccount(account: TestAccount, now: string): TestAccount {
  if (hasEnded(account)) return account
  return {
    ...voidOpenInvoices(account),
    status: account.status === 'incomplete' ? 'abandoned' : 'cancelled',
    endedAt: now,
    pending: null,
    retries: [],
  }
}

/** The account's credit, with what a payment would use that was not made yet. */
export const creditIn = (account: TestAccount): number =>
  account.credit + (account.status === 'incomplete' || account.pending ? heldCredit(account) : 0)

/** As the provider answers it. `credit`: of all accounts of the landlord. */
export function toState(account: TestAccount, credit: number): ProviderState {
  const { subscriptionId, customerId, status, plan, interval, startedAt, cancelAtPeriodEnd, pending } = account
  return {
    subscriptionId,
    customerId,
    status,
    plan,
    interval,
    priceId: `price_test_${plan}_${interval}`,
    startedAt,
    paidUntil: account.endedAt ?? (status === 'past_due' ? account.periodStart : account.periodEnd),
    cancelAtPeriodEnd,
    credit,
    pending: pending && { plan: pending.to.plan, interval: pending.to.interval },
    latestInvoice: toInvoice(account.invoices.at(-1)!),
    otherInvoices: account.invoices.slice(0, -1).map(toInvoice),
  }
}
