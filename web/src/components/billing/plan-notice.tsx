import { Clock } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { usePlan } from '~/api/client/plan.ts'
import { useSubscriptionStatusQuery } from '~/api/subscriptions.ts'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { dayOf, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { standingOf } from './standing.ts'

// Rare, and it brings a form: the dashboard stands without it.
const PastDue = lazy(async () => ({ default: (await import('./past-due.tsx')).PastDue }))

/** What one should know of one's plan: how long the trial runs, that it or the plan has ended, that a payment failed. Nothing when all is well. */
export function PlanNotice() {
  const { isLimited, trialDaysLeft, trialEndDate, isTrialOver } = usePlan()
  const { data: subscription } = useSubscriptionStatusQuery(undefined, { skip: !isLimited })
  if (!isLimited) return null

  const standing = subscription && standingOf(subscription)
  if (subscription && standing === 'past-due')
    return (
      <Suspense>
        <PastDue since={subscription.pastDueSince} className="mb-6" />
      </Suspense>
    )
  if (subscription && standing === 'ending')
    return (
      <Callout tone="info" icon={<Clock aria-hidden />} className="mb-6" action={<ToSettings />}>
        Your plan ends on {dayOf(subscription.subscriptionEndDate)} and will not renew.
      </Callout>
    )
  // Who once paid has not just had a trial.
  if (subscription && standing === 'ended' && subscription.subscriptionStartDate !== null)
    return (
      <Callout tone="warning" title="Your subscription has ended" className="mb-6" action={<ChoosePlan />}>
        Everything stays readable. Adding properties needs a plan.
      </Callout>
    )
  if (isTrialOver)
    return (
      <Callout tone="warning" title="Your free trial has ended" className="mb-6" action={<ChoosePlan />}>
        Everything stays readable. Adding properties needs a plan.
      </Callout>
    )
  if (trialDaysLeft === null) return null
  return (
    <Callout
      tone={trialDaysLeft <= 3 ? 'warning' : 'info'}
      icon={<Clock aria-hidden />}
      className="mb-6"
      action={<ChoosePlan />}
    >
      <strong className="font-semibold">{plural(trialDaysLeft, 'day')} left in your free trial.</strong>{' '}
      <span className="text-muted">Full access until {dayOf(trialEndDate)}, no credit card needed.</span>
    </Callout>
  )
}

const ChoosePlan = () => <ToPage to={paths.pricing}>Choose a plan</ToPage>
const ToSettings = () => <ToPage to={paths.userSettings}>Keep the plan</ToPage>

function ToPage({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild variant="secondary" size="sm">
      <Link to={to}>{children}</Link>
    </Button>
  )
}
