import type { ClaimKind } from '@keyhold/contracts/properties/claim-kinds'
import type { NightClaim } from '@keyhold/contracts/properties/nights'
import type { Property } from '@keyhold/contracts/properties/properties'
import { CalendarDays, CalendarX2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { itemsOf, totalOf } from '~/api/client/calls-of.ts'
import { useDeleteBlockMutation, useListNightsInfiniteQuery } from '~/api/nights.ts'
import { useListUnitsQuery } from '~/api/units.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { LoadMore } from '~/components/ui/pager.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { useDeletion } from '~/components/ui/use-deletion.ts'
import { date, today } from '~/lib/format.ts'
import { BlockDialog } from './block-dialog.tsx'

const kinds: Record<ClaimKind, { text: string; tone: Tone }> = {
  lease: { text: 'Lease', tone: 'success' },
  booking: { text: 'Stay', tone: 'info' },
  hold: { text: 'Stay, not paid yet', tone: 'neutral' },
  block: { text: 'Blocked', tone: 'warning' },
  feed: { text: 'Channel', tone: 'brass' },
}

/** Who has which nights of the property's units in the next twelve months. */
export function CalendarCard({ property }: { property: Property }) {
  const from = today()
  const to = `${Number(from.slice(0, 4)) + 1}${from.slice(4).replace('02-29', '02-28')}`
  const list = useListNightsInfiniteQuery({ id: property.id, from, to })
  const units = useListUnitsQuery({ id: property.id })
  const [isOpen, setOpen] = useState(false)
  const claims = itemsOf(list.data)
  const nameOf = (unitId: string) => units.data?.find(({ id }) => id === unitId)?.name
  return (
    <>
      <SectionCard
        title="Calendar"
        description="Who has the home in the next 12 months. The last day named is free again."
        padded={false}
        action={
          !property.archivedAt && (
            <Button
              size="sm"
              variant="secondary"
              icon={<CalendarX2 aria-hidden />}
              disabled={!units.data}
              onClick={() => setOpen(true)}
            >
              Block dates
            </Button>
          )
        }
      >
        {list.isLoading ? (
          <RowSkeletons count={2} />
        ) : list.isError && !list.currentData ? (
          <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
        ) : claims.length === 0 ? (
          <EmptyState compact level={3} icon={<CalendarDays aria-hidden />} title="Nothing is planned" />
        ) : (
          <ul className="divide-y divide-line border-t border-line">
            {claims.map((claim) => (
              <ClaimRow
                key={claim.id}
                claim={claim}
                unitName={property.unitCount > 1 ? nameOf(claim.unitId) : undefined}
              />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <LoadMore
            shown={claims.length}
            total={totalOf(list.data)}
            hasMore
            loading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </SectionCard>
      {isOpen && units.data && <BlockDialog property={property} units={units.data} onClose={() => setOpen(false)} />}
    </>
  )
}

const daysOf = ({ from, until }: NightClaim) =>
  until === null ? `${date(from)} on, without an end` : `${date(from)} to ${date(until)}`

function ClaimRow({ claim, unitName }: { claim: NightClaim; unitName: string | undefined }) {
  const [unblock] = useDeleteBlockMutation()
  const deletion = useDeletion()
  const { text, tone } = kinds[claim.kind]
  const days = daysOf(claim)
  const confirmDelete = () =>
    deletion({
      what: 'block',
      description: `${days} can be booked and leased again.`,
      remove: () => unblock({ id: claim.id }).unwrap(),
    })
  return (
    <li className="flex items-center gap-2 px-5 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-words">{claim.label ?? text}</span>
          <Badge tone={tone}>{text}</Badge>
        </p>
        <p className="text-sm text-muted">{[unitName, days].filter(Boolean).join(' · ')}</p>
      </div>
      {claim.kind === 'block' && (
        <IconButton variant="danger-ghost" label={`Delete block ${days}`} onClick={() => void confirmDelete()}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
