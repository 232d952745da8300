import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listMaintenance = route('GET', '/api/maintenance-requests', landlords)
export const listMaintenanceAlias = route('GET', '/api/maintenance', landlords)
export const getMaintenance = route('GET', '/api/maintenance-requests/:id', landlords)
export const createMaintenance = route('POST', '/api/maintenance-requests', landlords)
export const updateMaintenance = route('PUT', '/api/maintenance-requests/:id', landlords)
export const maintenanceSummary = route('GET', '/api/maintenance-requests/summary', landlords)
export const addRequestNote = route('POST', '/api/maintenance-requests/:id/notes', landlords)
export const settleSuggestion = route('POST', '/api/maintenance-requests/:id/suggestion', landlords)
export const confirmAlert = route('POST', '/api/maintenance-requests/:id/alert-confirmation', landlords)
export const maintenanceAttention = route('GET', '/internal/maintenance-attention', 'service')
