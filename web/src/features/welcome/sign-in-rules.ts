import type { LoginForm } from '@keyhold/contracts/identity/accounts'
import type { z } from '@keyhold/contracts/zod'

type Typed = z.input<typeof LoginForm>

/**
 * What the sign-in form can say without asking: the contract's sentences for what is missing, and for what can't be an e-mail address.
 * Three fields are not worth the weight of zod on the page everyone starts with; the server judges by the contract.
 */
export function faultsOf({ email, password }: Typed): Partial<Record<keyof Typed, string>> {
  const address = email.trim()
  return {
    ...(address === ''
      ? { email: 'E-mail is required' }
      : /^\S+@\S+\.\S+$/.test(address)
        ? {}
        : { email: 'Enter a valid e-mail address' }),
    ...(password === '' ? { password: 'Password is required' } : {}),
  }
}
