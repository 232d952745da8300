import type { NewPasskeyAnswer, PasskeyAnswer } from '@keyhold/contracts/identity/second-factors'
import type { z } from '@keyhold/contracts/zod'

type Options = Record<string, unknown>

// Loaded when first used: the sign-in page opens without it.
const load = () => import('@simplewebauthn/browser')

/** Lets the person choose a passkey. `optionsJSON` comes from the server, as does what is done with the answer. */
export async function askForPasskey(options: Options): Promise<z.input<typeof PasskeyAnswer>> {
  const { startAuthentication } = await load()
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  return (await startAuthentication({ optionsJSON })) as unknown as z.input<typeof PasskeyAnswer>
}

export async function makePasskey(options: Options): Promise<z.input<typeof NewPasskeyAnswer>> {
  const { startRegistration } = await load()
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  return (await startRegistration({ optionsJSON })) as unknown as z.input<typeof NewPasskeyAnswer>
}

/** What to say when the browser gave no passkey; null where the person closed its dialog. */
export function passkeyFault(error: unknown): string | null {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return null
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'SecurityError') return 'Passkeys do not work at this address of the site.'
  return 'Your browser could not use a passkey. Try another way.'
}
