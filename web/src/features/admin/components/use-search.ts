import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'

/** A search stored in the address; the server is asked once typing pauses. */
export function useSearch() {
  const [typed, setTyped] = useSearchState('q')
  const query = useDebounced(typed.trim())
  return { typed, setTyped, query, filter: query ? { q: query } : {} }
}
