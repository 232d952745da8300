import { landlords } from '../../roles.ts'
import { route } from '../../route.ts'

export const stayAnalytics = route('GET', '/api/short-term-rentals/analytics', landlords)
