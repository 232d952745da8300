import { route } from '../route.ts'
import { admins, everyone } from '../roles.ts'

export const enterCode = route('POST', '/api/auth/second-step', 'public')
export const passkeySignInOptions = route('POST', '/api/auth/passkey-options', 'public')
export const passkeySignIn = route('POST', '/api/auth/passkey', 'public')
export const getSecondFactor = route('GET', '/api/user/second-factor', everyone)
export const startAuthenticatorApp = route('POST', '/api/user/second-factor/app', everyone)
export const confirmAuthenticatorApp = route('POST', '/api/user/second-factor/app/confirm', everyone)
export const removeAuthenticatorApp = route('DELETE', '/api/user/second-factor/app', everyone)
export const renewRecoveryCodes = route('POST', '/api/user/second-factor/recovery-codes', everyone)
export const passkeyOptions = route('POST', '/api/user/passkey-options', everyone)
export const addPasskey = route('POST', '/api/user/passkeys', everyone)
export const renamePasskey = route('PUT', '/api/user/passkeys/:id', everyone)
export const removePasskey = route('DELETE', '/api/user/passkeys/:id', everyone)
export const confirmCode = route('POST', '/api/user/confirm-code', everyone)
export const confirmPasskeyOptions = route('POST', '/api/user/confirm-passkey-options', everyone)
export const confirmPasskey = route('POST', '/api/user/confirm-passkey', everyone)
export const resetSecondFactor = route('POST', '/api/admin/reset-second-factor', admins)
