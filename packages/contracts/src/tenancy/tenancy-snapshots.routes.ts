import { route } from '../route.ts'

export const listTenancySnapshots = route('GET', '/internal/tenancy-snapshots', 'service')
