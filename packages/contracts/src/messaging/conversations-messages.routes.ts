import { landlords, tenants } from '../roles.ts'
import { route } from '../route.ts'

export const listChatMessages = route('GET', '/api/chat/conversations/:id/messages', landlords)
export const sendChatMessage = route('POST', '/api/chat/messages', landlords)
export const listPortalMessages = route('GET', '/api/tenant-portal/conversations/:id/messages', landlords)
export const sendPortalMessage = route('POST', '/api/tenant-portal/messages', landlords)
export const listTenantMessages = route('GET', '/api/tenant/conversations/:id/messages', tenants)
export const sendTenantMessage = route('POST', '/api/tenant/messages', tenants)
export const tenantChat = route('POST', '/api/tenant/chat', tenants)
export const decideProposal = route('POST', '/api/tenant/proposals/:id', tenants)
