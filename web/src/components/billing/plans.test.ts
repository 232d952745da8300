import { plans } from '@keyhold/contracts/billing/plans'
import { describe, expect, it } from 'vitest'
import { chosenPlan, findPlan, planName, renewalAfter, yearlySaving } from './plans.ts'

const dayAt = ([year, month, day]: readonly [number, number, number]) => new Date(year, month, day)

describe('the plan that an address asks for', () => {
  it('is the plan it names, monthly unless it says year', () => {
    expect(chosenPlan('enterprise', 'year')).toEqual({ plan: 'enterprise', interval: 'year' })
    expect(chosenPlan('professional', null)).toEqual({ plan: 'professional', interval: 'month' })
  })

  it.each([
    [null, null],
    ['basic', 'forever'],
  ])('is basic by the month when it says %s, %s', (plan, interval) => {
    expect(chosenPlan(plan, interval)).toEqual({ plan: 'basic', interval: 'month' })
  })

  it.each(['nope', 'free', 'starter', ''])('is none when there is no plan to buy named %s', (plan) => {
    expect(chosenPlan(plan, null)).toBeUndefined()
  })
})

describe('paying by the year', () => {
  it('saves about the 15% that the badge says', () => {
    expect(plans.map((plan) => yearlySaving(plan).amount)).toEqual([49, 149, 389])
    expect(plans.map((plan) => Math.round(yearlySaving(plan).share * 100))).toEqual([14, 16, 16])
  })
})

describe('the next renewal', () => {
  it.each([
    ['month', [2026, 0, 15], [2026, 1, 15]],
    ['month', [2026, 0, 31], [2026, 1, 28]],
    ['month', [2028, 0, 31], [2028, 1, 29]],
    ['month', [2026, 11, 31], [2027, 0, 31]],
    ['year', [2028, 1, 29], [2029, 1, 28]],
    ['year', [2026, 10, 21], [2027, 10, 21]],
  ] as const)('of a plan by the %s from %j is on %j', (interval, from, to) => {
    expect(renewalAfter(dayAt(from), interval)).toEqual(dayAt(to))
  })
})

describe('the name of a plan', () => {
  it('is the same everywhere outside marketing copy', () => {
    expect(planName('basic')).toBe('Basic')
    expect(planName('enterprise')).toBe('Enterprise')
    expect(planName('free')).toBe('Free')
    expect(findPlan('free')).toBeUndefined()
  })
})
