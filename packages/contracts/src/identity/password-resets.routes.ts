import { route } from '../route.ts'

export const forgotPassword = route('POST', '/api/auth/forgot-password', 'public')
export const resetPassword = route('POST', '/api/auth/reset-password', 'public')
