import type { RentStep } from '@keyhold/contracts/tenancy/tenancies'

interface Rents {
  monthlyRent: number | null
  rentSteps: readonly RentStep[]
}

const rentOn = ({ monthlyRent, rentSteps }: Rents, day: string) =>
  rentSteps.findLast(({ startsOn }) => startsOn <= day)?.monthlyRent ?? monthlyRent

/** The first day on which another rent holds than before, whether a step was added, changed, moved or removed; null: none. */
export function firstChange(before: Rents, after: Rents): { from: string; monthlyRent: number } | null {
  const days = [...before.rentSteps, ...after.rentSteps].map(({ startsOn }) => startsOn).toSorted()
  for (const from of days) {
    const monthlyRent = rentOn(after, from)
    if (monthlyRent !== null && monthlyRent !== rentOn(before, from)) return { from, monthlyRent }
  }
  return null
}
