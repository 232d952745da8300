import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'

/** A search that stands in the address; the server is asked once one stops typing. */
export function useSearch() {
  const [typed, setTyped] = useSearchState('q')
  const settled = useDebounced(typed.trim())
  return { typed, setTyped, settled, filter: settled ? { q: settled } : {} }
}
