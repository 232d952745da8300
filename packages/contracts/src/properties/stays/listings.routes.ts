import { landlords } from '../../roles.ts'
import { route } from '../../route.ts'

export const listRentals = route('GET', '/api/short-term-rentals', landlords)
export const getRental = route('GET', '/api/short-term-rentals/:id', landlords)
export const createRental = route('POST', '/api/short-term-rentals', landlords)
export const updateRental = route('PUT', '/api/short-term-rentals/:id', landlords)
export const deleteRental = route('DELETE', '/api/short-term-rentals/:id', landlords)
export const rentalHistory = route('GET', '/api/short-term-rentals/:id/history', landlords)
export const directBookingState = route('GET', '/api/short-term-rentals/direct-booking', landlords)
