import type { Document } from '@keyhold/contracts/properties/documents'
import { useSearchParams } from 'react-router-dom'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { categories, type Category, types } from '../words.ts'
import type { DocumentLinks } from './upload-dialog.tsx'

export const orders = [
  { value: 'newest', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'size', label: 'Largest' },
] as const

const oneOf = <V extends string>(values: readonly V[], value: string): V | undefined =>
  values.find((one) => one === value)

/** What the library is narrowed to: `?tenant=…&propertyId=…&request=…&category=…&type=…&q=…&sort=…` */
export function useDocumentFilter(isTenant: boolean) {
  const [params] = useSearchParams()
  const [q, setQ] = useSearchState('q')
  const [category, setCategory] = useSearchState('category')
  const [type, setType] = useSearchState('type')
  const [sort, setSort] = useSearchState('sort', 'newest')
  const search = useDebounced(q, 250)
  const given = {
    tenantId: params.get('tenant'),
    propertyId: params.get('propertyId'),
    requestId: params.get('request'),
  }
  const links: DocumentLinks = isTenant ? {} : Object.fromEntries(Object.entries(given).filter(([, value]) => value))
  return {
    q,
    setQ,
    /** What is searched for: `q` once typing pauses. */
    search,
    category,
    setCategory,
    type,
    setType,
    order:
      oneOf(
        orders.map(({ value }) => value),
        sort,
      ) ?? 'newest',
    setSort,
    links,
    query: {
      ...links,
      ...(search ? { q: search } : {}),
      ...(oneOf(categories, category) ? { category: category as Category } : {}),
      ...(oneOf(types, type) ? { fileType: type as Document['fileType'] } : {}),
    },
  }
}

export type DocumentFilter = ReturnType<typeof useDocumentFilter>
