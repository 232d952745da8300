import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { useWatch } from 'react-hook-form'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListTenanciesInfiniteQuery } from '~/api/tenancies.ts'
import { idOf, type TenantFormApi } from './tenant-form.ts'
import type { ReturnChoice } from './use-return.ts'

/**
 * Who lives in the home that the form names, and which one that is. Where a tenant is already they don't move, unless they move in again:
 * `isAsked` says whether there is a choice how to live with those who are there; `failed`: that is not known, unless it is tried again.
 */
export function useThere(form: TenantFormApi, tenant: Tenant | undefined, comesBack: ReturnChoice) {
  const [propertyId, unitId] = useWatch({ control: form.control, name: ['propertyId', 'unitId'] })
  const property = idOf(propertyId)
  // Without a unit it is the first, whose id is the property's.
  const home = idOf(unitId) || property
  const isMoving = home !== '' && (comesBack === 'again' || home !== (tenant?.unitId ?? tenant?.propertyId ?? ''))
  const isWatched = isMoving || (home !== '' && comesBack === 'back')
  const current = useListTenanciesInfiniteQuery(
    { propertyId: property, status: 'current', limit: 50 },
    { skip: !isWatched },
  )
  const { currentData, isFetching, error } = current
  const there = isWatched ? itemsOf(currentData).filter((tenancy) => (tenancy.unitId ?? property) === home) : []
  // Their own that others went on with is one to come back into, but nobody else's.
  const tenancies = isMoving ? there : there.filter(({ id }) => id !== tenant?.tenancyId)
  const failed = isWatched && !currentData && error ? { error, retry: () => void current.refetch() } : null
  return {
    home,
    tenancies,
    isAsked: isMoving && tenancies.length > 0,
    isAsking: isWatched && isFetching && !currentData,
    failed,
  }
}
