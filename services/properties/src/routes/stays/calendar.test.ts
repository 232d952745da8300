import {
  changeCalendar,
  changeCalendars,
  explainPrice,
  priceRules,
  quoteStay,
  rentalCalendar,
  savePriceRules,
  stayCalendar,
} from '@keyhold/contracts/properties/stays/calendar'
import { CalendarChanged } from '@keyhold/contracts/properties/stays/stay-events'
import { claimNights } from '../../domain/nights/nights.ts'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStaysApp, type StaysApp } from '../../testing/stays.ts'

let app: StaysApp
beforeAll(async () => void (app = await startStaysApp()))
afterAll(() => app?.stop())

const june = { from: '2026-06-01', to: '2026-06-08' }

describe('the calendar of a listing', () => {
  test('shows the price and who has each night', async () => {
    const { landlord, rental } = await app.host({ minStayNights: 2 })
    const { id } = await app.booked(landlord, rental.id, '2026-06-02', '2026-06-04')
    const { body } = await app.send(rentalCalendar, landlord, { params: { id: rental.id }, query: june })
    expect(body).toHaveLength(7)
    expect(body.map(({ state }) => state)).toEqual(['free', 'booking', 'booking', 'free', 'free', 'free', 'free'])
    expect(body[1]).toMatchObject({
      isAvailable: false,
      bookingId: id,
      pricePerNight: 100,
      minimumStay: 2,
      isBlocked: false,
    })
    const wrong = await app.send(rentalCalendar, landlord, {
      params: { id: rental.id },
      query: { from: '2026-06-08', to: '2026-06-01' },
    })
    expect(wrong.status).toBe(400)
    const long = await app.send(rentalCalendar, landlord, {
      params: { id: rental.id },
      query: { from: '2026-01-01', to: '2028-01-01' },
    })
    expect(long.problem.detail).toBe('At most 370 days at a time.')
    expect((await app.send(rentalCalendar, actors.landlord(), { params: { id: rental.id }, query: june })).status).toBe(
      404,
    )
  })

  test('blocks and frees a part of a block, and never a night that a guest has', async () => {
    const { landlord, rental } = await app.host()
    const params = { id: rental.id }
    const put = (body: Record<string, unknown>) => app.send(changeCalendar, landlord, { params, body })
    const blocked = await put({ ...june, isBlocked: true, blockReason: 'Painting' })
    expect(blocked.body.every(({ isBlocked, blockReason }) => isBlocked && blockReason === 'Painting')).toBe(true)
    expect((await put({ ...june, isBlocked: true })).status).toBe(200)
    const freed = await put({ from: '2026-06-03', to: '2026-06-05', isBlocked: false })
    expect(freed.body.map(({ isAvailable }) => isAvailable)).toEqual([true, true])
    expect((await app.book(landlord, rental.id, '2026-06-03', '2026-06-05')).status).toBe(201)
    expect((await app.book(landlord, rental.id, '2026-06-05', '2026-06-06')).status).toBe(409)
    const { body } = await app.send(rentalCalendar, landlord, { params, query: june })
    expect(body.map(({ state }) => state)).toEqual(['block', 'block', 'booking', 'booking', 'block', 'block', 'block'])
    const onto = await put({ from: '2026-06-02', to: '2026-06-04', isBlocked: true })
    expect([onto.status, onto.problem.code]).toEqual([409, 'nights-taken'])
    await app.settled()
    expect(app.published(CalendarChanged)).toContainEqual(
      expect.objectContaining({ rentalId: rental.id, from: '2026-06-03', to: '2026-06-05' }),
    )
  })

  test('prices weekdays of a range by hand, and gives the rules back their say', async () => {
    const { landlord, rental } = await app.host()
    const params = { id: rental.id }
    const body = { ...june, weekdays: [5, 6], pricePerNight: 180, minimumStay: 2, closedToArrival: true }
    const { body: days } = await app.send(changeCalendar, landlord, { params, body })
    expect(days.map(({ pricePerNight }) => pricePerNight)).toEqual([100, 100, 100, 100, 180, 180, 100])
    expect(days[4]).toMatchObject({
      minimumStay: 2,
      minimumStayFrom: 'date_override',
      closedToArrival: true,
      isPriceOverridden: true,
    })
    const back = await app.send(changeCalendar, landlord, {
      params,
      body: { ...june, pricePerNight: null, minimumStay: null, closedToArrival: null },
    })
    expect(back.body[4]).toMatchObject({
      pricePerNight: 100,
      minimumStay: 1,
      closedToArrival: false,
      isPriceOverridden: false,
    })
  })

  test('of several listings changes all of them or none', async () => {
    const { landlord, rental } = await app.host()
    const other = await app.addRental(landlord, { listingName: 'Elm' })
    const rentalIds = [rental.id, other.id]
    expect(
      (await app.send(changeCalendars, landlord, { body: { rentalIds, ...june, pricePerNight: 140 } })).body,
    ).toEqual({ changed: 2 })
    await app.booked(landlord, other.id, '2026-06-02', '2026-06-04')
    expect((await app.send(changeCalendars, landlord, { body: { rentalIds, ...june, isBlocked: true } })).status).toBe(
      409,
    )
    const { body } = await app.send(stayCalendar, landlord, { query: june })
    expect(body.map(({ listingName, entries }) => [listingName, entries.length])).toEqual([
      ['Elm', 1],
      ['Oak House', 0],
    ])
    expect(body[0]?.entries[0]).toMatchObject({
      kind: 'booking',
      title: 'Gus Guest',
      bookingSource: 'direct',
      from: '2026-06-02',
      to: '2026-06-04',
    })
    expect(body[0]?.prices).toEqual([140, 140, 140, 140, 140, 140, 140])
    const foreign = await app.host()
    expect(
      (
        await app.send(changeCalendars, landlord, {
          body: { rentalIds: [foreign.rental.id], ...june, isBlocked: true },
        })
      ).status,
    ).toBe(404)
    const first = await app.send(stayCalendar, landlord, { query: { ...june, limit: 1 } })
    const cursor = new URLSearchParams(first.headers.link?.match(/\?([^>]*)/)?.[1]).get('cursor')
    const second = await app.send(stayCalendar, landlord, { query: { ...june, limit: 1, cursor } })
    expect(second.body[0]?.listingName).toBe('Oak House')
  })
})

test('a stay cannot be where a tenant lives', async () => {
  const { landlord, rental } = await app.host()
  await app.db('properties').transaction(landlord, (tx) =>
    claimNights(
      tx,
      {
        landlordId: landlord.landlordId,
        unitId: rental.unitId,
        kind: 'lease',
        from: '2026-09-01',
        until: null,
        label: 'Ada Moss',
      },
      { now: app.clock.now() },
    ),
  )
  expect((await app.book(landlord, rental.id, '2026-09-10', '2026-09-12')).status).toBe(409)
  expect((await app.book(landlord, rental.id, '2026-08-28', '2026-09-01')).status).toBe(201)
  const { body } = await app.send(rentalCalendar, landlord, {
    params: { id: rental.id },
    query: { from: '2026-08-31', to: '2026-09-02' },
  })
  expect(body.map(({ state }) => state)).toEqual(['booking', 'lease'])
})

describe('prices', () => {
  test('by rules are explained factor by factor, and quoted line by line', async () => {
    const { landlord, rental } = await app.host({
      cleaningFee: 50,
      taxes: [{ name: 'Tax', jurisdiction: 'Austin', kind: 'percent', rate: 10 }],
    })
    const params = { id: rental.id }
    const body = {
      weekdays: [{ weekday: 5, percent: 20 }],
      seasons: [{ name: 'Summer', from: '2026-06-01', to: '2026-08-31', percent: 50 }],
      lengthOfStay: [{ nights: 7, percent: 10 }],
    }
    expect((await app.send(savePriceRules, landlord, { params, body })).status).toBe(200)
    expect((await app.send(priceRules, landlord, { params })).body.rules).toMatchObject(body)
    const explained = await app.send(explainPrice, landlord, { params, query: { date: '2026-06-05' } })
    expect(explained.body).toMatchObject({
      price: 180,
      factors: [
        { factor: 'base', price: 100 },
        { factor: 'weekday', text: 'Friday +20 %', price: 120 },
        { factor: 'season', text: 'Summer +50 %', price: 180 },
      ],
    })
    const query = { checkInDate: '2026-06-01', checkOutDate: '2026-06-08', numberOfGuests: 2 }
    const quote = await app.send(quoteStay, landlord, { params, query })
    // 6 × 150 + 180 = 1080, −108, + 50 cleaning, 10 % tax of 1022.
    expect(quote.body).toMatchObject({
      basePriceTotal: 972,
      cleaningFee: 50,
      taxes: 102.2,
      totalAmount: 1124.2,
      problems: [],
    })
    expect(quote.body.nights[4]?.explanation).toBe('Base price $100.00, Friday +20 %, Summer +50 %: $180.00')
    const wrong = await app.send(savePriceRules, landlord, { params, body: { minimumPrice: 100, maximumPrice: 50 } })
    expect(wrong.problem.issues?.[0]?.path).toBe('maximumPrice')
    expect((await app.send(savePriceRules, actors.landlord(), { params, body })).status).toBe(404)
  })

  test('a quote names what is wrong and, where the dates are taken, the nearest free ones', async () => {
    const { landlord, rental } = await app.host({ advanceNoticeDays: 3 })
    await app.booked(landlord, rental.id, '2026-06-10', '2026-06-14')
    const params = { id: rental.id }
    const taken = await app.send(quoteStay, landlord, {
      params,
      query: { checkInDate: '2026-06-12', checkOutDate: '2026-06-15', numberOfGuests: 9 },
    })
    expect(taken.body.problems.map(({ code }) => code)).toEqual(['dates-taken', 'too-many-guests'])
    expect(taken.body.nearest).toEqual([
      { checkInDate: '2026-06-07', checkOutDate: '2026-06-10' },
      { checkInDate: '2026-06-14', checkOutDate: '2026-06-17' },
    ])
    const soon = await app.send(quoteStay, landlord, {
      params,
      query: { checkInDate: '2026-03-16', checkOutDate: '2026-03-18' },
    })
    expect(soon.body.problems).toEqual([
      { code: 'advance-notice', message: 'Stays are booked at least 3 days ahead', isBinding: false },
    ])
  })
})
