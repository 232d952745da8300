import type { LoginForm } from '@keyhold/contracts/identity'
import type { z } from '@keyhold/contracts/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useDispatch } from 'react-redux'
import { Link, useNavigate } from 'react-router-dom'
import { isApiError, messageOf } from '~/api/problem.ts'
import { signedIn } from '~/api/session-slice.ts'
import { NativeSelectField, PasswordField, TextField } from '~/components/form/fields.tsx'
import { Form } from '~/components/form/form.tsx'
import { lazyResolver } from '~/components/form/lazy-resolver.ts'
import { Button } from '~/components/ui/button.tsx'
import { paths } from '~/lib/paths.ts'
import { toast } from '~/lib/toast.ts'
import { useLoginMutation } from '../api.ts'

const loadResolver = () => import('../resolvers.ts').then(({ signIn }) => signIn)

const accountTypes = [
  { value: 'landlord', label: 'Landlord' },
  { value: 'tenant', label: 'Tenant' },
  { value: 'super_admin', label: 'Super Admin' },
]

/** Signs in and goes to `/`. */
export function SignInForm() {
  const form = useForm<z.input<typeof LoginForm>, unknown, z.output<typeof LoginForm>>({
    resolver: lazyResolver(loadResolver),
    defaultValues: { userType: 'landlord', email: '', password: '' },
  })
  const [login, { isLoading }] = useLoginMutation()
  const navigate = useNavigate()
  const dispatch = useDispatch()
  useEffect(() => void loadResolver(), [])

  const signIn = async (values: z.output<typeof LoginForm>) => {
    try {
      const user = await login(values).unwrap()
      toast({ variant: 'success', title: 'Login Successful', description: `Welcome back, ${user.firstName || 'User'}` })
      void navigate(paths.home)
      dispatch(signedIn(user))
    } catch (error) {
      toast({ variant: 'destructive', title: 'Login Failed', description: messageOf(error) })
      if (isApiError(error) && error.status === 401) form.setError('password', { type: 'server', message: error.detail }, { shouldFocus: true })
    }
  }

  return (
    <Form form={form} onSubmit={signIn}>
      <NativeSelectField control={form.control} name="userType" label="Account Type" options={accountTypes} required />
      <TextField control={form.control} name="email" label="Email Address" type="email" autoComplete="username" inputMode="email" required />
      <PasswordField control={form.control} name="password" label="Password" autoComplete="current-password" required />
      <Link to={paths.forgotPassword} className="justify-self-end py-1 text-sm font-medium text-pine underline underline-offset-2">
        Forgot password?
      </Link>
      <Button type="submit" size="lg" loading={isLoading}>
        {isLoading ? 'Signing in...' : 'Sign in'}
      </Button>
    </Form>
  )
}
