import { CircleCheck } from 'lucide-react'
import { useAttentionQuery } from '~/api/attention.ts'
import { SectionCard } from '~/components/ui/card.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { list, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { looks, named } from './attention-kinds.ts'
import { Waiting, FailedMessage, More } from './attention-lines.tsx'

/** What needs the landlord's attention, each line with a link to resolve it. */
export function Attention() {
  const { data, isLoading } = useAttentionQuery()
  // Its place is kept, so that nothing moves when it is there.
  if (isLoading)
    return (
      <SectionCard title="Needs attention">
        <Skeleton className="h-28 w-full" />
      </SectionCard>
    )
  if (!data) return null
  const { items, totals, unknown } = data
  const isCalm = unknown.length === 0 && Object.values(totals).every((total) => total === 0)
  const kinds = (Object.keys(looks) as (keyof typeof looks)[]).filter((kind) => totals[kind] > 0)
  return (
    <SectionCard title="Needs attention" padded={false}>
      {isCalm ? (
        <p className="flex items-center gap-2.5 px-5 pb-5 text-muted">
          <CircleCheck aria-hidden className="size-4.5 text-success" />
          Nothing is overdue, and nothing needs your attention.
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {kinds.flatMap((kind) => {
            const shown = items.filter((item) => item.kind === kind)
            return [
              ...shown.map((item) =>
                kind === 'failed_message' ? (
                  <FailedMessage key={item.recordId} item={item} />
                ) : (
                  <Waiting key={`${kind} ${item.recordId}`} item={item} look={looks[kind]} />
                ),
              ),
              totals[kind] > shown.length && kind !== 'failed_message' && (
                <More key={`${kind} more`} to={looks[kind].all}>
                  {totals[kind] - shown.length} more {looks[kind].more}
                </More>
              ),
            ]
          })}
          {totals.late_fee > 0 && (
            <More to={paths.paymentsOf({ view: 'late-fees' })}>{plural(totals.late_fee, 'late fee')} to review</More>
          )}
          {unknown.length > 0 && (
            <li className="px-5 py-2.5 text-sm text-muted">
              Could not check {list(unknown.map((kind) => named[kind]))} right now.
            </li>
          )}
        </ul>
      )}
    </SectionCard>
  )
}
