import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const attention = route('GET', '/api/attention', landlords)
