import { Bot } from 'lucide-react'
import { useExchangeSummaryQuery, useListExchangesInfiniteQuery } from '~/api/assistant.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { StatCard } from '~/components/ui/card.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { FilterChips, Toolbar } from '~/components/ui/toolbar.tsx'
import { number } from '~/lib/format.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { ExchangeItem } from '../components/exchange-item.tsx'
import { SettingsCard } from '../components/settings-card.tsx'
import { filterOf, filters } from '../words.ts'

/** `/assistant?show=…`: every exchange with the assistant, and its settings. */
export function Component() {
  const [chosen, setChosen] = useSearchState('show')
  const { value, query } = filterOf(chosen)
  const list = useListExchangesInfiniteQuery({ ...query, limit: 25 })
  return (
    <>
      <PageHeader description="What the assistant was asked, what it answered, and what it may do." />
      <Figures />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div>
          <Toolbar>
            <FilterChips label="Show" value={value} onChange={setChosen} options={filters} />
          </Toolbar>
          <PagedCard list={list}>
            {(exchanges, loading) =>
              loading ? (
                <RowSkeletons count={4} />
              ) : exchanges.length === 0 ? (
                <Nothing isFiltered={value !== ''} />
              ) : (
                <ul aria-label="Exchanges" className="divide-y divide-line">
                  {exchanges.map((exchange) => (
                    <ExchangeItem key={exchange.id} exchange={exchange} />
                  ))}
                </ul>
              )
            }
          </PagedCard>
        </div>
        <SettingsCard />
      </div>
    </>
  )
}

function Figures() {
  const { data, isLoading } = useExchangeSummaryQuery()
  const figures = [
    { label: 'Answered', value: data?.byOutcome.answered },
    { label: 'Passed to you', value: data?.byOutcome.handed_over },
    { label: 'Emergencies', value: data?.byOutcome.emergency },
    { label: 'Rated wrong', value: data?.bad },
  ]
  return (
    <div className="mb-5 grid grid-cols-2 gap-3 md:grid-cols-4">
      {figures.map(({ label, value }) => (
        <StatCard key={label} label={label} value={number(value)} loading={isLoading} />
      ))}
    </div>
  )
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon={<Bot aria-hidden />} title="No exchanges match" description="Choose another filter." />
  ) : (
    <EmptyState
      icon={<Bot aria-hidden />}
      title="Nothing was asked yet"
      description="Questions that tenants ask the assistant, and yours in AI Chat, are listed here with their answers."
    />
  )
