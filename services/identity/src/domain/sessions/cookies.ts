import type { ServiceRequest } from '@keyhold/kit/http/request'
import { sessionDays } from '../../limits.ts'

const sessionSeconds = sessionDays * 24 * 60 * 60

type Headers = [name: string, value: string][]
type CookieRequest = Pick<ServiceRequest, 'header' | 'secure'>

/**
 * The session's two cookies. The refresh token is sent to `/api/auth` only. The access token's cookie outlives the token: from its presence
 * the gateway knows that this browser was signed in before (`edge/pages.ts`).
 */
export const sessionCookies = (request: CookieRequest, accessToken: string, refreshToken: string): Headers => [
  cookie(request, 'kh_access', accessToken, '/', sessionSeconds),
  cookie(request, 'kh_refresh', refreshToken, '/api/auth', sessionSeconds),
]

/** Deletes both cookies. */
export const clearedCookies = (request: CookieRequest): Headers => [
  cookie(request, 'kh_access', '', '/', 0),
  cookie(request, 'kh_refresh', '', '/api/auth', 0),
]

export function refreshTokenOf(request: CookieRequest): string | undefined {
  for (const pair of (request.header('cookie') ?? '').split(';')) {
    const [name, value] = pair.trim().split('=')
    if (name === 'kh_refresh' && value) return value
  }
  return undefined
}

function cookie(request: CookieRequest, name: string, value: string, path: string, seconds: number): [string, string] {
  return [
    'set-cookie',
    `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${request.secure ? '; Secure' : ''}`,
  ]
}
