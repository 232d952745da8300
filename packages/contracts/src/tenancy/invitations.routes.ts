import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const createInvitation = route('POST', '/api/tenant-invitations', landlords)
export const listInvitations = route('GET', '/api/tenant-invitations', landlords)
export const revokeInvitation = route('POST', '/api/tenant-invitations/:id/revoke', landlords)
export const lookUpInvitation = route('GET', '/api/tenant-invitations/:token', 'public')
export const registerTenant = route('POST', '/api/tenant-register', 'public')
