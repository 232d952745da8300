import type { Property } from '@keyhold/contracts/properties'
import { Building2, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import { itemsOf, totalOf } from '~/api/endpoint.ts'
import { usePlan } from '~/api/plan.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { LoadMore } from '~/components/ui/pager.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { number } from '~/lib/format.ts'
import { useCountPropertiesQuery, useListPropertiesInfiniteQuery } from '../api.ts'
import { LimitBanner } from '../components/limit-banner.tsx'
import { PropertyCard } from '../components/property-card.tsx'
import { PropertyDialog } from '../components/property-dialog.tsx'
import { PropertyToolbar } from '../components/property-toolbar.tsx'
import { useDeleteProperty } from '../components/use-delete-property.ts'
import { usePropertyFilter } from '../components/use-property-filter.ts'

/** `/properties?q=…&type=…&occupancy=…&sort=…` */
export function Component() {
  const filter = usePropertyFilter()
  const { isLimited, limit, hasEnded } = usePlan()
  const count = useCountPropertiesQuery({ limit: 1 }).data?.total
  const list = useListPropertiesInfiniteQuery(filter.query)
  const [open, setOpen] = useState<{ property?: Property } | null>(null)
  const remove = useDeleteProperty()
  const properties = itemsOf(list.data)
  const isFull = limit !== null && count !== undefined && count >= limit
  const isBlocked = isFull || hasEnded
  const add = () => setOpen({})

  return (
    <>
      <PageHeader
        title="Properties"
        badge={isLimited && count !== undefined && <Badge tone={isFull ? 'warning' : 'neutral'}>{countOf(count, limit)}</Badge>}
        description="Every home you rent out, who lives there and what it brings."
        actions={
          <Button icon={<Plus aria-hidden />} disabled={isBlocked} onClick={add}>
            {isFull ? `Add Property (${number(count)}/${number(limit)})` : 'Add Property'}
          </Button>
        }
      />
      <LimitBanner count={count} />
      {(properties.length > 0 || filter.isNarrowed) && <PropertyToolbar filter={filter} />}
      {list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isLoading ? (
        <CardSkeletons />
      ) : properties.length === 0 ? (
        <Empty filter={filter} isBlocked={isBlocked} onAdd={add} />
      ) : (
        <>
          <div aria-busy={list.isFetching} className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {properties.map((property) => (
              <PropertyCard key={property.id} property={property} onEdit={() => setOpen({ property })} onDelete={() => void remove(property)} />
            ))}
          </div>
          {(list.hasNextPage || filter.isNarrowed) && (
            <LoadMore
              shown={properties.length}
              total={totalOf(list.data)}
              hasMore={list.hasNextPage}
              loading={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            />
          )}
        </>
      )}
      {open && <PropertyDialog property={open.property} onClose={() => setOpen(null)} />}
    </>
  )
}

const countOf = (count: number, limit: number | null) => `${number(count)} / ${limit === null ? 'unlimited' : number(limit)} properties`

function Empty({ filter, isBlocked, onAdd }: { filter: ReturnType<typeof usePropertyFilter>; isBlocked: boolean; onAdd: () => void }) {
  if (filter.isNarrowed)
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="No properties match"
        description="Try another search or filter."
        action={
          <Button variant="secondary" onClick={filter.clear}>
            Clear filters
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={<Building2 aria-hidden />}
      title="No Properties Yet"
      description="Get started by adding your first rental property to the system."
      action={
        <Button disabled={isBlocked} onClick={onAdd}>
          Add Your First Property
        </Button>
      }
    />
  )
}
