import {
  bookingHistory,
  bookingSummary,
  cancelBooking,
  cancellationPreview,
  checkInBooking,
  checkOutBooking,
  createBooking,
  extendBooking,
  extensionPreview,
  getBooking,
  listBookings,
  markNoShow,
  updateBooking,
} from '@keyhold/contracts/properties/stays/bookings'
import { updateRental } from '@keyhold/contracts/properties/stays/listings'
import {
  BookingCancelled,
  BookingChanged,
  BookingCheckedIn,
  BookingCheckedOut,
  BookingConfirmed,
  type BookingMoney,
  BookingMoneyChanged,
} from '@keyhold/contracts/properties/stays/stay-events'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStaysApp, type StaysApp } from '../../testing/stays.ts'

let app: StaysApp
beforeAll(async () => void (app = await startStaysApp()))
afterAll(() => app?.stop())

const earned = ({ income }: BookingMoney) => Math.round(income.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100
const moneyOf = (id: string) => app.published(BookingMoneyChanged).findLast(({ bookingId }) => bookingId === id)

describe('a booking that the landlord enters', () => {
  test('is confirmed and paid, with totals of the server and the price of each night', async () => {
    const { landlord, rental } = await app.host({
      cleaningFee: 60,
      extraGuestFee: 10,
      guestsIncluded: 2,
      taxes: [{ name: 'Occupancy tax', jurisdiction: 'Austin', kind: 'percent', rate: 10 }],
      channelFees: { airbnb: 15 },
    })
    const booking = await app.booked(landlord, rental.id, '2026-06-01', '2026-06-04', {
      numberOfGuests: 3,
      bookingSource: 'airbnb',
      externalBookingId: 'HMABC',
      totalAmount: 1,
    })
    // 300 + 30 + 60, 10 % tax, and 15 % of 390 for Airbnb.
    expect(booking).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
      numberOfNights: 3,
      basePriceTotal: 300,
      extraGuestTotal: 30,
      cleaningFee: 60,
      taxes: 39,
      totalAmount: 429,
      platformFee: 58.5,
      netRevenue: 370.5,
      paidAmount: 429,
    })
    expect(booking.nights.map(({ date, price }) => [date, price])).toEqual([
      ['2026-06-01', 100],
      ['2026-06-02', 100],
      ['2026-06-03', 100],
    ])
    await app.settled()
    expect(app.published(BookingConfirmed)).toContainEqual(
      expect.objectContaining({ bookingId: booking.id, guestName: 'Gus Guest' }),
    )
    const money = moneyOf(booking.id)
    expect(money).toMatchObject({ platformFee: { amount: 58.5 }, received: [{ amount: 429 }], refunded: [] })
    expect(money && earned(money)).toBe(390)
    const twice = await app.book(landlord, rental.id, '2026-07-01', '2026-07-03', {
      bookingSource: 'airbnb',
      externalBookingId: 'HMABC',
    })
    expect([twice.status, twice.problem.detail]).toEqual([409, 'The booking HMABC is entered already, for Gus Guest.'])
  })

  test('keeps its price when prices change later, for its own nights even when it is extended', async () => {
    const { landlord, rental } = await app.host()
    const booking = await app.booked(landlord, rental.id, '2026-06-01', '2026-06-03')
    await app.send(updateRental, landlord, { params: { id: rental.id }, body: { basePrice: 500, cleaningFee: 99 } })
    const params = { id: booking.id }
    expect((await app.send(getBooking, landlord, { params })).body.totalAmount).toBe(200)
    const query = { checkOutDate: '2026-06-04' }
    const preview = await app.send(extensionPreview, landlord, { params, query })
    expect(preview.body).toMatchObject({ totalBefore: 200, totalAfter: 700, difference: 500 })
    const extended = await app.send(extendBooking, landlord, { params, body: query })
    expect(extended.body).toMatchObject({
      totalAmount: 700,
      cleaningFee: 0,
      paymentStatus: 'paid',
      checkOutDate: '2026-06-04',
    })
    expect(extended.body.nights.map(({ price }) => price)).toEqual([100, 100, 500])
  })

  test('holds to guests, minimum and maximum stay', async () => {
    const { landlord, rental } = await app.host({ minStayNights: 2, maxStayNights: 10 })
    const of = async (from: string, to: string, fields = {}) => {
      const { status, problem } = await app.book(landlord, rental.id, from, to, fields)
      return [status, problem.issues?.[0]]
    }
    expect(await of('2026-06-01', '2026-06-04', { numberOfGuests: 5 })).toEqual([
      400,
      { path: 'numberOfGuests', message: 'This listing takes at most 4 guests' },
    ])
    expect(await of('2026-06-01', '2026-06-02')).toEqual([
      400,
      { path: 'checkOutDate', message: 'The minimum stay for this arrival is 2 nights' },
    ])
    expect((await of('2026-06-01', '2026-06-12'))[0]).toBe(400)
    expect((await of('2026-06-04', '2026-06-04'))[0]).toBe(400)
    expect((await of('2026-06-01', '2026-06-03'))[0]).toBe(201)
  })

  test('of taken nights is refused with the nearest free ones; the day of departure is free', async () => {
    const { landlord, rental } = await app.host()
    await app.booked(landlord, rental.id, '2026-06-10', '2026-06-14')
    const { status, problem } = await app.book(landlord, rental.id, '2026-06-12', '2026-06-15')
    expect([status, problem.code]).toEqual([409, 'nights-taken'])
    expect(problem).toMatchObject({
      freeNights: [
        { from: '2026-06-07', until: '2026-06-10' },
        { from: '2026-06-14', until: '2026-06-17' },
      ],
    })
    expect((await app.book(landlord, rental.id, '2026-06-14', '2026-06-15')).status).toBe(201)
    expect((await app.book(landlord, rental.id, '2026-06-09', '2026-06-10')).status).toBe(201)
  })

  test('takes a night once, of ten who want it at the same time', async () => {
    const { landlord, rental } = await app.host()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        app.book(landlord, rental.id, '2026-08-01', '2026-08-04', { guestName: `Guest ${i}` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect((await app.send(listBookings, landlord)).headers['x-total-count']).toBe('1')
  })

  test('is made once, however often it is sent', async () => {
    const { landlord, rental } = await app.host()
    const body = { rentalId: rental.id, guestName: 'Gus', checkInDate: '2026-06-01', checkOutDate: '2026-06-03' }
    const headers = { 'idempotency-key': 'one booking' }
    const first = await app.send(createBooking, landlord, { body, headers })
    const second = await app.send(createBooking, landlord, { body, headers })
    expect([second.status, second.body.id]).toEqual([201, first.body.id])
  })

  test('belongs to its landlord', async () => {
    const { landlord, rental } = await app.host()
    const { id } = await app.booked(landlord, rental.id, '2026-06-01', '2026-06-03')
    const other = actors.landlord()
    const params = { id }
    expect((await app.send(getBooking, other, { params })).status).toBe(404)
    expect((await app.send(updateBooking, other, { params, body: { notes: 'mine' } })).status).toBe(404)
    expect((await app.send(cancelBooking, other, { params, body: {} })).status).toBe(404)
    expect((await app.book(other, rental.id, '2026-09-01', '2026-09-03')).status).toBe(404)
    expect((await app.send(listBookings, other)).body).toEqual([])
    expect((await app.send(getBooking, actors.tenantOf(landlord), { params })).status).toBe(403)
    expect((await app.send(getBooking, actors.visitor(), { params })).status).toBe(401)
  })

  test('has a night for each date, on which the clocks change too', async () => {
    const { landlord, rental } = await app.host()
    const spring = await app.booked(landlord, rental.id, '2027-03-13', '2027-03-16')
    expect([spring.numberOfNights, spring.nights.length, spring.totalAmount]).toEqual([3, 3, 300])
    const autumn = await app.booked(landlord, rental.id, '2026-10-31', '2026-11-02')
    expect([autumn.numberOfNights, autumn.totalAmount]).toEqual([2, 200])
  })
})

describe('a change', () => {
  test('moves the nights and gives the old ones back in the same transaction', async () => {
    const { landlord, rental } = await app.host()
    const { id } = await app.booked(landlord, rental.id, '2026-06-10', '2026-06-12')
    const taken = await app.booked(landlord, rental.id, '2026-06-20', '2026-06-22')
    const params = { id }
    const onto = await app.send(updateBooking, landlord, {
      params,
      body: { checkInDate: '2026-06-19', checkOutDate: '2026-06-21' },
    })
    expect(onto.status).toBe(409)
    const moved = await app.send(updateBooking, landlord, {
      params,
      body: { checkInDate: '2026-06-11', checkOutDate: '2026-06-14' },
    })
    expect(moved.body).toMatchObject({ totalAmount: 300, paidAmount: 300, paymentStatus: 'paid' })
    expect((await app.book(landlord, rental.id, '2026-06-10', '2026-06-11')).status).toBe(201)
    await app.settled()
    expect(app.published(BookingChanged)).toContainEqual(
      expect.objectContaining({
        bookingId: id,
        checkInDate: '2026-06-11',
        before: { rentalId: rental.id, checkInDate: '2026-06-10', checkOutDate: '2026-06-12' },
      }),
    )
    expect(taken.id).not.toBe(id)
    const history = await app.send(bookingHistory, landlord, { params })
    expect(history.body.map(({ what }) => what)).toEqual(['moved', 'created'])
  })

  test('to another listing is priced there', async () => {
    const { landlord, rental } = await app.host()
    const other = await app.addRental(landlord, { listingName: 'Elm', basePrice: 250 })
    const { id } = await app.booked(landlord, rental.id, '2026-06-10', '2026-06-12')
    const moved = await app.send(updateBooking, landlord, { params: { id }, body: { rentalId: other.id } })
    expect(moved.body).toMatchObject({ rentalId: other.id, unitId: other.unitId, totalAmount: 500, listingName: 'Elm' })
    expect((await app.book(landlord, rental.id, '2026-06-10', '2026-06-12')).status).toBe(201)
    expect((await app.book(landlord, other.id, '2026-06-10', '2026-06-12')).status).toBe(409)
  })

  test('takes what the channel charged, and ratings both ways', async () => {
    const { landlord, rental } = await app.host()
    const { id } = await app.booked(landlord, rental.id, '2026-06-10', '2026-06-13', { bookingSource: 'vrbo' })
    const params = { id }
    const charged = await app.send(updateBooking, landlord, {
      params,
      body: { basePriceTotal: 275.55, platformFee: 22.05 },
    })
    expect(charged.body).toMatchObject({
      basePriceTotal: 275.55,
      totalAmount: 275.55,
      netRevenue: 253.5,
      paidAmount: 275.55,
    })
    expect(charged.body.nights.map(({ price }) => price)).toEqual([91.85, 91.85, 91.85])
    const rated = await app.send(updateBooking, landlord, {
      params,
      body: { guestRating: 5, landlordRating: 4, landlordReview: 'Tidy' },
    })
    expect(rated.body).toMatchObject({ guestRating: 5, landlordRating: 4, landlordReview: 'Tidy', totalAmount: 275.55 })
    expect((await app.send(updateBooking, landlord, { params, body: { guestRating: 6 } })).status).toBe(400)
  })

  test('of the payment follows what the landlord says of what was entered', async () => {
    const { landlord, rental } = await app.host()
    const { id } = await app.booked(landlord, rental.id, '2026-06-10', '2026-06-12', { paymentStatus: 'pending' })
    const params = { id }
    const paid = await app.send(updateBooking, landlord, { params, body: { paymentStatus: 'paid' } })
    expect(paid.body).toMatchObject({ paymentStatus: 'paid', paidAmount: 200 })
    const unpaid = await app.send(updateBooking, landlord, { params, body: { paymentStatus: 'pending' } })
    expect(unpaid.body).toMatchObject({ paymentStatus: 'pending', paidAmount: 200, refundedAmount: 200 })
  })
})

describe('an end', () => {
  test('a cancellation shows its refund first, frees the nights and keeps what the policy says', async () => {
    const { landlord, rental } = await app.host({ cleaningFee: 50, cancellationPolicy: 'moderate' })
    // Booked long before: today is 15 March, check-in in 3 days.
    const { id } = await app.booked(landlord, rental.id, '2026-03-18', '2026-03-20', { bookingSource: 'direct' })
    const params = { id }
    const preview = await app.send(cancellationPreview, landlord, { params, query: { by: 'guest' } })
    // Half of the 200 for the nights, and all of the cleaning.
    expect(preview.body).toMatchObject({ refundAmount: 150, keptAmount: 100, paidAmount: 250 })
    const stale = await app.send(cancelBooking, landlord, { params, body: { by: 'guest', expectedRefund: 250 } })
    expect(stale.status).toBe(409)
    const cancelled = await app.send(cancelBooking, landlord, { params, body: { by: 'guest', expectedRefund: 150 } })
    expect(cancelled.body).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'partially_refunded',
      refundedAmount: 150,
    })
    expect((await app.book(landlord, rental.id, '2026-03-18', '2026-03-20')).status).toBe(201)
    const again = await app.send(cancelBooking, landlord, { params, body: {} })
    expect([again.status, again.problem.code]).toEqual([409, 'illegal-transition'])
    await app.settled()
    expect(app.published(BookingCancelled)).toContainEqual(
      expect.objectContaining({ bookingId: id, cancelledBy: 'guest', refundAmount: 150 }),
    )
    expect(moneyOf(id)).toMatchObject({
      income: [{ kind: 'kept', amount: 100, on: '2026-03-15' }],
      refunded: [{ amount: 150 }],
    })
  })

  test('a cancellation by the host refunds everything', async () => {
    const { landlord, rental } = await app.host({ cancellationPolicy: 'strict' })
    const { id } = await app.booked(landlord, rental.id, '2026-03-16', '2026-03-20')
    const { body } = await app.send(cancelBooking, landlord, { params: { id }, body: { reason: 'Burst pipe' } })
    expect(body).toMatchObject({ refundedAmount: 400, paymentStatus: 'refunded', cancelReason: 'Burst pipe' })
  })

  test('guests check in from their first day on and out once; who leaves early frees the rest', async () => {
    const { landlord, rental } = await app.host()
    const later = await app.booked(landlord, rental.id, '2026-03-17', '2026-03-18')
    const early = await app.send(checkInBooking, landlord, { params: { id: later.id } })
    expect([early.status, early.problem.code]).toEqual([409, 'illegal-transition'])
    const { id } = await app.booked(landlord, rental.id, '2026-03-11', '2026-03-17')
    const params = { id }
    expect((await app.send(checkOutBooking, landlord, { params })).status).toBe(409)
    expect((await app.send(checkInBooking, landlord, { params })).body.status).toBe('checked_in')
    expect((await app.send(checkInBooking, landlord, { params })).status).toBe(409)
    const out = await app.send(checkOutBooking, landlord, { params })
    expect(out.body).toMatchObject({ status: 'checked_out', totalAmount: 600 })
    await app.settled()
    expect(app.published(BookingCheckedIn)).toContainEqual(expect.objectContaining({ bookingId: id }))
    expect(app.published(BookingCheckedOut)).toContainEqual(expect.objectContaining({ bookingId: id }))
    // Four nights were stayed; the money of the other two is kept as of today.
    const money = moneyOf(id)
    expect(money?.income.filter(({ kind }) => kind === 'nights')).toHaveLength(4)
    expect(money && earned(money)).toBe(600)
    expect((await app.book(landlord, rental.id, '2026-03-15', '2026-03-17')).status).toBe(201)
  })

  test('a no-show is one from check-in on, and frees the nights that are left', async () => {
    const { landlord, rental } = await app.host()
    const { id } = await app.booked(landlord, rental.id, '2026-03-15', '2026-03-18')
    const params = { id }
    expect((await app.send(markNoShow, landlord, { params })).problem.detail).toBe('Check-in has not begun yet.')
    app.clock.advance(8 * 3_600_000)
    const { body } = await app.send(markNoShow, landlord, { params })
    app.clock.advance(-8 * 3_600_000)
    expect(body).toMatchObject({ status: 'no_show', paymentStatus: 'paid' })
    expect((await app.book(landlord, rental.id, '2026-03-16', '2026-03-18')).status).toBe(201)
    expect((await app.send(checkInBooking, landlord, { params })).status).toBe(409)
  })
})

test('the list is filtered, sorted and paged, and its summary adds up', async () => {
  const { landlord, rental } = await app.host()
  for (const month of ['06', '04', '08', '05'])
    await app.booked(landlord, rental.id, `2026-${month}-01`, `2026-${month}-03`, { guestName: `Guest ${month}` })
  const sorted = await app.send(listBookings, landlord, { query: { sort: 'check-in', limit: 3 } })
  expect(sorted.body.map(({ guestName }) => guestName)).toEqual(['Guest 04', 'Guest 05', 'Guest 06'])
  const cursor = new URLSearchParams(sorted.headers.link?.match(/\?([^>]*)/)?.[1]).get('cursor')
  const next = await app.send(listBookings, landlord, { query: { sort: 'check-in', limit: 3, cursor } })
  expect(next.body.map(({ guestName }) => guestName)).toEqual(['Guest 08'])
  const newest = await app.send(listBookings, landlord, { query: { from: '2026-05-02', to: '2026-06-02' } })
  expect(newest.body.map(({ guestName }) => guestName).toSorted()).toEqual(['Guest 05', 'Guest 06'])
  expect((await app.send(listBookings, landlord, { query: { q: 'guest 08' } })).body).toHaveLength(1)
  const summary = await app.send(bookingSummary, landlord, { query: { rentalId: rental.id } })
  expect(summary.body).toMatchObject({
    count: 4,
    totalAmount: 800,
    netRevenue: 800,
    byStatus: { confirmed: 4, cancelled: 0 },
  })
})
