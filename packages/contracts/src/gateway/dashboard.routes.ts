import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const dashboardStats = route('GET', '/api/dashboard/stats', landlords)
