import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const getAlertPreferences = route('GET', '/api/alert-preferences', landlords)
export const saveAlertPreferences = route('PUT', '/api/alert-preferences', landlords)
