import { createRental, type ShortTermRental } from '@keyhold/contracts/properties/stays/listings'
import { createBooking, type ShortTermBookingDetail } from '@keyhold/contracts/properties/stays/bookings'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { startPropertiesApp } from './test-app.ts'

/** The service with simulated cards; its clock stands at 2026-03-15, 10:00 in Chicago. */
export async function startStaysApp(env: Record<string, string> = {}) {
  const app = await startPropertiesApp({ TEST_CARDS: 'on', ...env })

  async function addRental(landlord: LandlordActor, fields: Record<string, unknown> = {}): Promise<ShortTermRental> {
    const property = await app.addProperty(landlord)
    const { status, body, problem } = await app.send(createRental, landlord, {
      body: { propertyId: property.id, listingName: 'Oak House', maxGuests: 4, basePrice: 100, ...fields },
    })
    if (status !== 201) throw new Error(problem.detail)
    return body
  }

  return {
    ...app,
    addRental,
    /** A landlord with a listing of 100 dollars a night for four guests. */
    async host(fields: Record<string, unknown> = {}) {
      const landlord = actors.landlord()
      app.identity.names.set(landlord.landlordId, { firstName: 'Hanna', lastName: 'Host', email: 'hanna@example.com' })
      return { landlord, rental: await addRental(landlord, fields) }
    },
    book: (
      landlord: LandlordActor,
      rentalId: string,
      checkInDate: string,
      checkOutDate: string,
      fields: Record<string, unknown> = {},
    ) =>
      app.send(createBooking, landlord, {
        body: { rentalId, guestName: 'Gus Guest', checkInDate, checkOutDate, numberOfGuests: 2, ...fields },
      }),
    /** Booked, or the test ends. */
    async booked(
      landlord: LandlordActor,
      rentalId: string,
      checkInDate: string,
      checkOutDate: string,
      fields: Record<string, unknown> = {},
    ): Promise<ShortTermBookingDetail> {
      const { status, body, problem } = await app.send(createBooking, landlord, {
        body: { rentalId, guestName: 'Gus Guest', checkInDate, checkOutDate, numberOfGuests: 2, ...fields },
      })
      if (status !== 201) throw new Error(problem.detail)
      return body
    },
  }
}
export type StaysApp = Awaited<ReturnType<typeof startStaysApp>>
