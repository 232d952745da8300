import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listInsights = route('GET', '/api/ai-insights', landlords)
export const readInsight = route('POST', '/api/ai-insights/:id/read', landlords)
export const dismissInsight = route('POST', '/api/ai-insights/:id/dismiss', landlords)
export const restoreInsight = route('POST', '/api/ai-insights/:id/restore', landlords)
