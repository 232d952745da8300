import { route } from '../route.ts'
import { landlords, tenants } from '../roles.ts'

export const tenantLedgers = route('GET', '/internal/tenant-ledgers', 'service')
export const getLedger = route('GET', '/api/tenants/:id/ledger', landlords)
export const statementFile = route('GET', '/api/tenants/:id/statement', landlords)
export const sendStatement = route('POST', '/api/tenants/:id/statement/send', landlords)
export const tenantLedger = route('GET', '/api/tenant/ledger', tenants)
export const tenantStatementFile = route('GET', '/api/tenant/statement', tenants)
