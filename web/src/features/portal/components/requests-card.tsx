import { Wrench } from 'lucide-react'
import { Link } from 'react-router-dom'
import { itemsOf, totalOf } from '~/api/client/calls-of.ts'
import { useListTenantMaintenanceInfiniteQuery } from '~/api/tenant-requests.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { requestsId } from './portal-header.tsx'
import { RequestList } from './request-list.tsx'

const few = 5

/** The newest five; the maintenance page has all of them, in full. */
export function RequestsCard() {
  const list = useListTenantMaintenanceInfiniteQuery({ limit: 100 })
  const requests = itemsOf(list.data)
  const total = totalOf(list.data) ?? 0
  return (
    <div id={requestsId} tabIndex={-1} className="scroll-mt-20 rounded-lg md:scroll-mt-6">
      <SectionCard
        title="Maintenance Requests"
        padded={false}
        action={
          total > 0 && (
            <Button size="sm" variant="ghost" className="-mr-2" asChild>
              <Link to={paths.tenantMaintenance}>View all{total > few && ` ${total}`}</Link>
            </Button>
          )
        }
      >
        {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
        {list.isLoading && <RowSkeletons />}
        {list.isSuccess && requests.length === 0 && (
          <EmptyState
            compact
            level={3}
            icon={<Wrench aria-hidden />}
            title="No maintenance requests"
            description="When something breaks, report it here. Your landlord is notified right away."
          />
        )}
        <RequestList requests={requests.slice(0, few)} brief />
      </SectionCard>
    </div>
  )
}
