import { usePlan } from '~/api/plan.ts'
import { Callout } from '~/components/ui/states.tsx'
import { plural } from '~/lib/format.ts'

/** Why nothing more can be added, when nothing can. */
export function LimitBanner({ count }: { count: number | undefined }) {
  const { limit, hasEnded, isTrialOver } = usePlan()
  if (hasEnded)
    return (
      <Callout tone="warning" title={isTrialOver ? 'Your free trial has ended' : 'Your subscription has ended'} className="mb-5">
        Everything stays readable. Adding properties needs a plan.
      </Callout>
    )
  if (limit === null || count === undefined || count < limit) return null
  return (
    <Callout tone="warning" title="Property Limit Reached" className="mb-5">
      Your current plan holds {plural(limit, 'property', 'properties')}. Upgrade your plan, or delete a property you no longer rent out, to add more.
    </Callout>
  )
}
