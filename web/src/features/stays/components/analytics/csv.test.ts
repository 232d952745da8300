import type { StayAnalytics } from '@keyhold/contracts/properties/stays/analytics'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const figures: StayAnalytics['total'] = {
  totalRevenue: 1234.5,
  totalBookings: 2,
  totalNights: 9,
  availableNights: 31,
  occupancyRate: 29.03,
  averageDailyRate: 120,
  revenuePar: 34.84,
  cleaningCosts: 80,
  expectedCleaning: 40,
  maintenanceCosts: 0,
  platformFees: 12.5,
  netProfit: 1142,
  averageGuestRating: null,
}

test('a listing whose name is a formula or holds a comma stays text in one cell', () => {
  const text = csvOf({
    year: 2026,
    total: figures,
    lastYear: figures,
    months: [{ month: 3, year: 2026, ...figures }],
    averageLeadDays: null,
    averageStayNights: null,
    pace: { nights: 0, revenue: 0, lastYearNights: 0, lastYearRevenue: 0 },
    bySource: [
      { bookingSource: 'airbnb', bookings: 2, nights: 9, revenue: 1234.5, platformFees: 12.5, netRevenue: 1222 },
    ],
    byRental: [{ ...figures, rentalId: '1', propertyId: '2', listingName: '=HYPERLINK("x","y")' }],
    taxes: [{ name: 'City tax', jurisdiction: 'Austin', month: 3, remittedBy: 'landlord', amount: 60 }],
  })
  const lines = text.split('\r\n')
  expect(lines[1]).toBe('Month,2026-03,1234.5,2,9,31,29.03,120,34.84,80,40,0,12.5,1142,')
  expect(lines[4]).toMatch(/^Listing,"'=HYPERLINK\(""x"",""y""\)",1234\.5/)
  expect(lines[5]).toBe('Source,Airbnb,1234.5,2,9,,,,,,,,12.5,1222,')
  expect(lines.at(-2)).toBe('Tax,City tax,Austin,2026-03,You,60')
})
