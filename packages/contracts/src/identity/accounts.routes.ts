import { route } from '../route.ts'
import { everyone } from '../roles.ts'

export const login = route('POST', '/api/auth/login', 'public')
export const signup = route('POST', '/api/auth/signup', 'public')
export const currentUser = route('GET', '/api/auth/user', everyone)
export const refresh = route('POST', '/api/auth/refresh', 'public')
export const logout = route('POST', '/api/auth/logout', 'public')
export const confirm = route('POST', '/api/auth/confirm', 'public')
export const updatePassword = route('POST', '/api/user/update-password', everyone)
export const userName = route('GET', '/internal/users/:id', 'service')
