import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import { fullName, list, today } from '~/lib/format.ts'

type Member = Tenancy['tenants'][number]

/** A day to come that was noted for leaving changes nothing yet. */
export const isThere = ({ leftOn }: Member): boolean => leftOn === null || leftOn > today()

/** "Ann Archer and Ben Baker": those who live there now. On the day they leave it may be over here before it is where they live. */
export function namesOf({ tenants }: Tenancy): string {
  const there = tenants.filter(isThere)
  return list((there.length > 0 ? there : tenants).map((tenant) => fullName(tenant)))
}
