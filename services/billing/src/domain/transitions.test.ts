import { describe, expect, test } from 'vitest'
import type { ProviderState } from '../providers/provider.ts'
import { transitionOf } from './transitions.ts'

const now = '2027-03-01T00:00:00.000Z'
const at = { provider: 'stripe', now } as const
const stored = {
  provider: 'stripe',
  providerStatus: 'active',
  providerPlan: 'basic',
  stripeCustomerId: 'cus_1',
  stripeSubscriptionId: 'sub_1',
  interval: 'month',
  pastDueSince: null,
} as const
const noneLive = { ...stored, providerStatus: 'ended' } as const
const elsewhere = { ...stored, provider: 'test', stripeSubscriptionId: 'sub_test_1' } as const

const state = (changes: Partial<ProviderState> = {}): ProviderState => ({
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  status: 'active',
  plan: 'basic',
  interval: 'month',
  priceId: 'price_1',
  startedAt: '2027-01-31T00:00:00.000Z',
  paidUntil: '2027-03-31T00:00:00.000Z',
  cancelAtPeriodEnd: false,
  credit: 1450,
  pending: null,
  latestInvoice: null,
  otherInvoices: [],
  ...changes,
})
const changeOf = (...[row, answered]: [Parameters<typeof transitionOf>[0], ProviderState]) => {
  const transition = transitionOf(row, answered, at)
  return 'change' in transition ? transition.change : transition
}

describe('a live answer', () => {
  test('grants plan and limit where none is live here, or one is live at the other provider', () => {
    for (const row of [noneLive, elsewhere])
      expect(changeOf(row, state({ plan: 'professional' }))).toMatchObject({
        plan: 'professional',
        status: 'active',
        maxProperties: 25,
        provider: 'stripe',
        providerStatus: 'active',
        providerPlan: 'professional',
        stripeCustomerId: 'cus_1',
        stripeSubscriptionId: 'sub_1',
        subscriptionEndDate: '2027-03-31T00:00:00.000Z',
      })
  })

  test("of the live subscription leaves an administrator's plan and limit alone until the paid plan changes", () => {
    const unchanged = changeOf(stored, state())
    expect(unchanged).toMatchObject({ providerStatus: 'active' })
    for (const field of ['plan', 'status', 'maxProperties']) expect(unchanged).not.toHaveProperty(field)
    expect(changeOf(stored, state({ plan: 'enterprise' }))).toMatchObject({ plan: 'enterprise', maxProperties: null })
  })

  test('of another subscription than the live one is a fault and changes nothing', () => {
    expect(changeOf(stored, state({ subscriptionId: 'sub_2' }))).toEqual({ fault: 'second live subscription' })
  })

  test('with a price of no plan keeps the plan of the same subscription, and is a fault for a new one', () => {
    expect(changeOf(stored, state({ plan: null }))).toMatchObject({ providerPlan: 'basic' })
    expect(changeOf(noneLive, state({ plan: null, subscriptionId: 'sub_2' }))).toEqual({ fault: 'unknown price' })
  })

  test('that is past due says since when: the first time it was, else the date of the invoice, else now', () => {
    const pastDue = { status: 'past_due' } as const
    const earlier = '2027-02-01T00:00:00.000Z'
    expect(changeOf({ ...stored, pastDueSince: earlier }, state(pastDue))).toMatchObject({ pastDueSince: earlier })
    expect(changeOf(stored, state(pastDue))).toMatchObject({ providerStatus: 'past_due', pastDueSince: now })
    expect(changeOf({ ...stored, pastDueSince: earlier }, state())).toMatchObject({ pastDueSince: null })
  })
})

describe('an ended answer', () => {
  test('ends the live subscription: expired while it can still be paid, else cancelled', () => {
    for (const [status, reads] of [
      ['unpaid', 'expired'],
      ['cancelled', 'cancelled'],
      ['abandoned', 'cancelled'],
    ] as const)
      expect(changeOf(stored, state({ status, paidUntil: null }))).toEqual({
        stripeCustomerId: 'cus_1',
        credit: 14.5,
        status: reads,
        providerStatus: 'ended',
        subscriptionEndDate: now,
        cancelAtPeriodEnd: false,
        pastDueSince: null,
      })
  })

  test('of any other subscription ends nothing', () => {
    const ended = state({ status: 'cancelled', subscriptionId: 'sub_2' })
    expect(changeOf(stored, ended), 'its invoice gives credit back to the customer').toEqual({ credit: 14.5 })
    for (const row of [noneLive, elsewhere])
      expect(changeOf(row, ended)).toEqual({ stripeCustomerId: 'cus_1', credit: 14.5 })
  })
})

test('an incomplete answer stores the customer, unless another subscription is live', () => {
  const incomplete = state({ status: 'incomplete', subscriptionId: 'sub_2', customerId: 'cus_2' })
  expect(changeOf(stored, incomplete)).toEqual({})
  for (const row of [noneLive, elsewhere])
    expect(changeOf(row, incomplete)).toEqual({ stripeCustomerId: 'cus_2', credit: 14.5 })
})
