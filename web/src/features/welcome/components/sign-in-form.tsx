import type { LoginForm, Membership, SecondStep as AskedStep, User } from '@keyhold/contracts/identity/accounts'
import type { z } from '@keyhold/contracts/zod'
import { lazy, Suspense, useRef, useState, type FormEvent } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import {
  useAccountTypeMutation,
  useLazyListMembershipsQuery,
  useLoginMutation,
  useSwitchMembershipMutation,
} from '~/api/accounts.ts'
import { isApiError } from '~/api/client/problem.ts'
import { signedIn } from '~/api/client/session-slice.ts'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input, PasswordInput } from '~/components/ui/input.tsx'
import { NativeSelect } from '~/components/ui/native-select.tsx'
import { PageSpinner } from '~/components/ui/spinner.tsx'
import { siteLook } from '~/lib/branding.ts'
import { goToOf, knownOf } from '~/lib/go-to.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { loginFailed, loginSuccessful } from '~/texts/session.ts'
import { AccountChoice } from './account-choice.tsx'
import { faultsOf } from '../sign-in-rules.ts'
import { PasskeyButton } from './passkey-button.tsx'

// For accounts with a second factor only.
const SecondStep = lazy(() => import('./second-step.tsx'))

type Typed = z.input<typeof LoginForm>
type Faults = ReturnType<typeof faultsOf>
type UserType = Typed['userType']

const accountTypes: { value: UserType; label: string }[] = [
  { value: 'landlord', label: 'Landlord' },
  { value: 'tenant', label: 'Tenant' },
  { value: 'super_admin', label: 'Super Admin' },
]

/** Signs in and goes to `/`, or to the address that asked to sign in. A plain form, so that the sign-in page loads no form library. */
export function SignInForm() {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [login] = useLoginMutation()
  const [hasFailed, setFailed] = useState(false)
  // Not the call's own state: a double click is faster than that.
  const isSending = useRef(false)
  const [isLoading, setLoading] = useState(false)
  const [findAccounts] = useLazyListMembershipsQuery()
  const [switchAccount, switching] = useSwitchMembershipMutation()
  const [choice, setChoice] = useState<{ user: User; accounts: readonly Membership[] }>()
  const [step, setStep] = useState<AskedStep['secondStep']>()
  const navigate = useNavigate()
  const { state } = useLocation()
  const known = knownOf(state)
  const type = useAccountType(known?.userType)
  const dispatch = useDispatch()

  const show = (found: Faults) => {
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  const enter = (user: User) => {
    toast(loginSuccessful(user.firstName))
    void navigate(goToOf(state))
    dispatch(signedIn(user))
  }

  const choose = async (userId: string) => {
    if (choice?.user.id === userId) return enter(choice.user)
    try {
      enter(await switchAccount({ userId }).unwrap())
    } catch (error) {
      toastError(loginFailed, error)
    }
  }

  /** Enters, or asks which account: of those with the type that was chosen, or of all. */
  const goOn = async (user: User, chosen?: UserType) => {
    const accounts = await findAccounts()
      .unwrap()
      .catch(() => [])
    const alike = accounts.filter(({ userType }) => chosen === undefined || userType === chosen)
    if (alike.length > 1) setChoice({ user, accounts: alike })
    else enter(user)
  }

  const signIn = async (typed: Typed) => {
    try {
      const answer = await login(typed).unwrap()
      if ('secondStep' in answer) setStep(answer.secondStep)
      else await goOn(answer, answer.userType)
    } catch (error) {
      toastError(loginFailed, error)
      if (!isApiError(error)) return
      if (error.status === 401) {
        setFailed(true)
        show({ password: error.detail })
      } else show(Object.fromEntries((error.issues ?? []).map(({ path, message }) => [path, message])))
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
    await signIn({ ...typed, userType: await type.of(typed.email) })
    isSending.current = false
    setLoading(false)
  }

  // Editing a field clears its error.
  const forget = (field: keyof Faults) => () => faults[field] && setFaults({ ...faults, [field]: undefined })

  if (choice)
    return (
      <AccountChoice
        accounts={choice.accounts}
        isLoading={switching.isLoading}
        onChoose={(userId) => void choose(userId)}
      />
    )
  if (step)
    return (
      <Suspense fallback={<PageSpinner />}>
        <SecondStep methods={step} onDone={(user) => goOn(user, user.userType)} onCancel={() => setStep(undefined)} />
      </Suspense>
    )
  return (
    <form ref={form} noValidate className="grid content-start gap-4" onSubmit={(event) => void submit(event)}>
      <Field
        label="Account Type"
        required
        error={faults.userType}
        hint={hasFailed ? 'Check the account type too; yours may be different.' : undefined}
      >
        {(control) => (
          <NativeSelect
            {...control}
            name="userType"
            options={accountTypes}
            value={type.value}
            onChange={(event) => type.choose(event.target.value as UserType)}
          />
        )}
      </Field>
      <Field label="Email Address" required error={faults.email}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            defaultValue={known?.email}
            autoComplete="username"
            inputMode="email"
            onInput={forget('email')}
            onBlur={(event) => void type.of(event.target.value)}
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
      <PasskeyButton onDone={(user) => goOn(user)} />
    </form>
  )
}

/** The account type: the server's choice for the address (spec 1 §4), unless it is known or the visitor has chosen one. */
function useAccountType(known: UserType | undefined) {
  const [ask] = useAccountTypeMutation()
  const [value, setValue] = useState<UserType>(known ?? (siteLook ? 'tenant' : 'landlord'))
  const isChosen = useRef(known !== undefined || siteLook !== null)
  const asked = useRef<{ email: string; answer: Promise<UserType> }>({ email: '', answer: Promise.resolve(value) })

  const of = async (typed: string): Promise<UserType> => {
    const email = typed.trim().toLowerCase()
    if (isChosen.current || faultsOf({ email, password: '-', userType: value }).email) return value
    if (asked.current.email !== email) {
      // Without an answer the form works as before.
      const answer = ask({ email })
        .unwrap()
        .then(
          ({ userType }) => userType,
          () => value,
        )
      asked.current = { email, answer }
    }
    const { answer } = asked.current
    const found = await answer
    if (isChosen.current || asked.current.answer !== answer) return found
    setValue(found)
    return found
  }
  const choose = (next: UserType) => {
    isChosen.current = true
    setValue(next)
  }
  return { value, of, choose }
}
