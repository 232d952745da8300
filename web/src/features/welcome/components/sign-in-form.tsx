import type { LoginForm } from '@keyhold/contracts/identity/accounts'
import type { z } from '@keyhold/contracts/zod'
import { useRef, useState, type FormEvent } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useLoginMutation } from '~/api/accounts.ts'
import { isApiError } from '~/api/client/problem.ts'
import { signedIn } from '~/api/client/session-slice.ts'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input, PasswordInput } from '~/components/ui/input.tsx'
import { NativeSelect } from '~/components/ui/native-select.tsx'
import { goToOf } from '~/lib/go-to.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { loginFailed, loginSuccessful } from '~/texts/session.ts'
import { faultsOf } from '../sign-in-rules.ts'

type Typed = z.input<typeof LoginForm>
type Faults = ReturnType<typeof faultsOf>

const accountTypes = [
  { value: 'landlord', label: 'Landlord' },
  { value: 'tenant', label: 'Tenant' },
  { value: 'super_admin', label: 'Super Admin' },
]

/** Signs in and goes to `/`, or to the address that asked to sign in. A plain form, so that the sign-in page loads no form library. */
export function SignInForm() {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [login] = useLoginMutation()
  // Not the call's own state: a double click is faster than that.
  const isSending = useRef(false)
  const [isLoading, setLoading] = useState(false)
  const navigate = useNavigate()
  const { state } = useLocation()
  const dispatch = useDispatch()

  const show = (found: Faults) => {
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  const signIn = async (typed: Typed) => {
    try {
      const user = await login(typed).unwrap()
      toast(loginSuccessful(user.firstName))
      void navigate(goToOf(state))
      dispatch(signedIn(user))
    } catch (error) {
      toastError(loginFailed, error)
      if (!isApiError(error)) return
      if (error.status === 401) show({ password: error.detail })
      else show(Object.fromEntries((error.issues ?? []).map(({ path, message }) => [path, message])))
    }
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending.current) return
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Typed
    const found = faultsOf(typed)
    show(found)
    if (Object.keys(found).length > 0) return
    isSending.current = true
    setLoading(true)
    await signIn(typed)
    isSending.current = false
    setLoading(false)
  }

  // Editing a field clears its error.
  const forget = (field: keyof Faults) => () => faults[field] && setFaults({ ...faults, [field]: undefined })

  return (
    <form ref={form} noValidate className="grid content-start gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Account Type" required error={faults.userType}>
        {(control) => <NativeSelect {...control} name="userType" options={accountTypes} />}
      </Field>
      <Field label="Email Address" required error={faults.email}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            onInput={forget('email')}
          />
        )}
      </Field>
      <Field label="Password" required error={faults.password}>
        {(control) => (
          <PasswordInput {...control} name="password" autoComplete="current-password" onInput={forget('password')} />
        )}
      </Field>
      <Link
        to={paths.forgotPassword}
        className="justify-self-end py-1 text-sm font-medium text-pine underline underline-offset-2"
      >
        Forgot password?
      </Link>
      <Button type="submit" size="lg" loading={isLoading}>
        {isLoading ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  )
}
