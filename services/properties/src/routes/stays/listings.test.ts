import {
  createRental,
  deleteRental,
  directBookingState,
  getRental,
  listRentals,
  rentalHistory,
  updateRental,
} from '@keyhold/contracts/properties/stays/listings'
import { RentalChanged } from '@keyhold/contracts/properties/stays/stay-events'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPropertiesApp } from '../../testing/test-app.ts'
import { startStaysApp, type StaysApp } from '../../testing/stays.ts'

let app: StaysApp
beforeAll(async () => void (app = await startStaysApp()))
afterAll(() => app?.stop())

describe('a listing', () => {
  test('has the defaults of the specification', async () => {
    const { rental } = await app.host({ amenities: ' Wifi, Pool,, Wifi ', houseRules: 'No smoking' })
    expect(rental).toMatchObject({
      minStayNights: 1,
      maxStayNights: 365,
      checkInTime: '15:00',
      checkOutTime: '11:00',
      cleaningFee: 0,
      extraGuestFee: 0,
      directBookingEnabled: true,
      isActive: true,
      instantBookEnabled: false,
      amenities: ['Wifi', 'Pool'],
      houseRules: ['No smoking'],
      totalRevenue: 0,
      totalBookings: 0,
      averageRating: null,
      cancellationPolicy: 'moderate',
      cancellationTiers: [
        { daysBefore: 5, percent: 100 },
        { daysBefore: 1, percent: 50 },
      ],
    })
    expect(rental.slug).toMatch(/^oak-house-[a-z2-9]{12}$/)
    expect(app.published(RentalChanged)).toContainEqual(
      expect.objectContaining({ rentalId: rental.id, isDeleted: false, checkInTime: '15:00' }),
    )
  })

  test('needs a property, a name, guests and a base price, and says which are missing', async () => {
    const { status, problem } = await app.send(createRental, actors.landlord(), { body: {} })
    expect(status).toBe(400)
    expect(problem.issues?.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'Property is required',
        'Listing name is required',
        'Max guests is required',
        'Base price is required',
      ]),
    )
  })

  test('belongs to one landlord: to others, tenants and visitors it does not exist', async () => {
    const { landlord, rental } = await app.host()
    const other = actors.landlord()
    const params = { id: rental.id }
    expect((await app.send(getRental, other, { params })).status).toBe(404)
    expect((await app.send(updateRental, other, { params, body: { basePrice: 1 } })).status).toBe(404)
    expect((await app.send(deleteRental, other, { params })).status).toBe(404)
    expect((await app.send(listRentals, other)).body).toEqual([])
    const body = { propertyId: rental.propertyId, listingName: 'Mine', maxGuests: 1, basePrice: 1 }
    expect((await app.send(createRental, other, { body })).status).toBe(404)
    expect((await app.send(getRental, actors.tenantOf(landlord), { params })).status).toBe(403)
    expect((await app.send(getRental, actors.visitor(), { params })).status).toBe(401)
  })

  test('is one per unit, and a removed one makes room', async () => {
    const { landlord, rental } = await app.host()
    const body = { propertyId: rental.propertyId, listingName: 'Again', maxGuests: 1, basePrice: 1 }
    const again = await app.send(createRental, landlord, { body })
    expect([again.status, again.problem.detail]).toEqual([409, 'This unit is listed already, as “Oak House”.'])
    expect((await app.send(deleteRental, landlord, { params: { id: rental.id } })).status).toBe(204)
    expect((await app.send(createRental, landlord, { body })).status).toBe(201)
    const history = await app.send(rentalHistory, landlord, { params: { id: rental.id } })
    expect(history.body.map(({ what }) => what)).toEqual(['removed', 'created'])
  })

  test('changes the given fields only, and keeps its address when its name changes', async () => {
    const { landlord, rental } = await app.host({ cleaningFee: 60 })
    const params = { id: rental.id }
    const changed = await app.send(updateRental, landlord, {
      params,
      body: { listingName: 'Elm House', slug: 'Elm House' },
    })
    expect(changed.body).toMatchObject({ listingName: 'Elm House', cleaningFee: 60, maxGuests: 4, isActive: true })
    expect(changed.body.slug).toBe(`elm-house-${rental.slug.split('-').at(-1)}`)
    const wrong = await app.send(updateRental, landlord, { params, body: { minStayNights: 5, maxStayNights: 3 } })
    expect([wrong.status, wrong.problem.issues?.[0]?.path]).toEqual([400, 'maxStayNights'])
    const custom = await app.send(updateRental, landlord, { params, body: { cancellationPolicy: 'custom' } })
    expect(custom.problem.issues?.[0]?.path).toBe('cancellationTiers')
  })

  test('cannot be removed while guests are to come', async () => {
    const { landlord, rental } = await app.host()
    await app.booked(landlord, rental.id, '2026-05-01', '2026-05-03')
    const { status, problem } = await app.send(deleteRental, landlord, { params: { id: rental.id } })
    expect([status, problem.code]).toEqual([409, 'conflict'])
  })

  test('is sent once, however often it is sent', async () => {
    const landlord = actors.landlord()
    const { id } = await app.addProperty(landlord)
    const body = { propertyId: id, listingName: 'Once', maxGuests: 2, basePrice: 50 }
    const headers = { 'idempotency-key': 'one listing' }
    const answers = await Promise.all([1, 2, 3].map(() => app.send(createRental, landlord, { body, headers })))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect((await app.send(listRentals, landlord)).headers['x-total-count']).toBe('1')
  })
})

test('without cards, direct booking is off and cannot be switched on, and the answer says why', async () => {
  const closed = await startPropertiesApp()
  try {
    const landlord = actors.landlord()
    const { id } = await closed.addProperty(landlord)
    const body = { propertyId: id, listingName: 'Oak', maxGuests: 2, basePrice: 50 }
    const refused = await closed.send(createRental, landlord, { body: { ...body, directBookingEnabled: true } })
    expect(refused.problem.detail).toContain('no Stripe account is connected')
    const made = await closed.send(createRental, landlord, { body })
    expect(made.body.directBookingEnabled).toBe(false)
    const state = await closed.send(directBookingState, landlord)
    expect(state.body).toMatchObject({ isAvailable: false, reason: refused.problem.detail })
  } finally {
    await closed.stop()
  }
})
