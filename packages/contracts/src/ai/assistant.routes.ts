import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listExchanges = route('GET', '/api/assistant/exchanges', landlords)
export const exchangeSummary = route('GET', '/api/assistant/exchanges/summary', landlords)
export const rateExchange = route('POST', '/api/assistant/exchanges/:id/rating', landlords)
