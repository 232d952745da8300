import type { ShortTermBooking } from '@keyhold/contracts/properties/stays/bookings'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { BookingBadge } from '~/components/stays/status-badge.tsx'
import { sourceWords } from '~/components/stays/words.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { dateRange, money, plural, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

const columns: readonly Column<ShortTermBooking>[] = [
  {
    key: 'guest',
    header: 'Guest',
    className: 'md:w-full md:max-w-0',
    cell: ({ guestName, numberOfGuests, listingName }) => (
      <span className="grid">
        <span className="font-medium break-words">{guestName}</span>
        <span className="text-sm font-normal break-words text-muted">
          {listingName} · {plural(numberOfGuests, 'guest')}
        </span>
      </span>
    ),
  },
  {
    key: 'dates',
    header: 'Dates',
    cell: ({ checkInDate, checkOutDate, numberOfNights }) => (
      <span className="grid whitespace-nowrap">
        {dateRange(checkInDate, checkOutDate)}
        <span className="text-sm text-muted">{plural(numberOfNights, 'night')}</span>
      </span>
    ),
  },
  {
    key: 'source',
    header: 'Source',
    tablet: 'hidden',
    cell: ({ bookingSource }) => <span className="whitespace-nowrap">{sourceWords(bookingSource)}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, paymentStatus }) => (
      <span className="flex flex-wrap gap-1">
        <BookingBadge status={status} />
        {paymentStatus !== 'paid' && <Badge tone="warning">{words(paymentStatus)}</Badge>}
      </span>
    ),
  },
  {
    key: 'total',
    header: 'Total',
    align: 'right',
    cell: ({ totalAmount, netRevenue }) => (
      <span className="grid">
        {money(totalAmount)}
        {netRevenue !== totalAmount && (
          <span className="text-sm whitespace-nowrap text-muted">{money(netRevenue)} net</span>
        )}
      </span>
    ),
  },
]

/** Bookings as rows; each opens its details. */
export function BookingTable({
  bookings,
  loading,
  empty,
}: {
  bookings: readonly ShortTermBooking[]
  loading: boolean
  empty: ReactNode
}) {
  const [params] = useSearchParams()
  const hrefOf = ({ id }: ShortTermBooking) => {
    const next = new URLSearchParams(params)
    next.set('booking', id)
    return `${paths.airbnb}?${next}`
  }
  return (
    <DataTable
      caption="Bookings"
      columns={columns}
      rows={bookings}
      rowKey={({ id }) => id}
      rowHref={hrefOf}
      loading={loading}
      empty={empty}
    />
  )
}
