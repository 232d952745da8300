import type { Subscription } from '@keyhold/contracts/billing/subscriptions'
import type { Interval } from '@keyhold/contracts/billing/plans'
import { Link } from 'react-router-dom'
import type { Plan } from '~/components/billing/plans.ts'
import { isPaying } from '~/components/billing/subscription-state.ts'
import { Button } from '~/components/ui/button.tsx'
import { goingTo } from '~/lib/go-to.ts'
import { paths } from '~/lib/paths.ts'

/** The actions of a plan. `subscription` null: none yet. */
export function PlanChoice({
  plan,
  interval,
  isSignedIn,
  subscription,
}: {
  plan: Plan
  interval: Interval
  isSignedIn: boolean
  subscription: Subscription | null
}) {
  const paid = subscription && isPaying(subscription) ? subscription : null
  if (paid?.plan === plan.id && paid.interval === interval)
    return (
      <Button asChild size="lg" variant="secondary">
        <Link to={paths.userSettings}>Manage your plan</Link>
      </Button>
    )
  const words = !paid
    ? 'Get Started'
    : paid.plan === plan.id
      ? `Switch to ${interval === 'year' ? 'yearly' : 'monthly'}`
      : 'Change plan'
  const subscribe = paths.subscribeTo(plan.id, interval === 'year' ? interval : undefined)
  return (
    <Button asChild size="lg" variant={plan.popular ? 'primary' : 'secondary'}>
      <Link
        to={isSignedIn ? subscribe : paths.login}
        state={isSignedIn ? undefined : goingTo(subscribe)}
        aria-label={`${words}, ${plan.name}`}
      >
        {words}
      </Link>
    </Button>
  )
}
