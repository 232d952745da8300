import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const reportSummary = route('GET', '/api/reports/summary', landlords)
export const reportSeries = route('GET', '/api/reports/series', landlords)
export const rentRollTotals = route('GET', '/api/reports/rent-roll/summary', landlords)
export const rentRoll = route('GET', '/api/reports/rent-roll', landlords)
export const ageingTotals = route('GET', '/api/reports/ageing/summary', landlords)
export const ageing = route('GET', '/api/reports/ageing', landlords)
export const reportFile = route('GET', '/api/reports/:kind/file', landlords)
