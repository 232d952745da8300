import type { RevenueRecord, StayAnalytics } from '@keyhold/contracts/properties/stays/analytics'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { sourceWords } from '~/components/stays/words.ts'
import { SectionCard } from '~/components/ui/card.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { headlineMoney, money, month, nothing, number } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

type Totals = Omit<RevenueRecord, 'month' | 'year'>
interface TableProps {
  data: StayAnalytics
}

/** The figures of a record, after the column that names it. */
const figureColumns = <T extends Totals>(): Column<T>[] => [
  { key: 'revenue', header: 'Revenue', align: 'right', cell: (row) => headlineMoney(row.totalRevenue) },
  { key: 'bookings', header: 'Bookings', align: 'right', tablet: 'hidden', cell: (row) => number(row.totalBookings) },
  { key: 'nights', header: 'Nights', align: 'right', cell: (row) => number(row.totalNights) },
  { key: 'occupancy', header: 'Occupancy', align: 'right', cell: (row) => `${number(row.occupancyRate)}%` },
  { key: 'adr', header: 'ADR', align: 'right', cell: (row) => headlineMoney(row.averageDailyRate) },
  { key: 'revpar', header: 'RevPAR', align: 'right', tablet: 'hidden', cell: (row) => headlineMoney(row.revenuePar) },
  {
    key: 'costs',
    header: 'Costs',
    align: 'right',
    tablet: 'hidden',
    cell: (row) => (
      <span
        title={`Cleaning ${money(row.cleaningCosts)}, maintenance ${money(row.maintenanceCosts)}, platform fees ${money(row.platformFees)}`}
      >
        {headlineMoney(costsOf(row))}
      </span>
    ),
  },
  { key: 'net', header: 'Net profit', align: 'right', cell: (row) => headlineMoney(row.netProfit) },
  {
    key: 'rating',
    header: 'Rating',
    align: 'right',
    laptop: 'hidden',
    cell: (row) => (row.averageGuestRating === null ? nothing : number(row.averageGuestRating)),
  },
]

const costsOf = (row: Totals) => Math.round((row.cleaningCosts + row.maintenanceCosts + row.platformFees) * 100) / 100

const monthOf = (year: number, nth: number) => month(`${year}-${String(nth).padStart(2, '0')}-01`)
const first = (text: ReactNode) => <span className="whitespace-nowrap">{text}</span>

export const MonthTable = ({ data }: TableProps) => (
  <SectionCard title="By month" description="Revenue belongs to the nights stayed" padded={false}>
    <DataTable
      caption="By month"
      rows={data.months}
      rowKey={(row) => `${row.year}-${row.month}`}
      columns={[
        {
          key: 'month',
          header: 'Month',
          cell: (row) => first(monthOf(row.year, row.month)),
        },
        ...figureColumns<StayAnalytics['months'][number]>(),
      ]}
    />
  </SectionCard>
)

export const RentalTable = ({ data }: TableProps) => (
  <SectionCard title="By listing" padded={false}>
    <DataTable
      caption="By listing"
      rows={data.byRental}
      rowKey={({ rentalId }) => rentalId}
      columns={[
        {
          key: 'listing',
          header: 'Listing',
          cell: ({ rentalId, listingName }) => (
            <Link to={paths.airbnbAt('listings', { rental: rentalId })} className="font-medium hover:underline">
              {listingName}
            </Link>
          ),
        },
        ...figureColumns<StayAnalytics['byRental'][number]>(),
      ]}
      empty={<p className="px-5 pb-5 text-muted">No listing had nights in this year.</p>}
    />
  </SectionCard>
)

const sourceColumns: Column<StayAnalytics['bySource'][number]>[] = [
  { key: 'source', header: 'Source', cell: ({ bookingSource }) => first(sourceWords(bookingSource)) },
  { key: 'bookings', header: 'Bookings', align: 'right', cell: ({ bookings }) => number(bookings) },
  { key: 'nights', header: 'Nights', align: 'right', cell: ({ nights }) => number(nights) },
  { key: 'revenue', header: 'Revenue', align: 'right', cell: ({ revenue }) => headlineMoney(revenue) },
  { key: 'fees', header: 'Platform fees', align: 'right', cell: ({ platformFees }) => headlineMoney(platformFees) },
  { key: 'net', header: 'After fees', align: 'right', cell: ({ netRevenue }) => headlineMoney(netRevenue) },
]

export const SourceTable = ({ data }: TableProps) => (
  <SectionCard title="By source" padded={false}>
    <DataTable
      caption="By source"
      rows={data.bySource}
      rowKey={({ bookingSource }) => bookingSource}
      columns={sourceColumns}
      empty={<p className="px-5 pb-5 text-muted">No bookings in this year.</p>}
    />
  </SectionCard>
)

const taxColumns = (year: number): Column<StayAnalytics['taxes'][number]>[] => [
  { key: 'jurisdiction', header: 'Due to', cell: ({ jurisdiction }) => jurisdiction },
  { key: 'tax', header: 'Tax', cell: ({ name }) => name },
  { key: 'month', header: 'Month', cell: (row) => first(monthOf(year, row.month)) },
  {
    key: 'who',
    header: 'Paid by',
    cell: ({ remittedBy }) => (remittedBy === 'landlord' ? 'You' : 'The channel'),
  },
  { key: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => money(amount) },
]

export const TaxTable = ({ data }: TableProps) => (
  <SectionCard title="Lodging taxes" padded={false}>
    <DataTable
      caption="Lodging taxes"
      rows={data.taxes}
      rowKey={({ jurisdiction, name, month: nth, remittedBy }) => `${jurisdiction} ${name} ${nth} ${remittedBy}`}
      columns={taxColumns(data.year)}
      empty={<p className="px-5 pb-5 text-muted">No taxes. Set them in a listing’s fees and terms.</p>}
    />
  </SectionCard>
)
