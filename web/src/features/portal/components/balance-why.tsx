import { itemsOf } from '~/api/client/calls-of.ts'
import { useListTenantPaymentsInfiniteQuery } from '~/api/tenant-payments.ts'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { Formula, Why } from '~/components/ui/why.tsx'
import { explainBalance, type Stats } from '../words.ts'

/** Why the balance is what it is: the open charges, less the credit. */
export function BalanceWhy({ stats }: { stats: Stats }) {
  return (
    <Why of="Current Balance">
      <Lines stats={stats} />
    </Why>
  )
}

function Lines({ stats }: { stats: Stats }) {
  const { data, error, refetch } = useListTenantPaymentsInfiniteQuery({ sort: 'newest', limit: 100 })
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 w-full" />
  const { lines, awaiting } = explainBalance(stats, itemsOf(data))
  return (
    <>
      <Formula title="Your balance" formula="What is due by today and open, less your credit" inputs={lines} />
      {awaiting && <p className="text-sm text-muted">{awaiting}</p>}
      <p className="text-sm text-muted">Every charge and payment is in the ledger below.</p>
    </>
  )
}
