import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const journalFile = route('GET', '/api/reports/journal', landlords)
export const trialBalance = route('GET', '/api/reports/trial-balance', landlords)
export const listClosedPeriods = route('GET', '/api/reports/closed-periods', landlords)
export const closePeriod = route('POST', '/api/reports/closed-periods', landlords)
