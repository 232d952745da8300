import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import { fullName, list, today } from '~/lib/format.ts'

type Member = Tenancy['tenants'][number]

/** A future move-out changes nothing yet. */
export const isPresent = ({ leftOn }: Member): boolean => leftOn === null || leftOn > today()

/** "Ann Archer and Ben Baker": the present members; all members if none is present in the reader's time zone. */
export function namesOf({ tenants }: Tenancy): string {
  const present = tenants.filter(isPresent)
  return list((present.length > 0 ? present : tenants).map((tenant) => fullName(tenant)))
}
