import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListTenanciesInfiniteQuery } from '~/api/tenancies.ts'
import { idOf } from './tenant-form.ts'
import type { ReturnChoice } from './use-return.ts'

/**
 * Who lives in the home that the form names. A tenant who lives there already does not move, unless they move in again:
 * `isAsked` says whether the form asks how the tenant lives with them; `failed` is set when it could not be fetched.
 */
export function useOccupants(
  { propertyId, unitId }: { propertyId: unknown; unitId: unknown },
  tenant: Tenant | undefined,
  comesBack: ReturnChoice,
) {
  const property = idOf(propertyId)
  // Without a unit, the property's first unit, which has the property's id.
  const home = idOf(unitId) || property
  const isMoving = home !== '' && (comesBack === 'again' || home !== (tenant?.unitId ?? tenant?.propertyId ?? ''))
  const isWatched = isMoving || (home !== '' && comesBack === 'back')
  const current = useListTenanciesInfiniteQuery(
    { propertyId: property, status: 'current', limit: 50 },
    { skip: !isWatched },
  )
  const { currentData, isFetching, error } = current
  const found = isWatched ? itemsOf(currentData).filter((tenancy) => (tenancy.unitId ?? property) === home) : []
  // They can return to their own tenancy that others continued, but not to anyone else's.
  const tenancies = isMoving ? found : found.filter(({ id }) => id !== tenant?.tenancyId)
  const failed = isWatched && !currentData && error ? { error, retry: () => void current.refetch() } : null
  return {
    home,
    tenancies,
    isAsked: isMoving && tenancies.length > 0,
    isAsking: isWatched && isFetching && !currentData,
    failed,
  }
}
