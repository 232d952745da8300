import { stayAnalytics } from '@keyhold/contracts/properties/stays/analytics'
import { cancelBooking, updateBooking } from '@keyhold/contracts/properties/stays/bookings'
import { changeCalendar } from '@keyhold/contracts/properties/stays/calendar'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStaysApp, type StaysApp } from '../../testing/stays.ts'

let app: StaysApp
beforeAll(async () => void (app = await startStaysApp()))
afterAll(() => app?.stop())

test('a year of stays adds up as by hand; a stay over New Year is divided by its nights', async () => {
  const { landlord, rental } = await app.host({
    cleaningFee: 60,
    turnoverCost: 35,
    channelFees: { airbnb: 10 },
    taxes: [
      { name: 'City tax', jurisdiction: 'Austin', kind: 'percent', rate: 10, appliesTo: ['nights'] },
      {
        name: 'State tax',
        jurisdiction: 'Texas',
        kind: 'percent',
        rate: 5,
        appliesTo: ['nights'],
        remittedBy: ['airbnb'],
      },
    ],
  })
  // 28 December to 4 January: four nights in 2026, three in 2027.
  await app.booked(landlord, rental.id, '2026-12-28', '2027-01-04', { bookingSource: 'airbnb' })
  const { id } = await app.booked(landlord, rental.id, '2026-12-10', '2026-12-12')
  await app.send(updateBooking, landlord, { params: { id }, body: { guestRating: 4 } })
  const gone = await app.booked(landlord, rental.id, '2026-12-20', '2026-12-22')
  await app.send(cancelBooking, landlord, { params: { id: gone.id }, body: { by: 'landlord' } })
  await app.send(changeCalendar, landlord, {
    params: { id: rental.id },
    body: { from: '2026-12-01', to: '2026-12-04', isBlocked: true },
  })
  app.costs.push({ on: '2026-12-15', propertyId: rental.propertyId, amount: 45.5 })

  const { body } = await app.send(stayAnalytics, landlord, { query: { year: 2026 } })
  const december = body.months[11]
  // Nights: 4 + 2. Revenue: 600 of nights and 2 × 60 of cleaning. Fees: 10 % of 760, taken with the check-in. One departure in December.
  expect(december).toMatchObject({
    month: 12,
    year: 2026,
    totalBookings: 2,
    totalNights: 6,
    availableNights: 28,
    occupancyRate: 21.4,
    averageDailyRate: 100,
    revenuePar: 21.43,
    totalRevenue: 720,
    platformFees: 76,
    cleaningCosts: 0,
    expectedCleaning: 35,
    maintenanceCosts: 45.5,
    netProfit: 598.5,
    averageGuestRating: 4,
  })
  expect(body.total).toMatchObject({ totalNights: 6, totalRevenue: 720 })
  expect(body.months.slice(0, 2).map(({ totalNights, availableNights }) => [totalNights, availableNights])).toEqual([
    [0, 0],
    [0, 0],
  ])
  // Listed on 15 March.
  expect(body.months[2]?.availableNights).toBe(17)
  expect(body.taxes).toEqual([
    { jurisdiction: 'Austin', name: 'City tax', month: 12, remittedBy: 'landlord', amount: 60 },
    { jurisdiction: 'Texas', name: 'State tax', month: 12, remittedBy: 'channel', amount: 20 },
    { jurisdiction: 'Texas', name: 'State tax', month: 12, remittedBy: 'landlord', amount: 10 },
  ])
  expect(body.bySource.find(({ bookingSource }) => bookingSource === 'airbnb')).toMatchObject({
    bookings: 1,
    nights: 4,
    revenue: 460,
    platformFees: 76,
    netRevenue: 384,
  })
  expect(body.byRental).toMatchObject([{ rentalId: rental.id, totalNights: 6 }])
  expect(body.averageStayNights).toBe(4.5)
  expect(body.averageLeadDays).toBe(279)
  expect(body.pace).toEqual({ nights: 6, revenue: 600, lastYearNights: 0, lastYearRevenue: 0 })

  const next = await app.send(stayAnalytics, landlord, { query: { year: 2027, rentalId: rental.id } })
  expect(next.body.months[0]).toMatchObject({
    totalNights: 3,
    totalBookings: 0,
    totalRevenue: 300,
    expectedCleaning: 35,
  })
  expect(next.body.lastYear).toMatchObject({ totalNights: 6, totalRevenue: 720 })
  expect(next.body.taxes.filter(({ jurisdiction }) => jurisdiction === 'Austin')).toMatchObject([
    { month: 1, amount: 30 },
  ])
})

test('nobody sees another landlord’s figures', async () => {
  const { landlord, rental } = await app.host()
  await app.booked(landlord, rental.id, '2026-05-01', '2026-05-03')
  const other = actors.landlord()
  const { body } = await app.send(stayAnalytics, other, { query: { year: 2026 } })
  expect([body.total.totalNights, body.byRental]).toEqual([0, []])
  expect((await app.send(stayAnalytics, other, { query: { year: 2026, rentalId: rental.id } })).status).toBe(404)
  expect((await app.send(stayAnalytics, actors.tenantOf(landlord), { query: { year: 2026 } })).status).toBe(403)
})
