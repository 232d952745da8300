import { propertyTypes, type PropertyListQuery } from '@keyhold/contracts/properties'
import type { z } from '@keyhold/contracts/zod'
import { useSearchParams } from 'react-router-dom'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'

export const occupancies = [
  { value: '', label: 'All' },
  { value: 'occupied', label: 'Occupied' },
  { value: 'vacant', label: 'Vacant' },
] as const
export const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'rent', label: 'By rent' },
] as const

/** What the list is narrowed to, kept in the address; anything strange there reads as nothing. */
export function usePropertyFilter() {
  const [q, setQ] = useSearchState('q')
  const [typed, setType] = useSearchState('type')
  const [occupancy, setOccupancy] = useSearchState('occupancy')
  const [sort, setSort] = useSearchState('sort', 'newest')
  const [, setParams] = useSearchParams()
  const search = useDebounced(q.trim(), 250)
  const order = orders.find(({ value }) => value === sort)?.value ?? 'newest'
  const inhabited = occupancies.find(({ value }) => value === occupancy)?.value ?? ''
  const type = propertyTypes.find((one) => one === typed) ?? ''
  const query: z.input<typeof PropertyListQuery> = {
    sort: order,
    limit: 24,
    ...(search ? { q: search } : {}),
    ...(type ? { propertyType: type } : {}),
    ...(inhabited ? { occupancy: inhabited } : {}),
  }
  return {
    query,
    isNarrowed: Boolean(search || type || inhabited),
    clear: () => setParams({}, { replace: true }),
    q,
    setQ,
    type,
    setType,
    occupancy: inhabited,
    setOccupancy,
    sort: order,
    setSort,
  }
}

export type PropertyFilter = ReturnType<typeof usePropertyFilter>
