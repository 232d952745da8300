import { itemsOf, totalOf } from '~/api/client/calls-of.ts'
import { useDashboardStatsQuery } from '~/api/dashboard.ts'
import { useListInsightsInfiniteQuery } from '~/api/insights.ts'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { plural } from '~/lib/format.ts'
import { InsightItem, SampleItem } from './insight-item.tsx'
import { samples } from './insight-samples.ts'

/** Spec §10. */
const shownAtOnce = 3

/** The most pressing findings from the landlord's own records. */
export function InsightsPanel() {
  const { data, isLoading, isError, error, refetch } = useListInsightsInfiniteQuery({ limit: shownAtOnce })
  // Tells a landlord without records from one without findings.
  const stats = useDashboardStatsQuery()
  const insights = itemsOf(data)
  const isEmpty = data !== undefined && insights.length === 0
  const isNew = isEmpty && stats.data?.totalProperties === 0
  const hidden = (totalOf(data) ?? 0) - insights.length
  return (
    <SectionCard
      title="AI Market Insights"
      description={isEmpty ? undefined : 'From your own records, most urgent first'}
      padded={false}
    >
      {isLoading || (isEmpty && stats.isLoading) ? (
        <RowSkeletons count={shownAtOnce} />
      ) : isError && !data ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : isEmpty ? (
        <Samples isNew={isNew} />
      ) : (
        <>
          <ul className="divide-y divide-line border-t border-line">
            {insights.map((insight) => (
              <InsightItem key={insight.id} insight={insight} />
            ))}
          </ul>
          {hidden > 0 && (
            <p className="border-t border-line px-5 py-3 text-sm text-muted">
              {plural(hidden, 'more insight')} in the queue. Act on one or dismiss it to see the next.
            </p>
          )}
        </>
      )}
    </SectionCard>
  )
}

function Samples({ isNew }: { isNew: boolean }) {
  return (
    <>
      <p className="px-5 pb-4 text-muted">
        {isNew
          ? 'Examples of what you’ll see here once you’ve added your properties.'
          : 'Nothing needs your attention right now. Here are examples of what you may see.'}
      </p>
      <ul className="divide-y divide-line border-t border-line">
        {samples.map((sample) => (
          <SampleItem key={sample.insightType} sample={sample} />
        ))}
      </ul>
    </>
  )
}
