import { route } from '../route.ts'

export const getPropertySnapshot = route('GET', '/internal/properties/:id', 'service')
export const listPropertySnapshots = route('GET', '/internal/property-snapshots', 'service')
export const propertySummary = route('GET', '/internal/property-summary', 'service')
