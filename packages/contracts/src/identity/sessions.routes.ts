import { route } from '../route.ts'
import { admins, everyone } from '../roles.ts'

export const listSessions = route('GET', '/api/user/sessions', everyone)
export const endSession = route('DELETE', '/api/user/sessions/:id', everyone)
export const endOtherSessions = route('POST', '/api/user/sessions/end-others', everyone)
export const listAuthentication = route('GET', '/api/admin/authentication-log', admins)
export const listOwnAuthentication = route('GET', '/api/user/authentication-log', everyone)
export const jwks = route('GET', '/internal/jwks', 'service')
export const revokedSessions = route('GET', '/internal/revoked-sessions', 'service')
