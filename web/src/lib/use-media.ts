import { useSyncExternalStore } from 'react'

/** Whether a media query holds; follows it. Prefer CSS; this is for what CSS can't do. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
