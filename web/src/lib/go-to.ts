import { paths } from './paths.ts'

/** Where to go after signing in. In the history state, not in the address, so that no link can set it. */
export const goingTo = (address: string) => ({ goTo: address })

// A path of this site: two slashes, or what a browser reads as two, are followed by another site's name.
const ownPath = /^\/(?![/\\])[^\t\r\n]*$/

/** The address that asked to sign in; else the start page. */
export function goToOf(state: unknown): string {
  const goTo = (state as { goTo?: unknown } | null)?.goTo
  return typeof goTo === 'string' && ownPath.test(goTo) ? goTo : paths.home
}
