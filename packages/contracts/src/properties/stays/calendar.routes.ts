import { landlords } from '../../roles.ts'
import { route } from '../../route.ts'

export const rentalCalendar = route('GET', '/api/short-term-rentals/:id/calendar', landlords)
export const changeCalendar = route('PUT', '/api/short-term-rentals/:id/calendar', landlords)
export const changeCalendars = route('PUT', '/api/short-term-calendar', landlords)
export const stayCalendar = route('GET', '/api/short-term-calendar', landlords)
export const priceRules = route('GET', '/api/short-term-rentals/:id/price-rules', landlords)
export const savePriceRules = route('PUT', '/api/short-term-rentals/:id/price-rules', landlords)
export const explainPrice = route('GET', '/api/short-term-rentals/:id/price', landlords)
export const quoteStay = route('GET', '/api/short-term-rentals/:id/quote', landlords)
