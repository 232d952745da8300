import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

// public/theme.js reads the same key before the first paint.
const key = 'keyhold.theme'
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const watchers = new Set<() => void>()

function read(): Theme {
  try {
    const kept = localStorage.getItem(key)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

let chosen = read()

function apply(): void {
  const dark = chosen === 'dark' || (chosen === 'system' && systemDark.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#101513' : '#faf8f5')
  for (const watcher of watchers) watcher()
}

export function setTheme(theme: Theme): void {
  chosen = theme
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Storage may be blocked: the choice then lasts until the page is closed.
  }
  apply()
}

systemDark.addEventListener('change', apply)
// Another tab changed it.
addEventListener('storage', (event) => {
  if (event.key === key) {
    chosen = read()
    apply()
  }
})
apply()

/** The chosen theme and how to choose another. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => chosen,
  )
  return [theme, setTheme]
}
