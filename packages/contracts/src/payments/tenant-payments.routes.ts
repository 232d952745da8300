import { route } from '../route.ts'
import { tenants } from '../roles.ts'

export const listTenantPayments = route('GET', '/api/tenant/payments', tenants)
export const reportPayment = route('POST', '/api/tenant/payments', tenants)
export const tenantStats = route('GET', '/api/tenant/stats', tenants)
