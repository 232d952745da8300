import type { Subscription } from '@keyhold/contracts/billing/subscriptions'
import { describe, expect, it } from 'vitest'
import { isPaying, isConfirmed, subscriptionStateOf } from './subscription-state.ts'

const paid: Subscription = {
  landlordId: '019a0000-0000-7000-8000-000000000000',
  plan: 'basic',
  status: 'active',
  maxProperties: 5,
  trialStartDate: null,
  trialEndDate: null,
  subscriptionStartDate: '2026-11-01T00:00:00.000Z',
  subscriptionEndDate: '2026-12-01T00:00:00.000Z',
  interval: 'month',
  cancelAtPeriodEnd: false,
  pastDueSince: null,
  provider: 'test',
  credit: 0,
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  stripePriceId: null,
}
const granted: Subscription = { ...paid, provider: null, interval: null, subscriptionEndDate: null }
const anyPlan = { plan: null, interval: null }

describe('the state of a subscription', () => {
  it.each([
    ['trial', { ...granted, status: 'trial' }],
    ['ended', { ...granted, status: 'expired' }],
    ['ended', { ...paid, status: 'cancelled', cancelAtPeriodEnd: true, pastDueSince: paid.subscriptionEndDate }],
    ['granted', granted],
    ['active', paid],
    ['ending', { ...paid, cancelAtPeriodEnd: true }],
    ['past-due', { ...paid, cancelAtPeriodEnd: true, pastDueSince: paid.subscriptionEndDate }],
  ] as const)('is %s', (state, subscription) => {
    expect(subscriptionStateOf(subscription)).toBe(state)
  })
})

describe('a payment after the redirect', () => {
  it('is not confirmed while no paid subscription is active, whatever the address says', () => {
    expect(isConfirmed({ ...granted, status: 'trial' }, anyPlan)).toBe(false)
    expect(isConfirmed(granted, anyPlan)).toBe(false)
    expect(isConfirmed({ ...paid, status: 'cancelled' }, anyPlan)).toBe(false)
  })

  it('is confirmed once the subscription is active and nothing is owed', () => {
    expect(isConfirmed(paid, anyPlan)).toBe(true)
    expect(isConfirmed({ ...paid, pastDueSince: paid.subscriptionEndDate }, anyPlan)).toBe(false)
  })

  it('for a change is confirmed by the new plan and interval, not by the old ones', () => {
    expect(isConfirmed(paid, { plan: 'professional', interval: 'month' })).toBe(false)
    expect(isConfirmed(paid, { plan: 'basic', interval: 'year' })).toBe(false)
    expect(isConfirmed(paid, { plan: 'basic', interval: 'month' })).toBe(true)
  })
})

describe('a plan that the administrator granted', () => {
  it('does not count as paid: another can be bought', () => {
    expect(isPaying(granted)).toBe(false)
    expect(isPaying(paid)).toBe(true)
  })
})
