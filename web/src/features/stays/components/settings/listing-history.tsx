import { useRentalHistoryInfiniteQuery } from '~/api/listings.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { HistoryList } from '../history-list.tsx'
import type { SectionProps } from './listing-settings.tsx'

/** Who changed what of a listing. */
export function ListingHistory({ rental }: SectionProps) {
  const list = useRentalHistoryInfiniteQuery({ id: rental.id, limit: 25 })
  return (
    <PagedCard list={list}>
      {(entries, loading) => (
        <div className="px-5 pt-3 pb-5">
          <HistoryList entries={entries} loading={loading} />
        </div>
      )}
    </PagedCard>
  )
}
