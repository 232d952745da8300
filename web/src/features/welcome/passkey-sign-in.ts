import type { User } from '@keyhold/contracts/identity/accounts'
import type { ApiDispatch } from '~/api/client/api.ts'
import { isApiError } from '~/api/client/problem.ts'
import { secondFactorsApi } from '~/api/second-factors.ts'
import { askForPasskey, passkeyFault } from '~/lib/passkeys.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { loginFailed } from '~/texts/session.ts'

// A file of its own, loaded when somebody wants to sign in with a passkey.

const { passkeySignInOptions, passkeySignIn } = secondFactorsApi.endpoints

/** Signs in without a password. Undefined, after a message, where that failed, and without one where the person gave up. */
export async function signInWithPasskey(dispatch: ApiDispatch): Promise<User | undefined> {
  try {
    const options = await dispatch(passkeySignInOptions.initiate({ purpose: 'sign_in' })).unwrap()
    return await dispatch(passkeySignIn.initiate(await askForPasskey(options))).unwrap()
  } catch (error) {
    if (isApiError(error)) toastError(loginFailed, error)
    else {
      const description = passkeyFault(error)
      if (description) toast({ variant: 'destructive', title: loginFailed, description })
    }
    return undefined
  }
}
