import type { Property } from '@keyhold/contracts/properties/properties'
import { Archive, Building2, Plus, SearchX } from 'lucide-react'
import { lazy, Suspense, use, useEffect, useRef, useState, type ComponentProps } from 'react'
import { itemsOf, totalOf } from '~/api/client/calls-of.ts'
import { usePlan } from '~/api/client/plan.ts'
import { useListPropertiesInfiniteQuery } from '~/api/properties.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { useRoomForProperty } from '~/components/property/use-room-for-property.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { CardSkeletons, RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { number } from '~/lib/format.ts'
import { lazyModule } from '~/lib/lazy.ts'
import { noProperties } from '~/texts/properties.ts'
import { LimitBanner } from '../components/limit-banner.tsx'
import { PropertyCard } from '../components/property-card.tsx'
import type { PropertyDialog } from '../components/property-dialog.tsx'
import { PropertyToolbar } from '../components/property-toolbar.tsx'
import { usePropertyActions, type PropertyAction } from '../components/use-property-actions.ts'
import { usePropertyFilter, type PropertyFilter } from '../components/use-property-filter.ts'
import { useView } from '../components/use-view.ts'

// The form and its schema are loaded on hover or focus: the list renders without them.
const dialog = lazyModule(() => import('../components/property-dialog.tsx'))
const PropertyTable = lazy(async () => ({ default: (await import('../components/property-table.tsx')).PropertyTable }))
const aimed = { onPointerEnter: () => void dialog.load(), onFocus: () => void dialog.load() }

/** `/properties?q=…&type=…&show=…&sort=…&view=…` */
export function Component() {
  const filter = usePropertyFilter()
  const [view, setView] = useView()
  const { isLimited, limit } = usePlan()
  const count = totalOf(useListPropertiesInfiniteQuery({ limit: 1 }).data)
  // If all are archived, there is still a list to show.
  const countWithArchived = totalOf(
    useListPropertiesInfiniteQuery({ limit: 1, archived: 'include' }, { skip: count !== 0 }).data,
  )
  const { isFull, isBlocked, hasRoom } = useRoomForProperty(count)
  const list = useListPropertiesInfiniteQuery(filter.query)
  const [open, setOpen] = useState<{ property?: Property } | null>(null)
  const acts = usePropertyActions()
  useFocusKept(itemsOf(list.data).length)
  const add = () => {
    if (hasRoom()) setOpen({})
  }
  const act = (what: PropertyAction, property: Property) => {
    if (what === 'edit') setOpen({ property })
    else void { archive: acts.archive, restore: acts.restore, delete: acts.remove }[what](property)
  }

  return (
    <>
      <PageHeader
        badge={
          isLimited &&
          count !== undefined && <Badge tone={isFull ? 'warning' : 'neutral'}>{countOf(count, limit)}</Badge>
        }
        description="Every home you rent out, who lives there and what it earns."
        actions={
          // Not `disabled`: pressing it says why.
          <Button icon={<Plus aria-hidden />} aria-disabled={isBlocked || undefined} onClick={add}>
            {isFull ? `Add Property (${number(count)}/${number(limit)})` : 'Add Property'}
          </Button>
        }
      />
      <LimitBanner isFull={isFull} />
      {(count !== 0 || Boolean(countWithArchived) || filter.isNarrowed) && (
        <PropertyToolbar filter={filter} view={view} onView={setView} />
      )}
      <PagedList list={list} showsCount={filter.isNarrowed}>
        {(rows, loading) =>
          loading ? (
            <CardSkeletons />
          ) : rows.length === 0 ? (
            <Empty filter={filter} isBlocked={isBlocked} onAdd={add} />
          ) : (
            <div {...aimed} aria-busy={list.isFetching}>
              <Suspense fallback={<RowSkeletons />}>
                {view === 'table' ? (
                  <PropertyTable properties={rows} onAct={act} />
                ) : (
                  <Grid properties={rows} onAct={act} />
                )}
              </Suspense>
            </div>
          )
        }
      </PagedList>
      <Suspense>{open && <LazyDialog property={open.property} onClose={() => setOpen(null)} />}</Suspense>
    </>
  )
}

function LazyDialog(props: ComponentProps<typeof PropertyDialog>) {
  const { PropertyDialog: Dialog } = dialog.now() ?? use(dialog.wait())
  return <Dialog {...props} />
}

/** Focuses the page when the focused card was archived or deleted, instead of losing the focus. */
function useFocusKept(length: number): void {
  const before = useRef(length)
  useEffect(() => {
    if (length < before.current && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
    before.current = length
  }, [length])
}

const countOf = (count: number, limit: number | null) =>
  `${number(count)} / ${limit === null ? 'Unlimited' : number(limit)} properties`

function Grid({
  properties,
  onAct,
}: {
  properties: Property[]
  onAct: (act: PropertyAction, property: Property) => void
}) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {properties.map((property) => (
        <PropertyCard key={property.id} property={property} onAct={onAct} />
      ))}
    </div>
  )
}

function Empty({ filter, isBlocked, onAdd }: { filter: PropertyFilter; isBlocked: boolean; onAdd: () => void }) {
  const clear = (
    <Button variant="secondary" onClick={filter.clear}>
      Clear filters
    </Button>
  )
  if (filter.isOnlyArchive)
    return (
      <EmptyState
        icon={<Archive aria-hidden />}
        title="Nothing is archived"
        description="A property you no longer rent out can be archived. It keeps its history and no longer counts towards your lists, totals and limit."
        action={clear}
      />
    )
  if (filter.isNarrowed)
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="No properties match"
        description="Try another search or filter."
        action={clear}
      />
    )
  return (
    <EmptyState
      icon={<Building2 aria-hidden />}
      title={noProperties.title}
      description={noProperties.description}
      action={
        <Button aria-disabled={isBlocked || undefined} onClick={onAdd}>
          {noProperties.action}
        </Button>
      }
    />
  )
}
