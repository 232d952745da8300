import { route } from '../../route.ts'

// For guests, who have no account.
export const publicListing = route('GET', '/api/stays/:slug', 'public')
export const publicCalendar = route('GET', '/api/stays/:slug/calendar', 'public')
export const publicQuote = route('GET', '/api/stays/:slug/quote', 'public')
export const publicPhoto = route('GET', '/api/stays/:slug/photos/:photoId/:size', 'public')
export const holdStay = route('POST', '/api/stays/:slug/holds', 'public')
export const guestStay = route('GET', '/api/guest-stays/:token', 'public')
export const releaseHold = route('POST', '/api/guest-stays/:token/release', 'public')
export const payTestStay = route('POST', '/api/guest-stays/:token/test-payment', 'public')
export const guestCancellation = route('GET', '/api/guest-stays/:token/cancellation', 'public')
export const cancelStay = route('POST', '/api/guest-stays/:token/cancel', 'public')
export const guestChange = route('GET', '/api/guest-stays/:token/change', 'public')
export const changeStay = route('POST', '/api/guest-stays/:token/change', 'public')
export const rateStay = route('POST', '/api/guest-stays/:token/rating', 'public')
