import type { Subscription } from '@keyhold/contracts/billing/subscriptions'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { totalOf } from '~/api/client/calls-of.ts'
import { usePlan } from '~/api/client/plan.ts'
import { useRole } from '~/api/client/session.ts'
import { useListPropertiesInfiniteQuery } from '~/api/properties.ts'
import { useSubscriptionStatusQuery } from '~/api/subscriptions.ts'
import { StatusBadge, type Tone } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { Callout, ErrorState } from '~/components/ui/states.tsx'
import { dayOf, headlineMoney, money, number, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { InvoiceList } from './invoice-list.tsx'
import { PastDue } from './past-due.tsx'
import { findPlan, planName, priceOf } from './plans.ts'
import { isPaying, subscriptionStateOf, type SubscriptionState } from './subscription-state.ts'
import { useRenewal } from './use-renewal.ts'

/** Plan, limit, payment and invoices of the signed-in landlord; nothing for tenants and the super admin, who have no plan to pay. */
export function SubscriptionCard() {
  const role = useRole()
  return role === 'landlord' && <Landlords />
}

function Landlords() {
  const { data, error, refetch } = useSubscriptionStatusQuery()
  return (
    <>
      <SectionCard title="Subscription" action={data && <Status subscription={data} />}>
        {!data && !error && <RowSkeletons count={3} />}
        {!data && error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
        {data && <Standings subscription={data} />}
      </SectionCard>
      {data && <InvoiceList hasPaid={data.subscriptionStartDate !== null} />}
    </>
  )
}

const looks: Record<SubscriptionState, { label: string; tone: Tone }> = {
  trial: { label: 'Free trial', tone: 'info' },
  'past-due': { label: 'Payment failed', tone: 'danger' },
  ending: { label: 'Cancelled, still active', tone: 'warning' },
  active: { label: 'Active', tone: 'success' },
  granted: { label: 'Active', tone: 'success' },
  ended: { label: 'Ended', tone: 'danger' },
}

function Status({ subscription }: { subscription: Subscription }) {
  const { label, tone } = looks[subscriptionStateOf(subscription)]
  return <StatusBadge status={subscription.status} label={label} tone={tone} />
}

function Standings({ subscription }: { subscription: Subscription }) {
  const { plan: planId, interval, pastDueSince } = subscription
  const state = subscriptionStateOf(subscription)
  const plan = findPlan(planId)
  const rows = [
    { label: 'Plan', value: planName(planId) },
    ...(isPaying(subscription) && plan && interval
      ? [{ label: 'Price', value: `${headlineMoney(priceOf(plan, interval))} / ${interval}` }]
      : []),
    ...datesOf(subscription, state),
    ...(subscription.credit > 0
      ? [{ label: 'Credit', value: <Credit amount={subscription.credit} state={state} /> }]
      : []),
    ...(isPaying(subscription) && subscription.provider === 'test'
      ? [{ label: 'Payments', value: 'Test mode: no money moves' }]
      : []),
  ]
  return (
    <div className="grid gap-5">
      {state === 'past-due' && <PastDue since={pastDueSince} />}
      {state === 'ended' && (
        <Callout tone="warning">You can still view everything. To add properties, choose a plan.</Callout>
      )}
      {state === 'ending' && (
        <Callout tone="info">
          You won’t be charged again. Until {dayOf(subscription.subscriptionEndDate)} nothing changes, and you can
          resume your plan at any time.
        </Callout>
      )}
      <Details items={rows} />
      <Use maxProperties={subscription.maxProperties} />
      <Actions subscription={subscription} state={state} />
    </div>
  )
}

function datesOf(
  { trialEndDate, subscriptionEndDate }: Subscription,
  state: SubscriptionState,
): { label: string; value: ReactNode }[] {
  if (state === 'trial') return [{ label: 'Trial ends', value: <TrialEnd /> }]
  if (state === 'active') return [{ label: 'Renews on', value: dayOf(subscriptionEndDate) }]
  if (state === 'ending') return [{ label: 'Ends on', value: dayOf(subscriptionEndDate) }]
  if (state === 'ended') return [{ label: 'Ended on', value: dayOf(subscriptionEndDate ?? trialEndDate) }]
  return []
}

function Credit({ amount, state }: { amount: number; state: SubscriptionState }) {
  const hasRenewal = state === 'active' || state === 'past-due'
  return (
    <>
      {money(amount)}
      <span className="block text-sm font-normal text-muted">
        {hasRenewal ? 'Applied to your next invoice.' : 'Kept on your account and applied to your next plan.'}
      </span>
    </>
  )
}

function TrialEnd() {
  const { trialDaysLeft, trialEndDate } = usePlan()
  return (
    <>
      {dayOf(trialEndDate)}
      {trialDaysLeft !== null && <span className="font-normal text-muted"> ({plural(trialDaysLeft, 'day')} left)</span>}
    </>
  )
}

function Use({ maxProperties }: { maxProperties: number | null }) {
  const count = totalOf(useListPropertiesInfiniteQuery({ limit: 1 }).data)
  if (count === undefined) return null
  const words = maxProperties === null ? `${number(count)}, unlimited` : `${number(count)} of ${number(maxProperties)}`
  return (
    <div className="grid gap-1.5">
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-sm text-muted">Properties</span>
        <span className="figures font-medium">{words}</span>
      </p>
      {maxProperties !== null && maxProperties > 0 && (
        <Progress label="Properties of the plan in use" value={Math.min(100, (count / maxProperties) * 100)} />
      )}
    </div>
  )
}

function Actions({ subscription, state }: { subscription: Subscription; state: SubscriptionState }) {
  const { cancel, resume, isBusy } = useRenewal(subscription)
  const hasPlan = isPaying(subscription)
  return (
    <div className="flex flex-wrap gap-2 phone:*:flex-1">
      {hasPlan && subscription.cancelAtPeriodEnd && (
        <Button loading={isBusy} onClick={() => void resume()}>
          Resume subscription
        </Button>
      )}
      {/* A cancelled plan is resumed first, an unpaid one is paid first. */}
      {state !== 'ending' && state !== 'past-due' && (
        <Button asChild variant={hasPlan ? 'secondary' : 'primary'}>
          <Link to={paths.pricing}>{hasPlan ? 'Change plan' : 'Choose a plan'}</Link>
        </Button>
      )}
      {hasPlan && !subscription.cancelAtPeriodEnd && (
        <Button variant="danger-ghost" loading={isBusy} onClick={() => void cancel()}>
          Cancel subscription
        </Button>
      )}
    </div>
  )
}
