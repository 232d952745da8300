import { useState } from 'react'
import { useBookingHistoryInfiniteQuery } from '~/api/bookings.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { HistoryList } from '../history-list.tsx'

/** What was changed of a booking; fetched when it is opened. */
export function BookingHistory({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="rounded-sm font-medium text-pine">History</summary>
      {isOpen && <Entries id={id} />}
    </details>
  )
}

function Entries({ id }: { id: string }) {
  const list = useBookingHistoryInfiniteQuery({ id, limit: 20 })
  return (
    <PagedList list={list} compact showsCount={false}>
      {(entries, loading) => <HistoryList entries={entries} loading={loading} />}
    </PagedList>
  )
}
