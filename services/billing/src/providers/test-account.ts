import { afterPeriods, daysOf } from '../domain/periods.ts'
import { shareOf } from '../domain/proration.ts'
import {
  type Choice,
  nameOf,
  type Order,
  type Preview,
  priceOf,
  type ProviderInvoice,
  type ProviderState,
} from './provider.ts'

// A subscription at the simulated provider, as a value. What happens to it are functions of the value and an instant.

type TestInvoice = Omit<ProviderInvoice, 'clientSecret' | 'hostedUrl' | 'pdfUrl'> & { clientSecret: string }

interface Period extends Choice {
  /** Periods are counted from here. */
  anchor: string
  count: number
  periodStart: string
  periodEnd: string
}

export interface TestAccount extends Period {
  subscriptionId: string
  customerId: string
  status: 'incomplete' | 'active' | 'past_due' | 'cancelled' | 'abandoned'
  startedAt: string
  endedAt: string | null
  cancelAtPeriodEnd: boolean
  /** The number itself is kept nowhere. `renews` false: it fails whenever nobody is there to pay. */
  card: { last4: string; renews: boolean } | null
  /** Cents that earlier changes left over. */
  credit: number
  pending: { to: Period; credit: number; invoiceId: string; expiresAt: string } | null
  /** When a failed renewal is tried again; empty once it was given up. */
  retries: string[]
  /** Newest last. */
  invoices: TestInvoice[]
}

const hour = 60 * 60_000
const later = (at: string, ms: number) => new Date(new Date(at).getTime() + ms).toISOString()
/** As Stripe has it: the first payment, or that of a change, can be made for 23 hours. */
const patience = 23 * hour
const retryDays = [3, 8, 15]

export function beginAccount({ checkoutId, customerId, landlord, plan, interval }: Order, now: string): TestAccount {
  const account: TestAccount = {
    subscriptionId: `sub_test_${checkoutId}`,
    customerId: customerId?.startsWith('cus_test_') ? customerId : `cus_test_${landlord.id}`,
    status: 'incomplete',
    ...firstPeriod({ plan, interval }, now),
    startedAt: now,
    endedAt: null,
    cancelAtPeriodEnd: false,
    card: null,
    credit: 0,
    pending: null,
    retries: [],
    invoices: [],
  }
  return billed(account, { description: nameOf(account), amountDue: priceOf(account), ...periodOf(account) }, now)
}

export const isOver = ({ status }: TestAccount) => status === 'cancelled' || status === 'abandoned'

/** Pays the open invoice that the secret belongs to; null when there is none to pay. */
export function payInvoice(
  account: TestAccount,
  clientSecret: string,
  card: NonNullable<TestAccount['card']>,
  now: string,
): TestAccount | null {
  const invoice = account.invoices.find((one) => one.clientSecret === clientSecret)
  if (invoice?.status !== 'open' || isOver(account)) return null
  const paid = { ...withInvoice(account, { ...invoice, status: 'paid', amountPaid: invoice.amountDue }), card }
  if (account.pending?.invoiceId === invoice.id)
    return { ...paid, ...account.pending.to, credit: account.pending.credit, pending: null }
  // The period counts from the payment, not from when the page was opened.
  if (account.status === 'incomplete')
    return { ...paid, status: 'active', ...firstPeriod(account, now), startedAt: now }
  return { ...paid, status: 'active', retries: [] }
}

interface Quote extends Preview {
  to: Period
  /** What is kept for later invoices. */
  credit: number
}

/** What the change costs at `now`: what is left of the old price back, the new one for the same days, or from today where the interval changes. */
export function quote(account: TestAccount, choice: Choice, now: string): Quote {
  const { total, used } = daysOf({ start: account.periodStart, end: account.periodEnd }, now)
  const isSameInterval = choice.interval === account.interval
  const to: Period = isSameInterval ? { ...periodFields(account), ...choice } : firstPeriod(choice, now)
  const lines = isSame(account, choice)
    ? []
    : [
        { description: `Unused time on ${nameOf(account)}`, amount: -shareOf(priceOf(account), total, used, total) },
        isSameInterval
          ? { description: `Remaining time on ${nameOf(choice)}`, amount: shareOf(priceOf(choice), total, used, total) }
          : { description: nameOf(choice), amount: priceOf(choice) },
      ]
  const sum = lines.reduce((cents, { amount }) => cents + amount, 0)
  const fromCredit = Math.min(account.credit, Math.max(0, sum))
  if (fromCredit > 0) lines.push({ description: 'Credit from earlier changes', amount: -fromCredit })
  const amountDue = sum - fromCredit
  return {
    lines,
    amountDue,
    to,
    credit: account.credit - fromCredit + Math.max(0, -sum),
    renewsAt: to.periodEnd,
    renewalAmount: priceOf(choice),
  }
}

export function changeAccount(account: TestAccount, choice: Choice, now: string): TestAccount {
  if (account.pending && isSame(account.pending.to, choice)) return account
  const free = withoutPending(account)
  if (isSame(free, choice)) return free
  const { to, amountDue, credit } = quote(free, choice, now)
  if (amountDue <= 0) return { ...free, ...to, credit }
  const billedNow = billed(free, { description: `Change to ${nameOf(choice)}`, amountDue, ...periodOf(to) }, now)
  const invoice = billedNow.invoices.at(-1)!
  if (free.card?.renews) return { ...withInvoice(billedNow, paidInFull(invoice)), ...to, credit }
  const expiresAt = [later(now, patience), free.periodEnd].toSorted()[0]!
  return { ...billedNow, pending: { to, credit, invoiceId: invoice.id, expiresAt } }
}

/** Over at once, paid or not; what is open can't be paid any more. */
export function endAccount(account: TestAccount, now: string): TestAccount {
  if (isOver(account)) return account
  return {
    ...voided(account),
    status: account.status === 'incomplete' ? 'abandoned' : 'cancelled',
    endedAt: now,
    pending: null,
    retries: [],
  }
}

/** When the clock does something to it next. */
export function nextAt(account: TestAccount): string | null {
  if (isOver(account)) return null
  if (account.status === 'incomplete') return later(account.invoices[0]!.createdAt, patience)
  return [account.periodEnd, account.pending?.expiresAt, account.retries[0]]
    .filter((at) => at !== undefined)
    .toSorted()[0]!
}

/** Everything that the clock has done to it up to `now`, in order. */
export function elapse(account: TestAccount, now: string): TestAccount {
  for (let at = nextAt(account); at !== null && at <= now; at = nextAt(account)) account = happen(account, at)
  return account
}

function happen(account: TestAccount, at: string): TestAccount {
  if (account.status === 'incomplete') return endAccount(account, at)
  if (account.pending?.expiresAt === at) return withoutPending(account)
  if (account.retries[0] === at) return retry(account, at)
  return account.cancelAtPeriodEnd ? { ...endAccount(account, at), cancelAtPeriodEnd: false } : renew(account, at)
}

function renew(account: TestAccount, at: string): TestAccount {
  const fromCredit = Math.min(account.credit, priceOf(account))
  const next = {
    ...account,
    credit: account.credit - fromCredit,
    count: account.count + 1,
    periodStart: account.periodEnd,
    periodEnd: afterPeriods(account.anchor, account.interval, account.count + 1),
  }
  const due = billed(next, { description: nameOf(next), amountDue: priceOf(next) - fromCredit, ...periodOf(next) }, at)
  const invoice = due.invoices.at(-1)!
  if (invoice.amountDue === 0 || due.card?.renews) return withInvoice(due, paidInFull(invoice))
  return { ...due, status: 'past_due', retries: retryDays.map((days) => later(at, days * 24 * hour)) }
}

function retry(account: TestAccount, at: string): TestAccount {
  const open = account.invoices.findLast(({ status }) => status === 'open')!
  if (account.card?.renews) return { ...withInvoice(account, paidInFull(open)), status: 'active', retries: [] }
  const retries = account.retries.slice(1)
  if (retries.length > 0) return { ...account, retries }
  return { ...withInvoice(account, { ...open, status: 'uncollectible' }), status: 'cancelled', endedAt: at, retries }
}

/** The provider's answer. */
export function stateOf(account: TestAccount): ProviderState {
  const { subscriptionId, customerId, status, plan, interval, startedAt, cancelAtPeriodEnd, pending } = account
  const latest = account.invoices.at(-1)!
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
    pending: pending && { plan: pending.to.plan, interval: pending.to.interval },
    latestInvoice: invoiceOf(latest),
    otherInvoices: account.invoices.slice(0, -1).map(invoiceOf),
  }
}

export const invoiceOf = (invoice: TestInvoice): ProviderInvoice => ({
  ...invoice,
  clientSecret: invoice.status === 'open' ? invoice.clientSecret : null,
  hostedUrl: null,
  pdfUrl: null,
})

const isSame = (a: Choice, b: Choice) => a.plan === b.plan && a.interval === b.interval
const periodOf = ({ periodStart, periodEnd }: Period) => ({ periodStart, periodEnd })
const periodFields = ({ plan, interval, anchor, count, periodStart, periodEnd }: Period): Period => ({
  plan,
  interval,
  anchor,
  count,
  periodStart,
  periodEnd,
})
const firstPeriod = ({ plan, interval }: Choice, now: string): Period => ({
  plan,
  interval,
  anchor: now,
  count: 1,
  periodStart: now,
  periodEnd: afterPeriods(now, interval, 1),
})
const paidInFull = (invoice: TestInvoice): TestInvoice => ({
  ...invoice,
  status: 'paid',
  amountPaid: invoice.amountDue,
})

function billed(
  account: TestAccount,
  bill: Pick<TestInvoice, 'description' | 'amountDue' | 'periodStart' | 'periodEnd'>,
  at: string,
): TestAccount {
  const number = account.invoices.length + 1
  const id = `${account.subscriptionId.replace(/^sub_/, 'in_')}_${number}`
  const invoice: TestInvoice = {
    id,
    number: `TEST-${account.subscriptionId.slice(-8).toUpperCase()}-${String(number).padStart(4, '0')}`,
    status: 'open',
    ...bill,
    amountPaid: 0,
    createdAt: at,
    clientSecret: `${id}_secret`,
  }
  return { ...account, invoices: [...account.invoices, invoice] }
}

const withInvoice = (account: TestAccount, invoice: TestInvoice): TestAccount => ({
  ...account,
  invoices: account.invoices.map((one) => (one.id === invoice.id ? invoice : one)),
})

const voided = (account: TestAccount): TestAccount => ({
  ...account,
  invoices: account.invoices.map((one) => (one.status === 'open' ? { ...one, status: 'void' as const } : one)),
})

/** A change not paid in time, or given up for another one, never happened. */
const withoutPending = (account: TestAccount): TestAccount =>
  account.pending ? { ...voided(account), pending: null } : account
