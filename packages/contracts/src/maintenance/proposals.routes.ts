import { route } from '../route.ts'

export const offeredVisits = route('GET', '/internal/tenants/:id/offered-visits', 'service')
