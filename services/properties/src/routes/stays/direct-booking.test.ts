import {
  acceptBooking,
  cancelBooking,
  createGuestLink,
  getBooking,
  guestLinkFor,
  listBookings,
} from '@keyhold/contracts/properties/stays/bookings'
import { updateRental, type ShortTermRental } from '@keyhold/contracts/properties/stays/listings'
import {
  cancelStay,
  changeStay,
  guestCancellation,
  guestChange,
  guestStay,
  holdStay,
  payTestStay,
  publicCalendar,
  publicListing,
  publicPhoto,
  publicQuote,
  rateStay,
  releaseHold,
} from '@keyhold/contracts/properties/stays/public-stays'
import { BookingConfirmed, BookingRequested } from '@keyhold/contracts/properties/stays/stay-events'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStaysApp, type StaysApp } from '../../testing/stays.ts'

let app: StaysApp
beforeAll(async () => void (app = await startStaysApp()))
afterAll(() => app?.stop())

const visitor = actors.visitor()
const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/29', cvc: '123' }
const minute = 60_000
let ips = 0

const dates = { checkInDate: '2026-06-01', checkOutDate: '2026-06-04', numberOfGuests: 2 }
const guest = { guestName: 'Gina Guest', guestEmail: 'gina@example.com', accepted: true }

async function hold({ slug }: ShortTermRental, fields: Record<string, unknown> = {}) {
  const asked = { ...dates, ...fields }
  const { checkInDate, checkOutDate, numberOfGuests } = asked
  const quoted = await app.send(publicQuote, visitor, {
    params: { slug },
    query: { checkInDate, checkOutDate, numberOfGuests },
  })
  return app.send(holdStay, visitor, {
    params: { slug },
    body: { ...guest, expectedTotal: quoted.body.totalAmount, ...asked },
    // Each from a network of its own, unless it is about that.
    ip: `10.${++ips % 250}.0.1`,
  })
}

async function held(rental: ShortTermRental, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body, problem } = await hold(rental, fields)
  if (status !== 201) throw new Error(problem.detail)
  return body.token
}

const pay = (token: string, given: Record<string, unknown> = {}) =>
  app.send(payTestStay, visitor, { params: { token }, body: { ...card, ...given } })

describe('a guest', () => {
  test('sees the listing, its calendar and what a stay costs, and nothing of the host’s own', async () => {
    const { landlord, rental } = await app.host({
      cleaningFee: 40,
      instantBookEnabled: true,
      checkInInstructions: 'Code 1234',
    })
    await app.booked(landlord, rental.id, '2026-06-02', '2026-06-03', { guestName: 'Somebody Else' })
    const photo = await app.addPhoto(landlord, rental.propertyId)
    const params = { slug: rental.slug }
    const page = await app.send(publicListing, visitor, { params })
    expect(page.body).toMatchObject({
      listingName: 'Oak House',
      hostName: 'Hanna Host',
      canBook: true,
      isInstant: true,
      isTest: true,
      city: 'Austin',
    })
    const calendar = await app.send(publicCalendar, visitor, {
      params,
      query: { from: '2026-06-01', to: '2026-06-05' },
    })
    expect(calendar.body.map(({ isAvailable }) => isAvailable)).toEqual([true, false, true, true])
    const said = JSON.stringify([page.body, calendar.body])
    for (const secret of ['Code 1234', 'Somebody', '12 Oak St', rental.landlordId]) expect(said).not.toContain(secret)
    const quote = await app.send(publicQuote, visitor, { params, query: dates })
    expect(quote.body.problems.map(({ code }) => code)).toEqual(['dates-taken'])
    const file = await app.send(publicPhoto, visitor, { params: { ...params, photoId: photo.id, size: 'card' } })
    expect(file.status).toBe(200)
    const other = await app.host()
    const foreign = await app.send(publicPhoto, visitor, {
      params: { slug: other.rental.slug, photoId: photo.id, size: 'card' },
    })
    expect(foreign.status).toBe(404)
    // Old links work when the words of the address change.
    await app.send(updateRental, landlord, { params: { id: rental.id }, body: { slug: 'New name' } })
    expect((await app.send(publicListing, visitor, { params })).status).toBe(200)
    await app.send(updateRental, landlord, { params: { id: rental.id }, body: { isActive: false } })
    expect((await app.send(publicListing, visitor, { params })).status).toBe(404)
  })

  test('holds the nights for 20 minutes, pays, and has a booking; paying twice pays once', async () => {
    const { landlord, rental } = await app.host({ instantBookEnabled: true, checkInInstructions: 'Code 1234' })
    const token = await held(rental)
    const before = await app.send(guestStay, visitor, { params: { token } })
    expect(before.body).toMatchObject({ state: 'held', dueAmount: 300, address: null, checkInInstructions: null })
    expect((await app.book(landlord, rental.id, '2026-06-02', '2026-06-03')).status).toBe(409)
    expect((await hold(rental, { guestEmail: 'other@example.com' })).problem.code).toBe('nights-taken')
    const answers = await Promise.all([pay(token), pay(token), pay(token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[2]?.body).toMatchObject({
      state: 'confirmed',
      paidAmount: 300,
      dueAmount: 0,
      address: '12 Oak St, Austin, TX, 78701',
    })
    // Instructions are not due in March.
    expect(answers[2]?.body).toMatchObject({ checkInInstructions: null, instructionsFrom: '2026-05-30' })
    const bookings = await app.send(listBookings, landlord)
    expect(bookings.body).toMatchObject([
      { bookingSource: 'direct', status: 'confirmed', paymentStatus: 'paid', totalAmount: 300 },
    ])
    const detail = await app.send(getBooking, landlord, { params: { id: bookings.body[0]?.id ?? '' } })
    expect(detail.body.payments).toMatchObject([{ amount: 300, refunded: 0, isTest: true }])
    await app.settled()
    const confirmed = app.published(BookingConfirmed).filter(({ landlordId }) => landlordId === landlord.landlordId)
    expect(confirmed).toHaveLength(1)
  })

  test('is held to every rule, and to the price that was quoted', async () => {
    const { rental } = await app.host({ minStayNights: 2, advanceNoticeDays: 2, bookingWindowDays: 200 })
    const detail = async (fields: Record<string, unknown>) => {
      const { status, problem } = await hold(rental, fields)
      return [status, problem.detail]
    }
    expect(await detail({ numberOfGuests: 5 })).toEqual([400, 'This listing takes at most 4 guests.'])
    expect(await detail({ checkOutDate: '2026-06-02' })).toEqual([
      400,
      'The minimum stay for this arrival is 2 nights.',
    ])
    expect(await detail({ checkInDate: '2026-03-16', checkOutDate: '2026-03-19' })).toEqual([
      400,
      'Stays are booked at least 2 days ahead.',
    ])
    expect(await detail({ checkInDate: '2027-03-16', checkOutDate: '2027-03-19' })).toEqual([
      400,
      'Stays are booked at most 200 days ahead.',
    ])
    expect(await detail({ checkInDate: '2026-03-01', checkOutDate: '2026-03-04' })).toEqual([
      400,
      'Check-in is in the past.',
    ])
    expect(await detail({ expectedTotal: 1 })).toEqual([409, 'The price is $300.00 by now. Please check it again.'])
    expect((await detail({ accepted: false }))[0]).toBe(400)
    expect((await hold(rental, { checkInDate: '2026-06-01', checkOutDate: '2099-06-01' })).status).toBe(400)
  })

  test('with a declined card holds the nights still; given back, they are free', async () => {
    const { landlord, rental } = await app.host()
    const token = await held(rental)
    const declined = await pay(token, { cardNumber: '4000 0000 0000 0002' })
    expect([declined.status, declined.problem.code]).toEqual([402, 'card-declined'])
    expect((await app.send(guestStay, visitor, { params: { token } })).body.state).toBe('held')
    expect((await app.send(releaseHold, visitor, { params: { token } })).body.state).toBe('lapsed')
    expect((await app.book(landlord, rental.id, '2026-06-01', '2026-06-04')).status).toBe(201)
    expect((await pay(token)).status).toBe(409)
  })

  test('who does not pay in time loses the nights', async () => {
    const { landlord, rental } = await app.host()
    const token = await held(rental)
    app.clock.advance(21 * minute)
    expect((await app.send(guestStay, visitor, { params: { token } })).body.state).toBe('lapsed')
    expect((await pay(token)).status).toBe(409)
    expect((await app.book(landlord, rental.id, '2026-06-01', '2026-06-04')).status).toBe(201)
  })

  test('asks for the stay where booking is not instant: accepted it is confirmed, unanswered the money goes back', async () => {
    const { landlord, rental } = await app.host()
    const first = await pay(await held(rental))
    expect(first.body).toMatchObject({ state: 'pending', address: null, paidAmount: 300 })
    await app.settled()
    expect(app.published(BookingRequested).some(({ landlordId }) => landlordId === landlord.landlordId)).toBe(true)
    const [request] = (await app.send(listBookings, landlord)).body
    const accepted = await app.send(acceptBooking, landlord, { params: { id: request?.id ?? '' } })
    expect(accepted.body.status).toBe('confirmed')
    const token = await held(rental, { checkInDate: '2026-07-01', checkOutDate: '2026-07-03' })
    await pay(token)
    app.clock.advance(25 * 60 * minute)
    await app.tick()
    await app.settled()
    const lapsed = await app.send(guestStay, visitor, { params: { token } })
    expect(lapsed.body).toMatchObject({ state: 'cancelled', refundedAmount: 200, paymentStatus: 'refunded' })
    expect((await app.book(landlord, rental.id, '2026-07-01', '2026-07-03')).status).toBe(201)
  })

  test('changes a stay with the price shown before; what is more is paid, what is less comes back', async () => {
    const { rental } = await app.host({ instantBookEnabled: true })
    const token = await held(rental)
    await pay(token)
    const params = { token }
    const longer = { ...dates, checkOutDate: '2026-06-06' }
    const preview = await app.send(guestChange, visitor, { params, query: longer })
    expect(preview.body).toMatchObject({ totalBefore: 300, totalAfter: 500, difference: 200 })
    const stale = await app.send(changeStay, visitor, { params, body: { ...longer, expectedTotal: 300 } })
    expect(stale.status).toBe(409)
    const changed = await app.send(changeStay, visitor, { params, body: { ...longer, expectedTotal: 500 } })
    expect(changed.body).toMatchObject({ dueAmount: 200, paymentStatus: 'partial', checkOutDate: '2026-06-06' })
    expect((await pay(token)).body).toMatchObject({ dueAmount: 0, paidAmount: 500, paymentStatus: 'paid' })
    expect((await pay(token)).body).toMatchObject({ paidAmount: 500 })
    const shorter = await app.send(changeStay, visitor, {
      params,
      body: { ...dates, checkOutDate: '2026-06-02', expectedTotal: 100 },
    })
    expect(shorter.body).toMatchObject({
      totalAmount: 100,
      paidAmount: 500,
      refundedAmount: 400,
      paymentStatus: 'paid',
    })
    await app.settled()
  })

  test('cancels with the refund shown before, by the policy of when it was booked', async () => {
    const { landlord, rental } = await app.host({
      instantBookEnabled: true,
      cancellationPolicy: 'flexible',
      cleaningFee: 50,
    })
    const soon = { checkInDate: '2026-03-20', checkOutDate: '2026-03-22' }
    const token = await held(rental, soon)
    await pay(token)
    await app.send(updateRental, landlord, { params: { id: rental.id }, body: { cancellationPolicy: 'strict' } })
    const params = { token }
    const preview = await app.send(guestCancellation, visitor, { params })
    expect(preview.body).toMatchObject({ refundAmount: 250, keptAmount: 0 })
    expect((await app.send(cancelStay, visitor, { params, body: { expectedRefund: 10 } })).status).toBe(409)
    const cancelled = await app.send(cancelStay, visitor, { params, body: { expectedRefund: 250 } })
    expect(cancelled.body).toMatchObject({ state: 'cancelled', refundedAmount: 250, canCancel: false })
    expect((await app.send(cancelStay, visitor, { params, body: { expectedRefund: 250 } })).status).toBe(409)
    expect((await app.book(landlord, rental.id, '2026-03-20', '2026-03-22')).status).toBe(201)
  })
})

test('a payment of a hold that lapsed books if the nights are free still, and goes back if they are not', async () => {
  const { confirmPayment } = await import('../../domain/stays/direct/confirm-payment.ts')
  const { findStayByToken } = await import('../../domain/stays/direct/guest-links.ts')
  const { hostActor } = await import('../../domain/stays/direct/find-public.ts')
  const { landlord, rental } = await app.host({ instantBookEnabled: true })
  const db = app.db('properties')
  const late = async (token: string, providerRef: string) => {
    const stay = await findStayByToken(db, token)
    const paid = {
      landlordId: stay.landlordId,
      holdId: stay.id,
      provider: 'test' as const,
      providerRef,
      cents: 30_000,
      now: app.clock.now(),
    }
    return db.transaction(hostActor(stay.landlordId), (tx) => confirmPayment(tx, paid))
  }
  const free = await held(rental)
  app.clock.advance(30 * minute)
  expect(await late(free, 'late-1')).toBe(true)
  expect(await late(free, 'late-1')).toBe(true)
  const lost = await held(rental, { checkInDate: '2026-06-10', checkOutDate: '2026-06-13' })
  app.clock.advance(30 * minute)
  await app.booked(landlord, rental.id, '2026-06-11', '2026-06-12')
  expect(await late(lost, 'late-2')).toBe(false)
  expect((await app.send(guestStay, visitor, { params: { token: lost } })).body).toMatchObject({
    state: 'lapsed',
    paidAmount: 300,
    refundedAmount: 300,
  })
  expect((await app.send(listBookings, landlord)).body).toHaveLength(2)
})

describe('a link to the guest’s page', () => {
  test('is made for a booking that the landlord entered, and shows the way in when it is due', async () => {
    const { landlord, rental } = await app.host({ checkInInstructions: 'Code 1234', instructionsDaysBefore: 2 })
    const today = app.clock.now().toISOString().slice(0, 10)
    const { id } = await app.booked(landlord, rental.id, today, '2026-03-25', { bookingSource: 'airbnb' })
    const made = await app.send(createGuestLink, landlord, { params: { id } })
    expect(made.body.link).toBe(`http://localhost:8080/guest-stay?token=${made.body.token}`)
    const params = { token: made.body.token }
    const page = await app.send(guestStay, visitor, { params })
    expect(page.body).toMatchObject({
      state: 'confirmed',
      checkInInstructions: 'Code 1234',
      canCancel: false,
      canRate: false,
    })
    expect((await app.send(cancelStay, visitor, { params, body: { expectedRefund: 0 } })).problem.detail).toContain(
      'where you booked it',
    )
    expect((await app.send(rateStay, visitor, { params, body: { rating: 5 } })).status).toBe(409)
    const service = await app.send(guestLinkFor, actors.service('messaging', landlord.landlordId), { params: { id } })
    expect(service.status).toBe(201)
    expect((await app.send(createGuestLink, actors.landlord(), { params: { id } })).status).toBe(404)
    await app.send(cancelBooking, landlord, { params: { id }, body: {} })
    expect((await app.send(guestStay, visitor, { params })).body).toMatchObject({
      state: 'cancelled',
      checkInInstructions: null,
    })
  })

  test('that does not exist is refused, and many of them for a while', async () => {
    const tries = await Promise.all(
      Array.from({ length: 35 }, (_, i) =>
        app.send(guestStay, visitor, { params: { token: `wrong${i}` }, ip: '192.0.2.1' }),
      ),
    )
    expect(tries[0]?.problem.code).toBe('link-invalid')
    expect((await app.send(guestStay, visitor, { params: { token: 'wrong' }, ip: '192.0.2.1' })).status).toBe(429)
  })
})
