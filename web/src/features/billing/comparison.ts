import { documentGigabytes, plans, textsPerMonth } from '@keyhold/contracts/billing/plans'

/** One row of the comparison: for every plan whether it includes it, or how much of it. */
export interface Feature {
  name: string
  cells: readonly (boolean | string)[]
}

const order = plans.map(({ id }) => id)
type PlanId = (typeof order)[number]

/** A plan has what the smaller ones have. */
const from = (first: PlanId, name: string): Feature => ({
  name,
  cells: order.map((_, index) => index >= order.indexOf(first)),
})

/** The plans line by line; comparison.test.ts holds it to the plans' own feature lists. */
export const comparison: readonly Feature[] = [
  {
    name: 'Properties',
    cells: plans.map(({ maxProperties }) => (maxProperties === null ? 'Unlimited' : `Up to ${maxProperties}`)),
  },
  { name: 'Document storage', cells: order.map((id) => `${documentGigabytes[id]}GB`) },
  from('basic', 'Email support'),
  from('professional', 'AI tenant screening'),
  from('professional', 'AI chat assistant'),
  from('professional', 'Market pricing insights'),
  from('professional', 'Advanced reporting'),
  { name: 'SMS per month', cells: order.map((id) => `${textsPerMonth[id] ?? 'Unlimited'}`) },
  from('enterprise', 'Multi-tenant database isolation'),
  from('enterprise', 'Custom tenant portals'),
  from('enterprise', 'White-label options'),
  from('enterprise', 'Dedicated account manager'),
]
