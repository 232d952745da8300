import { plans, type BoughtPlan, type Interval } from '@keyhold/contracts/billing/plans'

export type Plan = (typeof plans)[number]

export const findPlan = (id: string | null | undefined): Plan | undefined => plans.find((plan) => plan.id === id)

/** The plan that an address names: without one the contract's default; undefined if there is none of that name. */
export function chosenPlan(
  plan: string | null,
  interval: string | null,
): { plan: BoughtPlan; interval: Interval } | undefined {
  const found = plan === null ? 'basic' : findPlan(plan)?.id
  return found && { plan: found, interval: interval === 'year' ? 'year' : 'month' }
}

/** Its name everywhere but in marketing copy. */
export const planName = (id: string): string => findPlan(id)?.name ?? (id === 'free' ? 'Free' : id)

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
