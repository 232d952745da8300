/** Code that comes when it is wanted, or ahead of that. */
export interface Late<T> {
  /** Fetches it; one that failed is fetched again. */
  load: () => Promise<T>
  /** It, once it is there. React's `lazy` would show a spinner even then, and keep it for a third of a second. */
  now: () => T | undefined
  /** The one promise of it, for React to wait for: a new one after a failure would be waited for without end. */
  wait: () => Promise<T>
}

export function late<T>(fetch: () => Promise<T>): Late<T> {
  let code: T | undefined
  let waiting: Promise<T> | undefined
  // The browser keeps what it has fetched.
  const load = async () => (code ??= await fetch())
  return { load, now: () => code, wait: () => (waiting ??= load()) }
}
