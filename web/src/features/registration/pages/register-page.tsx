import { BadgeCheck, Link2Off, Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { isApiError } from '~/api/client/problem.ts'
import { useLookUpInvitationQuery } from '~/api/invitations.ts'
import { PublicLayout } from '~/components/public-layout.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { showLook } from '~/lib/branding.ts'
import { signingInAs } from '~/lib/go-to.ts'
import { dayOf } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { RegistrationForm } from '../components/registration-form.tsx'

/** The page of an invitation link; it needs a token. */
export function Component() {
  const [params] = useSearchParams()
  const token = params.get('token')
  if (!token) return <Navigate to={paths.home} replace />
  return (
    <PublicLayout>
      <div className="mx-auto w-full max-w-3xl flex-1 px-4 py-8 md:px-8 md:py-14">
        <Registration token={token} />
      </div>
    </PublicLayout>
  )
}

function Registration({ token }: { token: string }) {
  const { data: invitation, error, isFetching, refetch } = useLookUpInvitationQuery({ token })
  const [done, setDone] = useState<{ canSignIn: boolean; isMailed: boolean } | null>(null)

  useEffect(() => {
    if (!invitation) return undefined
    showLook(invitation.branding)
    return () => showLook(null)
  }, [invitation])

  if (done) return <Complete {...done} email={invitation?.email ?? ''} />
  if (isFetching) return <Loading />
  if (isApiError(error) && error.status !== 404 && error.status !== 400)
    return <ErrorState level={1} error={error} onRetry={() => void refetch()} />
  if (!invitation) return <Invalid />
  return (
    <>
      <DocumentTitle />
      <h1 className="text-2xl font-semibold tracking-tight md:text-3xl">
        {invitation.landlordName} invites you to {invitation.branding.name ?? 'Keyhold'}
      </h1>
      <p className="mt-2 text-muted">
        Register to pay rent, ask for repairs and find your lease in one place. It takes two minutes; the link works
        until {dayOf(invitation.expiresAt)}.
      </p>
      <div className="mt-6 mb-8 rounded-lg border border-line bg-surface p-4">
        <p className="flex items-center gap-2.5 font-medium">
          <Mail aria-hidden className="size-4 text-muted" />
          {invitation.email}
        </p>
        {invitation.message && (
          <blockquote className="mt-3 border-l-2 border-brass-mark pl-3 whitespace-pre-line text-muted">
            {invitation.message}
          </blockquote>
        )}
      </div>
      <RegistrationForm invited={{ token, ...invitation }} onDone={setDone} />
    </>
  )
}

function Loading() {
  return (
    <div aria-busy className="grid gap-4">
      <h1 className="sr-only">Your invitation</h1>
      <output className="sr-only">Loading your invitation</output>
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="mt-4 h-20 w-full" />
      <Skeleton className="mt-4 h-64 w-full" />
    </div>
  )
}

function Invalid() {
  return (
    <>
      <DocumentTitle title="Invalid Invitation" />
      <EmptyState
        level={1}
        icon={<Link2Off aria-hidden />}
        title="Invalid Invitation"
        description={
          <>
            This invitation link is invalid, expired, or has already been used.
            <br />
            Ask your landlord to send you a new one.
          </>
        }
        action={
          <Button variant="secondary" asChild>
            <Link to={paths.login}>Go to sign in</Link>
          </Button>
        }
      />
    </>
  )
}

function Complete({ canSignIn, isMailed, email }: { canSignIn: boolean; isMailed: boolean; email: string }) {
  return (
    <>
      <DocumentTitle title="Registration Complete" />
      <EmptyState
        level={1}
        icon={<BadgeCheck aria-hidden />}
        title="Registration Complete"
        description={
          isMailed
            ? 'You already have an account with this email address. Open the link we emailed you to add this tenancy to it.'
            : canSignIn
              ? 'Your landlord has been notified. Sign in as a tenant with your email address and password.'
              : 'Your landlord has been notified and can create a login for you, since you did not set a password.'
        }
        action={
          <Button size="lg" asChild>
            <Link to={paths.login} state={signingInAs({ email, userType: 'tenant' })}>
              Sign in
            </Link>
          </Button>
        }
      />
    </>
  )
}
