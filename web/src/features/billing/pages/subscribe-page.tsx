import type { Subscription } from '@keyhold/contracts/billing/subscriptions'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSubscriptionStatusQuery } from '~/api/subscriptions.ts'
import { chosenPlan } from '~/components/billing/plans.ts'
import { isPaying } from '~/components/billing/subscription-state.ts'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { NewSubscription } from '../components/new-subscription.tsx'
import { PlanChange } from '../components/plan-change.tsx'

/** `/subscribe?plan=&interval=`: pays for a first plan, or changes the current one. */
export function Component() {
  const { data, error, refetch } = useSubscriptionStatusQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <>
      <PageHeader crumbs={[{ label: 'Pricing', to: paths.pricing }]} />
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <CardSkeletons count={2} className="xl:grid-cols-2" />}
      {data && <Subscribe subscription={data} />}
    </>
  )
}

function Subscribe({ subscription }: { subscription: Subscription }) {
  const [params] = useSearchParams()
  const chosen = chosenPlan(params.get('plan'), params.get('interval'))
  // The state when the page opened: a payment that succeeds must not change the page while it is being used.
  const [before] = useState(subscription)
  if (isPaying(before)) return <PlanChange current={before} chosen={chosen} />
  return <NewSubscription plan={chosen.plan} interval={chosen.interval} />
}
