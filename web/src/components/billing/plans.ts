import { plans, type BoughtPlan, type Interval } from '@keyhold/contracts/billing/plans'

export type Plan = (typeof plans)[number]

export const findPlan = (id: string | null | undefined): Plan | undefined => plans.find((plan) => plan.id === id)

/** The plan that an address names; missing or invalid parts get the contract's default. */
export function chosenPlan(plan: string | null, interval: string | null): { plan: BoughtPlan; interval: Interval } {
  return { plan: findPlan(plan)?.id ?? 'basic', interval: interval === 'year' ? 'year' : 'month' }
}

/** One plan has a second, marketing name: both are shown where a person pays or reviews their plan. */
export function planName(id: string): string {
  const plan = findPlan(id)
  if (!plan) return id === 'free' ? 'Free' : id
  return plan.name === plan.marketingName ? plan.name : `${plan.marketingName} (${plan.name})`
}

export const priceOf = (plan: Plan, interval: Interval): number => (interval === 'year' ? plan.yearly : plan.monthly)

/** What the yearly price saves over twelve months, in dollars and as a share. */
export function yearlySaving(plan: Plan): { amount: number; share: number } {
  const amount = plan.monthly * 12 - plan.yearly
  return { amount, share: amount / (plan.monthly * 12) }
}

export const capOf = (maxProperties: number | null): string =>
  maxProperties === null ? 'Unlimited properties' : `Up to ${maxProperties} properties`

/** The same day of the next month or year, on its last day where that day does not exist. */
export function renewalAfter(start: Date, interval: Interval): Date {
  const months = start.getMonth() + (interval === 'year' ? 12 : 1)
  const lastDay = new Date(start.getFullYear(), months + 1, 0).getDate()
  return new Date(start.getFullYear(), months, Math.min(start.getDate(), lastDay))
}
