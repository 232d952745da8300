import type { StayAnalytics } from '@keyhold/contracts/properties/stays/analytics'
import { sourceNames } from '@keyhold/contracts/properties/stays/stay-values'

type Cell = string | number | null

const columns = [
  ['Revenue', 'totalRevenue'],
  ['Bookings', 'totalBookings'],
  ['Nights', 'totalNights'],
  ['Available nights', 'availableNights'],
  ['Occupancy %', 'occupancyRate'],
  ['Average daily rate', 'averageDailyRate'],
  ['RevPAR', 'revenuePar'],
  ['Cleaning', 'cleaningCosts'],
  ['Cleaning expected', 'expectedCleaning'],
  ['Maintenance', 'maintenanceCosts'],
  ['Platform fees', 'platformFees'],
  ['Net profit', 'netProfit'],
  ['Guest rating', 'averageGuestRating'],
] as const

/** A text that a spreadsheet would run as a formula is led by an apostrophe. */
function cellOf(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const monthName = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`

/** The year by month, by listing and by source, and the lodging taxes, as one table. */
export function csvOf(data: StayAnalytics): string {
  const figures = (record: StayAnalytics['total']): Cell[] => columns.map(([, key]) => record[key])
  const rows: Cell[][] = [
    ['Of', 'Name', ...columns.map(([header]) => header)],
    ...data.months.map((record) => ['Month', monthName(record.year, record.month), ...figures(record)]),
    ['Year', String(data.year), ...figures(data.total)],
    ['Year', String(data.year - 1), ...figures(data.lastYear)],
    ...data.byRental.map((record) => ['Listing', record.listingName, ...figures(record)]),
    ...data.bySource.map(({ bookingSource, revenue, bookings, nights, platformFees, netRevenue }) => [
      'Source',
      sourceNames[bookingSource],
      ...columns.map(([, key]): Cell => {
        if (key === 'totalRevenue') return revenue
        if (key === 'totalBookings') return bookings
        if (key === 'totalNights') return nights
        if (key === 'platformFees') return platformFees
        return key === 'netProfit' ? netRevenue : null
      }),
    ]),
    ['Tax', 'Name', 'Due to', 'Month', 'Paid by', 'Amount'],
    ...data.taxes.map(({ name, jurisdiction, month, remittedBy, amount }) => [
      'Tax',
      name,
      jurisdiction,
      monthName(data.year, month),
      remittedBy === 'landlord' ? 'You' : 'The channel',
      amount,
    ]),
  ]
  return `${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}
