import { shareOf } from '../../domain/proration.ts'
import { daysOf } from '../../domain/periods.ts'
import { paymentWindowHours } from '../../limits.ts'
import { type Choice, nameOf, type Preview, priceOf } from '../provider.ts'
import { addInvoice, markPaid, replaceInvoice, applyCredit, voidOpenInvoices } from './invoices.ts'
import { datesOf, firstPeriod, hoursAfter, isSameChoice, type Period, pickPeriod } from './period.ts'
import type { TestAccount } from './test-account.ts'

interface Quote extends Preview {
  to: Period
  /** Of the lines, before credit. */
  total: number
}

/** Refunds what is left of the old price and charges the new one for the same days, or from today where the interval changes. */
export function quoteChange(account: TestAccount, choice: Choice, now: string): Quote {
  const { total: days, used } = daysOf({ start: account.periodStart, end: account.periodEnd }, now)
  const isSameInterval = choice.interval === account.interval
  const to: Period = isSameInterval ? { ...pickPeriod(account), ...choice } : firstPeriod(choice, now)
  const lines = isSameChoice(account, choice)
    ? []
    : [
        { description: `Unused time on ${nameOf(account)}`, amount: -shareOf(priceOf(account), days, used, days) },
        isSameInterval
          ? { description: `Remaining time on ${nameOf(choice)}`, amount: shareOf(priceOf(choice), days, used, days) }
          : { description: nameOf(choice), amount: priceOf(choice) },
      ]
  const total = lines.reduce((cents, { amount }) => cents + amount, 0)
  const { creditApplied } = applyCredit(total, account.credit)
  if (creditApplied > 0) lines.push({ description: 'Credit applied', amount: -creditApplied })
  return {
    lines,
    amountDue: total - creditApplied,
    to,
    total,
    renewsAt: to.periodEnd,
    renewalAmount: priceOf(choice),
  }
}

/** Changes the plan at once, or leaves the change pending where its payment fails. */
export function changeAccount(account: TestAccount, choice: Choice, now: string): TestAccount {
  if (account.pending && isSameChoice(account.pending.to, choice)) return account
  const current = dropPending(account)
  if (isSameChoice(current, choice)) return current
  const { to, total } = quoteChange(current, choice, now)
  if (total === 0) return { ...current, ...to }
  const billed = addInvoice(current, { description: `Change to ${nameOf(choice)}`, total, ...datesOf(to) }, now)
  const invoice = billed.invoices.at(-1)!
  if (invoice.status === 'paid') return { ...billed, ...to }
  if (current.card?.renews) return { ...replaceInvoice(billed, markPaid(invoice)), ...to }
  const expiresAt = [hoursAfter(now, paymentWindowHours), current.periodEnd].toSorted()[0]!
  return { ...billed, pending: { to, invoiceId: invoice.id, expiresAt } }
}

/** Drops a change that was not paid in time, or that another one replaces. */
export const dropPending = (account: TestAccount): TestAccount =>
  account.pending ? { ...voidOpenInvoices(account), pending: null } : account
