import { KeyRound, Link2Off } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useDispatch } from 'react-redux'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { hasCode, messageOf } from '~/api/client/problem.ts'
import { signedOut } from '~/api/client/session-slice.ts'
import { useSession } from '~/api/client/session.ts'
import { useResetPasswordMutation } from '~/api/password-resets.ts'
import { AuthFrame } from '~/components/auth-frame.tsx'
import { PasswordField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { lazyResolver } from '~/components/form/lazy-resolver.ts'
import { PublicLayout } from '~/components/public-layout.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { paths } from '~/lib/paths.ts'
import { toastError } from '~/lib/toast.ts'
import { Outcome } from '../components/outcome.tsx'
import type { TypedPassword } from '../resolvers.ts'

const loadResolver = () => import('../resolvers.ts').then(({ reset }) => reset)

/** `/reset-password?token=…`, where the mailed link leads. Nothing happens until a password is chosen: mail scanners open links too. */
export function Component() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const [reset, { data, error, isLoading }] = useResetPasswordMutation()

  if (data) return <Changed email={data.email} />
  if (!token || hasCode(error, 'link-invalid'))
    return (
      <Outcome
        icon={<Link2Off aria-hidden />}
        title="This link does not work"
        description={
          error ? messageOf(error) : 'The link is incomplete. Copy the whole link from the email, or request a new one.'
        }
        action={
          <Button asChild size="lg">
            <Link to={paths.forgotPassword}>Request a new link</Link>
          </Button>
        }
      />
    )
  return (
    <PublicLayout>
      <DocumentTitle />
      <AuthFrame title="Choose a new password" intro="Changing your password signs you out on every device.">
        <PasswordForm isLoading={isLoading} onChoose={(newPassword) => reset({ token, newPassword }).unwrap()} />
      </AuthFrame>
    </PublicLayout>
  )
}

function PasswordForm({
  isLoading,
  onChoose,
}: {
  isLoading: boolean
  onChoose: (newPassword: string) => Promise<unknown>
}) {
  const form = useForm<TypedPassword>({
    resolver: lazyResolver(loadResolver),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })

  const choose = async ({ newPassword }: TypedPassword) => {
    try {
      await onChoose(newPassword)
    } catch (error) {
      // A broken link replaces the whole page.
      if (hasCode(error, 'link-invalid') || showIssues(form, error)) return
      toastError('Reset Failed', error)
    }
  }

  return (
    <Form form={form} onSubmit={choose} onFocus={() => void loadResolver()}>
      <PasswordField
        control={form.control}
        name="newPassword"
        label="New Password"
        hint="At least 6 characters; longer is better."
        autoComplete="new-password"
        required
      />
      <PasswordField
        control={form.control}
        name="confirmPassword"
        label="Confirm New Password"
        autoComplete="new-password"
        required
      />
      <Button type="submit" size="lg" loading={isLoading} className="mt-2">
        Set new password
      </Button>
    </Form>
  )
}

function Changed({ email }: { email: string }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const dispatch = useDispatch()
  const signIn = () => {
    void navigate(paths.login)
    // The session of this page has ended too.
    if (user?.email === email) dispatch(signedOut())
  }
  return (
    <Outcome
      icon={<KeyRound aria-hidden />}
      title="Password changed"
      description={`Sign in as ${email} with your new password.`}
      action={
        <Button size="lg" onClick={signIn}>
          Sign in
        </Button>
      }
    />
  )
}
