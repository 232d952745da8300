import { route } from '../route.ts'
import { everyone, landlords } from '../roles.ts'

export const login = route('POST', '/api/auth/login', 'public')
/** Asked while someone types: the privileged address is not in the page. */
export const accountType = route('POST', '/api/auth/account-type', 'public')
export const signup = route('POST', '/api/auth/signup', 'public')
export const currentUser = route('GET', '/api/auth/user', everyone)
export const refresh = route('POST', '/api/auth/refresh', 'public')
export const logout = route('POST', '/api/auth/logout', 'public')
export const confirm = route('POST', '/api/auth/confirm', 'public')
export const updatePassword = route('POST', '/api/user/update-password', everyone)
export const listMemberships = route('GET', '/api/auth/memberships', everyone)
export const switchMembership = route('POST', '/api/auth/switch', everyone)
export const changeEmail = route('POST', '/api/user/email', landlords)
export const confirmPassword = route('POST', '/api/user/confirm-password', everyone)
export const userName = route('GET', '/internal/users/:id', 'service')
export const getProofs = route('GET', '/api/user/proofs', landlords)
export const proveEmail = route('POST', '/api/user/prove-email', landlords)
export const provePhone = route('POST', '/api/user/prove-phone', landlords)
export const confirmPhone = route('POST', '/api/user/confirm-phone', landlords)
