import type { PropertyListQuery } from '@keyhold/contracts/properties/properties'
import type { z } from '@keyhold/contracts/zod'
import { useSearchParams } from 'react-router-dom'
import { typeOptions } from '~/components/property/words.ts'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'

/** Which properties are shown; archived ones are a list of their own. */
export const shows = [
  { value: '', label: 'All' },
  { value: 'occupied', label: 'Occupied' },
  { value: 'vacant', label: 'Vacant' },
  { value: 'archived', label: 'Archived' },
] as const
export const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'rent', label: 'Rent, low to high' },
  { value: 'rent-desc', label: 'Rent, high to low' },
] as const

/** The list's filter, stored in the address; unknown values count as none. */
export function usePropertyFilter() {
  const [q, setQ] = useSearchState('q')
  const [typed, setType] = useSearchState('type')
  const [asked, setShow] = useSearchState('show')
  const [sort, setSort] = useSearchState('sort', 'newest')
  const [, setParams] = useSearchParams()
  const search = useDebounced(q.trim(), 250)
  const order = orders.find(({ value }) => value === sort)?.value ?? 'newest'
  const show = shows.find(({ value }) => value === asked)?.value ?? ''
  const type = typeOptions.find(({ value }) => value === typed)?.value ?? ''
  const query: z.input<typeof PropertyListQuery> = {
    sort: order,
    limit: 24,
    ...(search ? { q: search } : {}),
    ...(type ? { propertyType: type } : {}),
    ...(show === 'archived' ? { archived: 'only' } : show ? { occupancy: show } : {}),
  }
  return {
    query,
    isNarrowed: Boolean(search || type || show),
    isOnlyArchive: show === 'archived' && !search && !type,
    // The view is not a filter.
    clear: () => setParams((params) => [...params].filter(([name]) => name === 'view'), { replace: true }),
    q,
    setQ,
    type,
    setType,
    show,
    setShow,
    sort: order,
    setSort,
  }
}

export type PropertyFilter = ReturnType<typeof usePropertyFilter>
