import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listUnits = route('GET', '/api/properties/:id/units', landlords)
export const createUnit = route('POST', '/api/properties/:id/units', landlords)
export const updateUnit = route('PUT', '/api/units/:id', landlords)
export const deleteUnit = route('DELETE', '/api/units/:id', landlords)
export const getUnitSnapshot = route('GET', '/internal/units/:id', 'service')
