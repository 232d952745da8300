import type { LoginForm } from '@keyhold/contracts/identity/accounts'
import type { z } from '@keyhold/contracts/zod'
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

type Known = Pick<z.input<typeof LoginForm>, 'email' | 'userType'>

/** Who is about to sign in, for the sign-in page to fill in. */
export const signingInAs = (known: Known) => ({ signingInAs: known })

/** Undefined if the page was opened by other ways. */
export const knownOf = (state: unknown): Known | undefined => (state as { signingInAs?: Known } | null)?.signingInAs
