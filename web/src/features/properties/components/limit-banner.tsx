import { Link } from 'react-router-dom'
import { usePlan } from '~/api/client/plan.ts'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

const upgrade = (
  <Button asChild>
    <Link to={paths.pricing}>Upgrade Plan</Link>
  </Button>
)

/** Says that the limit is reached, and offers an upgrade. */
export function LimitBanner({ isFull }: { isFull: boolean }) {
  const { limit, hasEnded, isTrialOver } = usePlan()
  if (hasEnded)
    return (
      <Callout
        tone="warning"
        title={isTrialOver ? 'Your free trial has ended' : 'Your subscription has ended'}
        action={upgrade}
        className="mb-5"
      >
        You can still view everything. To add properties, choose a plan.
      </Callout>
    )
  if (!isFull || limit === null) return null
  return (
    <Callout tone="warning" title="Property Limit Reached" action={upgrade} className="mb-5">
      Your current plan includes {plural(limit, 'property', 'properties')}. Upgrade to add more, or archive one you no
      longer rent out.
    </Callout>
  )
}
