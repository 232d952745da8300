import { useSearchState } from '~/lib/use-search-state.ts'

export const views = ['grid', 'table'] as const
export type View = (typeof views)[number]

const key = 'keyhold.properties-view'

/** Cards or a table: from the address, else the last choice on this device. */
export function useView(): [View, (view: View) => void] {
  const [asked, setAsked] = useSearchState('view')
  const set = (view: View) => {
    remember(view)
    setAsked(view)
  }
  return [known(asked) ?? known(remembered()) ?? 'grid', set]
}

const known = (view: string | null): View | undefined => views.find((one) => one === view)

function remembered(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function remember(view: View): void {
  try {
    localStorage.setItem(key, view)
  } catch {
    // Storage may be blocked: the address still carries it.
  }
}
