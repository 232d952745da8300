import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const getModelSettings = route('GET', '/api/ai-settings', landlords)
export const updateModelSettings = route('PUT', '/api/ai-settings', landlords)
