import { BadgeCheck, Link2Off, MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { messageOf } from '~/api/problem.ts'
import { PublicLayout } from '~/components/public-layout.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { useConfirmMutation } from '../api.ts'

/** Where the link in a confirmation mail leads. Nothing happens until the button is pressed: mail scanners open links too. */
export function Component() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const [confirm, { data, error, isLoading }] = useConfirmMutation()

  const signIn = (
    <Button asChild size="lg">
      <Link to={paths.login}>Sign in</Link>
    </Button>
  )
  if (data)
    return <Outcome icon={<BadgeCheck aria-hidden />} title="Account confirmed" description={`${data.email} is ready to sign in.`} action={signIn} />
  if (!token || error)
    return (
      <Outcome
        icon={<Link2Off aria-hidden />}
        title="This link does not work"
        description={error ? messageOf(error) : 'The link is incomplete. Copy it whole from the e-mail, or sign up again.'}
        action={signIn}
      />
    )
  return (
    <Outcome
      icon={<MailCheck aria-hidden />}
      title="Confirm your account"
      description="One press and your account is open."
      action={
        <Button size="lg" loading={isLoading} onClick={() => void confirm({ token })}>
          Confirm account
        </Button>
      }
    />
  )
}

function Outcome({ icon, title, description, action }: { icon: ReactNode; title: string; description: string; action: ReactNode }) {
  return (
    <PublicLayout>
      <DocumentTitle title={title} />
      <main className="grid flex-1 place-items-center" aria-live="polite">
        <EmptyState icon={icon} title={title} description={description} action={action} level={1} />
      </main>
    </PublicLayout>
  )
}
