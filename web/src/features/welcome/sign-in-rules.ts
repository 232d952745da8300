import type { LoginForm } from '@keyhold/contracts/identity/accounts'
import type { z } from '@keyhold/contracts/zod'

type Typed = z.input<typeof LoginForm>

/**
 * What the sign-in form checks itself, in the contract's sentences: missing fields, and an invalid e-mail address.
 * Three fields do not justify loading zod on the page everyone starts with; the server validates with the contract.
 */
export function faultsOf({ email, password }: Typed): Partial<Record<keyof Typed, string>> {
  const address = email.trim()
  return {
    ...(address === ''
      ? { email: 'Email is required' }
      : /^\S+@\S+\.\S+$/.test(address)
        ? {}
        : { email: 'Enter a valid email address' }),
    ...(password === '' ? { password: 'Password is required' } : {}),
  }
}
