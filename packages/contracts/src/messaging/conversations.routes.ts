import { everyone, landlords, tenants } from '../roles.ts'
import { route } from '../route.ts'

// One store of conversations; the landlord's two screens and the tenant's have paths of their own.
export const listChatConversations = route('GET', '/api/chat/conversations', landlords)
export const createChatConversation = route('POST', '/api/chat/conversations', landlords)
export const listPortalConversations = route('GET', '/api/tenant-portal/conversations', landlords)
export const createPortalConversation = route('POST', '/api/tenant-portal/conversations', landlords)
export const listTenantConversations = route('GET', '/api/tenant/conversations', tenants)

export const getConversation = route('GET', '/api/conversations/:id', everyone)
export const changeConversation = route('PATCH', '/api/conversations/:id', landlords)
export const readConversation = route('POST', '/api/conversations/:id/read', everyone)
export const typeInConversation = route('POST', '/api/conversations/:id/typing', everyone)
export const countUnread = route('GET', '/api/unread-conversations', everyone)
