import type { Property } from '@keyhold/contracts/properties/properties'
import { Link } from 'react-router-dom'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListMaintenanceInfiniteQuery } from '~/api/requests.ts'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { ago } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

/** Open requests, newest first; hidden if there are none. */
export function OpenRequests({ property }: { property: Property }) {
  const { data } = useListMaintenanceInfiniteQuery({ propertyId: property.id, limit: 20 })
  const requests = itemsOf(data)
    .filter(({ status }) => status === 'open' || status === 'in_progress')
    .slice(0, 5)
  if (requests.length === 0) return null
  return (
    <SectionCard
      title="Open maintenance"
      padded={false}
      action={
        <Button asChild variant="ghost" size="sm">
          <Link to={paths.maintenanceOf({ propertyId: property.id })}>View All</Link>
        </Button>
      }
    >
      <ul className="divide-y divide-line border-t border-line">
        {requests.map((request) => (
          <li key={request.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3">
            <span className="min-w-40 flex-1 truncate font-medium">{request.title}</span>
            <span className="text-sm text-muted">{ago(request.createdAt)}</span>
            <StatusBadge status={request.priority} />
            <StatusBadge status={request.status} />
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
