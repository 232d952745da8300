/** Code that is fetched when it is needed, or ahead of that. */
export interface LazyModule<T> {
  /** Fetches it; a failed fetch is made again. */
  load: () => Promise<T>
  /** The module, once it is loaded. React's `lazy` would show a spinner even then, for a third of a second. */
  now: () => T | undefined
  /** One promise for React to wait for: with a new one after each failure it would wait without end. */
  wait: () => Promise<T>
}

export function lazyModule<T>(fetch: () => Promise<T>): LazyModule<T> {
  let code: T | undefined
  let waiting: Promise<T> | undefined
  // The browser caches what it has fetched.
  const load = async () => (code ??= await fetch())
  return { load, now: () => code, wait: () => (waiting ??= load()) }
}
