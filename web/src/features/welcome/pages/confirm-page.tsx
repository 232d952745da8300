import { BadgeCheck, Link2Off, MailCheck } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { useConfirmMutation } from '~/api/accounts.ts'
import { messageOf } from '~/api/client/problem.ts'
import { Button } from '~/components/ui/button.tsx'
import { paths } from '~/lib/paths.ts'
import { Outcome } from '../components/outcome.tsx'

/** The page of the link in a confirmation mail. Nothing happens until the button is pressed: mail scanners open links too. */
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
    return (
      <Outcome
        icon={<BadgeCheck aria-hidden />}
        title="Account confirmed"
        description={`${data.email} is ready to sign in.`}
        action={signIn}
      />
    )
  if (!token || error)
    return (
      <Outcome
        icon={<Link2Off aria-hidden />}
        title="This link does not work"
        description={
          error ? messageOf(error) : 'The link is incomplete. Copy the whole link from the email, or sign up again.'
        }
        action={signIn}
      />
    )
  return (
    <Outcome
      icon={<MailCheck aria-hidden />}
      title="Confirm your account"
      description="One click to activate your account."
      action={
        <Button size="lg" loading={isLoading} onClick={() => void confirm({ token })}>
          Confirm account
        </Button>
      }
    />
  )
}
