import type { Tenancy } from '@keyhold/contracts/tenancies'
import { fullName, list, today } from '~/lib/format.ts'

type Member = Tenancy['tenants'][number]

/** A day to come that was noted for leaving changes nothing yet. */
export const isThere = ({ leftOn }: Member): boolean => leftOn === null || leftOn > today()

/** "Ann Archer and Ben Baker": those who live there now. */
export const namesOf = ({ tenants }: Tenancy): string => list(tenants.filter(isThere).map((tenant) => fullName(tenant)))
