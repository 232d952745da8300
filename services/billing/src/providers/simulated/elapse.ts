import { afterPeriods } from '../../domain/periods.ts'
import { paymentWindowHours, renewalRetryDays } from '../../limits.ts'
import { nameOf, priceOf } from '../provider.ts'
import { addInvoice, markPaid, replaceInvoice } from './invoices.ts'
import { datesOf, hoursAfter } from './period.ts'
import { dropPending } from './plan-change.ts'
import { endAccount, hasEnded, type TestAccount } from './test-account.ts'

/** When time next changes the account; null once it has ended. */
export function nextChangeAt(account: TestAccount): string | null {
  if (hasEnded(account)) return null
  if (account.status === 'incomplete') return hoursAfter(account.invoices[0]!.createdAt, paymentWindowHours)
  return [account.periodEnd, account.pending?.expiresAt, account.retries[0]]
    .filter((at) => at !== undefined)
    .toSorted()[0]!
}

/** Applies everything that was due up to `now`, in order: renewals, retries, expiries. */
export function elapse(account: TestAccount, now: string): TestAccount {
  for (let at = nextChangeAt(account); at !== null && at <= now; at = nextChangeAt(account))
    account = applyDue(account, at)
  return account
}

function applyDue(account: TestAccount, at: string): TestAccount {
  if (account.status === 'incomplete') return endAccount(account, at)
  if (account.pending?.expiresAt === at) return dropPending(account)
  if (account.retries[0] === at) return retryRenewal(account, at)
  return account.cancelAtPeriodEnd ? { ...endAccount(account, at), cancelAtPeriodEnd: false } : renew(account, at)
}

function renew(account: TestAccount, at: string): TestAccount {
  const next = {
    ...account,
    count: account.count + 1,
    periodStart: account.periodEnd,
    periodEnd: afterPeriods(account.anchor, account.interval, account.count + 1),
  }
  const billed = addInvoice(next, { description: nameOf(next), total: priceOf(next), ...datesOf(next) }, at)
  const invoice = billed.invoices.at(-1)!
  if (invoice.status === 'paid') return billed
  if (billed.card?.renews) return replaceInvoice(billed, markPaid(invoice))
  return { ...billed, status: 'past_due', retries: renewalRetryDays.map((days) => hoursAfter(at, days * 24)) }
}

function retryRenewal(account: TestAccount, at: string): TestAccount {
  const open = account.invoices.findLast(({ status }) => status === 'open')!
  if (account.card?.renews) return { ...replaceInvoice(account, markPaid(open)), status: 'active', retries: [] }
  const retries = account.retries.slice(1)
  if (retries.length > 0) return { ...account, retries }
  return { ...replaceInvoice(account, { ...open, status: 'uncollectible' }), status: 'cancelled', endedAt: at, retries }
}
