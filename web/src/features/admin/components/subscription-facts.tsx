import type { Subscription } from '@keyhold/contracts/billing/subscriptions'
import { useViewLandlordSubscriptionQuery } from '~/api/admin-subscriptions.ts'
import { Details } from '~/components/ui/details.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { isPaying } from '~/components/billing/subscription-state.ts'
import { dayOf, money } from '~/lib/format.ts'

/** How a landlord pays, and what credit is left: what the form can't change. */
export function SubscriptionFacts({ landlordId }: { landlordId: string }) {
  const { data, error, refetch } = useViewLandlordSubscriptionQuery({ userId: landlordId })
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!data) return <RowSkeletons count={1} />
  return (
    <Details
      columns={3}
      items={[
        { label: 'Payments', value: paymentsOf(data) },
        ...(isPaying(data)
          ? [{ label: data.cancelAtPeriodEnd ? 'Ends on' : 'Renews on', value: dayOf(data.subscriptionEndDate) }]
          : []),
        { label: 'Credit', value: money(data.credit) },
      ]}
    />
  )
}

function paymentsOf(subscription: Subscription): string {
  if (!isPaying(subscription)) return 'None'
  if (subscription.pastDueSince !== null) return `Failed on ${dayOf(subscription.pastDueSince)}`
  return subscription.provider === 'stripe' ? 'By card, through Stripe' : 'Test mode'
}
