import { boughtPlans, intervals } from '@keyhold/contracts/billing/plans'
import { dayMs } from '@keyhold/kit/lib/dates'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOf } from '../provider.ts'
import { elapse, nextChangeAt } from './elapse.ts'
import { changeAccount, quoteChange } from './plan-change.ts'
import { createAccount, endAccount, hasEnded, payInvoice, type TestAccount } from './test-account.ts'

const choice = fc.record({ plan: fc.constantFrom(...boughtPlans), interval: fc.constantFrom(...intervals) })
const starts = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2033-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString())
const goodCard = { last4: '4242', renews: true }
const order = {
  checkoutId: '019a0000-0000-7000-8000-000000000000',
  customerId: null,
  landlord: { id: 'l', email: '', name: '' },
}

const paidAccount = (
  plan: { plan: (typeof boughtPlans)[number]; interval: (typeof intervals)[number] },
  at: string,
  card = goodCard,
) => {
  const account = createAccount({ ...order, ...plan }, at)
  return payInvoice(account, account.invoices[0]!.clientSecret, card, at)!
}
const charged = (account: TestAccount) => account.invoices.reduce((sum, { amountPaid }) => sum + amountPaid, 0)

test('a plan change costs the sum of its lines, and a refund becomes credit to the cent', () => {
  fc.assert(
    fc.property(choice, choice, starts, fc.nat(400), (from, to, start, days) => {
      const now = new Date(new Date(start).getTime() + days * dayMs).toISOString()
      const account = elapse(paidAccount(from, start), now)
      const { lines, amountDue, total } = quoteChange(account, to, now)
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(amountDue)
      const changed = changeAccount(account, to, now)
      expect(changed.credit).toBe(Math.max(0, -total))
      expect(charged(changed) - charged(account)).toBe(Math.max(0, amountDue))
      expect([changed.plan, changed.interval]).toEqual([to.plan, to.interval])
    }),
  )
})

test('changing the plan and back within one day costs nothing', () => {
  fc.assert(
    fc.property(choice, fc.constantFrom(...boughtPlans), starts, fc.nat(27), (from, plan, start, days) => {
      const now = new Date(new Date(start).getTime() + days * dayMs).toISOString()
      const account = paidAccount(from, start)
      const there = changeAccount(account, { ...from, plan }, now)
      const back = changeAccount(there, from, now)
      expect(charged(back) - back.credit).toBe(charged(account))
    }),
  )
})

test('credit is neither lost nor made: what an account was given and has gained is used or still there', () => {
  const steps = fc.array(fc.record({ choice, days: fc.nat(40) }), { maxLength: 8 })
  fc.assert(
    fc.property(
      choice,
      starts,
      fc.nat(200_000),
      fc.boolean(),
      fc.boolean(),
      steps,
      (plan, start, given, renews, ends, all) => {
        const created = createAccount({ ...order, ...plan }, start, given)
        let account = payInvoice(created, created.invoices[0]!.clientSecret, { ...goodCard, renews }, start) ?? created
        let now = start
        for (const { choice: to, days } of all) {
          now = new Date(new Date(now).getTime() + days * dayMs).toISOString()
          account = elapse(account, now)
          if (!hasEnded(account)) account = changeAccount(account, to, now)
        }
        if (ends) account = endAccount(account, now)
        const counted = account.invoices.filter(({ status }) => status !== 'void')
        const sum = (amount: 'creditAdded' | 'creditApplied') => counted.reduce((cents, one) => cents + one[amount]!, 0)
        expect(account.credit).toBe(given + sum('creditAdded') - sum('creditApplied'))
        expect(account.credit).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test('n periods charge n prices, on days counted from the first', () => {
  fc.assert(
    fc.property(choice, starts, fc.integer({ min: 1, max: 30 }), (plan, start, periods) => {
      let account = paidAccount(plan, start)
      for (let i = 1; i < periods; i++) account = elapse(account, account.periodEnd)
      expect(charged(account)).toBe(periods * priceOf(plan))
      expect(account.invoices).toHaveLength(periods)
      const lastDay = (at: string) => new Date(Date.UTC(Number(at.slice(0, 4)), Number(at.slice(5, 7)), 0)).getUTCDate()
      expect(Number(account.periodEnd.slice(8, 10))).toBe(
        Math.min(Number(start.slice(8, 10)), lastDay(account.periodEnd)),
      )
      expect(account.periodEnd.slice(10)).toBe(start.slice(10))
    }),
  )
})

test('how often the account is read makes no difference', () => {
  fc.assert(
    fc.property(
      choice,
      starts,
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }),
      (plan, start, renews, steps) => {
        const account = paidAccount(plan, start, { ...goodCard, renews })
        let now = new Date(start).getTime()
        let stepwise = account
        for (const step of steps) stepwise = elapse(stepwise, new Date((now += step * dayMs)).toISOString())
        expect(stepwise).toEqual(elapse(account, new Date(now).toISOString()))
        if (hasEnded(stepwise)) expect(nextChangeAt(stepwise)).toBeNull()
      },
    ),
  )
})

test('an ended subscription is never charged again and cannot be paid', () => {
  fc.assert(
    fc.property(choice, starts, fc.boolean(), (plan, start, isPaid) => {
      const account = isPaid ? paidAccount(plan, start) : createAccount({ ...order, ...plan }, start)
      const ended = endAccount(account, start)
      expect(elapse(ended, '2099-01-01T00:00:00.000Z')).toEqual(ended)
      expect(payInvoice(ended, ended.invoices[0]!.clientSecret, goodCard, start)).toBeNull()
    }),
  )
})
