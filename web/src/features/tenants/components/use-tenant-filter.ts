import type { TenantListQuery } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { useSearchParams } from 'react-router-dom'
import { usePropertyChoices } from '~/api/properties.ts'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'

export const statuses = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'archived', label: 'Archived' },
] as const
export const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'By name' },
] as const

/** The list's filter, stored in the address; unknown values count as none. */
export function useTenantFilter() {
  const [q, setQ] = useSearchState('q')
  const [status, setStatus] = useSearchState('status')
  const [propertyId, setPropertyId] = useSearchState('propertyId')
  const [sort, setSort] = useSearchState('sort', 'newest')
  const [, setParams] = useSearchParams()
  const { options } = usePropertyChoices()
  const search = useDebounced(q.trim(), 250)
  const standing = statuses.find(({ value }) => value === status)?.value ?? ''
  const order = orders.find(({ value }) => value === sort)?.value ?? 'newest'
  const query: z.input<typeof TenantListQuery> = {
    sort: order,
    limit: 24,
    ...(search ? { q: search } : {}),
    ...(standing ? { status: standing } : {}),
    ...(propertyId ? { propertyId } : {}),
  }
  return {
    query,
    isNarrowed: Boolean(search || standing || propertyId),
    isOnlyArchive: standing === 'archived' && !search && !propertyId,
    clear: () => setParams({}, { replace: true }),
    properties: [{ value: '', label: 'All properties' }, ...options],
    q,
    setQ,
    status: standing,
    setStatus,
    propertyId,
    setPropertyId,
    sort: order,
    setSort,
  }
}

export type TenantFilter = ReturnType<typeof useTenantFilter>
