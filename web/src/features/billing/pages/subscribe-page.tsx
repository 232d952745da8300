import type { Subscription } from '@keyhold/contracts/billing/subscriptions'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useSubscriptionStatusQuery } from '~/api/subscriptions.ts'
import { chosenPlan } from '~/components/billing/plans.ts'
import { isPaying } from '~/components/billing/subscription-state.ts'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { paths } from '~/lib/paths.ts'
import { NewSubscription } from '../components/new-subscription.tsx'
import { PlanChange } from '../components/plan-change.tsx'
import { useFailure } from '../components/use-failure.ts'

/** `/subscribe?plan=&interval=`: pays for a first plan, or changes the current one. Any failure leads back to the plans (spec 1 §2). */
export function Component() {
  const { data, error } = useSubscriptionStatusQuery(undefined, { refetchOnMountOrArgChange: true })
  useFailure(data ? undefined : error)
  return (
    <>
      <PageHeader crumbs={[{ label: 'Pricing', to: paths.pricing }]} />
      {data ? <Subscribe subscription={data} /> : <CardSkeletons count={2} className="xl:grid-cols-2" />}
    </>
  )
}

function Subscribe({ subscription }: { subscription: Subscription }) {
  const [params] = useSearchParams()
  const chosen = chosenPlan(params.get('plan'), params.get('interval'))
  // The state when the page opened: a payment that succeeds must not change the page while it is being used.
  const [before] = useState(subscription)
  if (!chosen) return <Navigate to={paths.pricing} replace />
  if (isPaying(before)) return <PlanChange current={before} chosen={chosen} />
  return <NewSubscription plan={chosen.plan} interval={chosen.interval} />
}
