import type { Subscription } from '@keyhold/contracts/billing/subscriptions'
import { describe, expect, it } from 'vitest'
import { isPaying, isSettled, standingOf } from './standing.ts'

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
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  stripePriceId: null,
}
const granted: Subscription = { ...paid, provider: null, interval: null, subscriptionEndDate: null }
const anyPlan = { plan: null, interval: null }

describe('how a landlord stands', () => {
  it.each([
    ['trial', { ...granted, status: 'trial' }],
    ['ended', { ...granted, status: 'expired' }],
    ['ended', { ...paid, status: 'cancelled', cancelAtPeriodEnd: true, pastDueSince: paid.subscriptionEndDate }],
    ['granted', granted],
    ['active', paid],
    ['ending', { ...paid, cancelAtPeriodEnd: true }],
    ['past-due', { ...paid, cancelAtPeriodEnd: true, pastDueSince: paid.subscriptionEndDate }],
  ] as const)('is %s', (standing, subscription) => {
    expect(standingOf(subscription)).toBe(standing)
  })
})

describe('a payment that one came back from', () => {
  it('has not arrived while nothing paid runs, whatever the address says', () => {
    expect(isSettled({ ...granted, status: 'trial' }, anyPlan)).toBe(false)
    expect(isSettled(granted, anyPlan)).toBe(false)
    expect(isSettled({ ...paid, status: 'cancelled' }, anyPlan)).toBe(false)
  })

  it('has arrived once the subscription runs and nothing is owed', () => {
    expect(isSettled(paid, anyPlan)).toBe(true)
    expect(isSettled({ ...paid, pastDueSince: paid.subscriptionEndDate }, anyPlan)).toBe(false)
  })

  it('for a change has arrived with the plan and the interval that were paid for, not with the old ones', () => {
    expect(isSettled(paid, { plan: 'professional', interval: 'month' })).toBe(false)
    expect(isSettled(paid, { plan: 'basic', interval: 'year' })).toBe(false)
    expect(isSettled(paid, { plan: 'basic', interval: 'month' })).toBe(true)
  })
})

describe('a plan that the administrator granted', () => {
  it('is not a paid one: another can be bought', () => {
    expect(isPaying(granted)).toBe(false)
    expect(isPaying(paid)).toBe(true)
  })
})
