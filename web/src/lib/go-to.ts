import { paths } from './paths.ts'

/** State of a link to sign-in that was pressed on the way to somewhere. Kept in the history, not in the address: nobody can hand such a link out. */
export const goingTo = (address: string) => ({ goTo: address })

// A path of this site: behind two slashes, or what a browser reads as two, stands another site's name.
const ownPath = /^\/(?![/\\])[^\t\r\n]*$/

/** Where one was going when sign-in came in between; else the start. */
export function goToOf(state: unknown): string {
  const goTo = (state as { goTo?: unknown } | null)?.goTo
  return typeof goTo === 'string' && ownPath.test(goTo) ? goTo : paths.home
}
