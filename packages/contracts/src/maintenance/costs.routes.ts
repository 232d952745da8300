import { route } from '../route.ts'

export const maintenanceCosts = route('GET', '/internal/maintenance-costs', 'service')
