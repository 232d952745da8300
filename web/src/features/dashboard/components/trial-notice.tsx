import { Clock } from 'lucide-react'
import { usePlan } from '~/api/plan.ts'
import { Callout } from '~/components/ui/states.tsx'
import { dayOf, plural } from '~/lib/format.ts'

/** How long the free trial still runs, or that it has ended. */
export function TrialNotice() {
  const { trialDaysLeft, trialEndDate, isTrialOver } = usePlan()
  if (isTrialOver)
    return (
      <Callout tone="warning" title="Your free trial has ended" className="mb-6">
        Everything stays readable. Adding properties needs a plan.
      </Callout>
    )
  if (trialDaysLeft === null) return null
  return (
    <Callout tone={trialDaysLeft <= 3 ? 'warning' : 'info'} icon={<Clock aria-hidden />} className="mb-6">
      <strong className="font-semibold">{plural(trialDaysLeft, 'day')} left in your free trial.</strong>{' '}
      <span className="text-muted">Full access until {dayOf(trialEndDate)}, no credit card needed.</span>
    </Callout>
  )
}
