import { Clock } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { usePlan } from '~/api/client/plan.ts'
import { useSubscriptionStatusQuery } from '~/api/subscriptions.ts'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { dayOf, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { subscriptionStateOf } from './subscription-state.ts'

// Rare, and it needs a form: loaded on demand.
const PastDue = lazy(async () => ({ default: (await import('./past-due.tsx')).PastDue }))

/** Notices about the plan: the trial's remaining days, an ended trial or plan, a failed payment. Hidden if there is nothing to say. */
export function PlanNotice() {
  const { isLimited, trialDaysLeft, trialEndDate, isTrialOver } = usePlan()
  const { data: subscription } = useSubscriptionStatusQuery(undefined, { skip: !isLimited })
  if (!isLimited) return null

  const state = subscription && subscriptionStateOf(subscription)
  if (subscription && state === 'past-due')
    return (
      <Suspense>
        <PastDue since={subscription.pastDueSince} className="mb-6" />
      </Suspense>
    )
  if (subscription && state === 'ending')
    return (
      <Callout tone="info" icon={<Clock aria-hidden />} className="mb-6" action={<ToSettings />}>
        Your plan ends on {dayOf(subscription.subscriptionEndDate)} and will not renew.
      </Callout>
    )
  // A landlord who has paid before is not on a first trial.
  if (subscription && state === 'ended' && subscription.subscriptionStartDate !== null)
    return (
      <Callout tone="warning" title="Your subscription has ended" className="mb-6" action={<ChoosePlan />}>
        You can still view everything. To add properties, choose a plan.
      </Callout>
    )
  if (isTrialOver)
    return (
      <Callout tone="warning" title="Your free trial has ended" className="mb-6" action={<ChoosePlan />}>
        You can still view everything. To add properties, choose a plan.
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
