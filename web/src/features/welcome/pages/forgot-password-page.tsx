import type { ForgotPasswordForm } from '@keyhold/contracts/identity/password-resets'
import type { z } from '@keyhold/contracts/zod'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { useForgotPasswordMutation } from '~/api/password-resets.ts'
import { AuthFrame } from '~/components/auth-frame.tsx'
import { TextField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { lazyResolver } from '~/components/form/lazy-resolver.ts'
import { PublicLayout } from '~/components/public-layout.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { paths } from '~/lib/paths.ts'
import { toastError } from '~/lib/toast.ts'
import { Outcome } from '../components/outcome.tsx'

const loadResolver = () => import('../resolvers.ts').then(({ forgot }) => forgot)

/** `/forgot-password`: asks for a link by e-mail. The answer is the same whether or not the account exists. */
export function Component() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null)
    return (
      <Outcome
        icon={<MailCheck aria-hidden />}
        title="Check your email"
        description={`If there is an account for ${sentTo}, we’ve sent a link to set a new password. It works once and expires in an hour. Can’t find it? Check your spam folder.`}
        action={
          <>
            <Button asChild size="lg">
              <Link to={paths.login}>Back to sign in</Link>
            </Button>
            <Button size="lg" variant="ghost" onClick={() => setSentTo(null)}>
              Try another address
            </Button>
          </>
        }
      />
    )
  return (
    <PublicLayout>
      <DocumentTitle />
      <AuthFrame
        title="Forgot your password?"
        intro="Enter your email address and we’ll send you a link to choose a new one."
        footer={
          <Link to={paths.login} className="font-medium text-pine underline underline-offset-2">
            Back to sign in
          </Link>
        }
      >
        <AskForm onSent={setSentTo} />
      </AuthFrame>
    </PublicLayout>
  )
}

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm<z.input<typeof ForgotPasswordForm>, unknown, z.output<typeof ForgotPasswordForm>>({
    resolver: lazyResolver(loadResolver),
    defaultValues: { email: '' },
  })
  const [ask, { isLoading }] = useForgotPasswordMutation()

  const send = async ({ email }: { email: string }) => {
    try {
      await ask({ email }).unwrap()
      onSent(email)
    } catch (error) {
      if (!showIssues(form, error)) toastError('The link could not be sent', error)
    }
  }

  return (
    <Form form={form} onSubmit={send} onFocus={() => void loadResolver()}>
      <TextField
        control={form.control}
        name="email"
        label="Email Address"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
      />
      <Button type="submit" size="lg" loading={isLoading} className="mt-2">
        Send the link
      </Button>
    </Form>
  )
}
