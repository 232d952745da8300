import { route } from '../route.ts'

export const getTenantSnapshot = route('GET', '/internal/tenants/:id', 'service')
export const listTenantSnapshots = route('GET', '/internal/tenant-snapshots', 'service')
export const tenantSummary = route('GET', '/internal/tenant-summary', 'service')
export const tenantsWithEmail = route('GET', '/internal/tenants-with-email', 'service')
