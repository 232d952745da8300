import type { ServiceRequest } from '@keyhold/kit/http/request'
import { refreshSeconds } from './sessions.ts'

type Headers = [name: string, value: string][]
type Asked = Pick<ServiceRequest, 'header' | 'secure'>

/**
 * The session's two cookies. The refresh token travels to `/api/auth` only. The access token's cookie stays longer than the token is
 * any good: that it is there tells the gateway, before the page asks, that someone is signed in here or was (`edge/pages.ts`).
 */
export const sessionCookies = (request: Asked, accessToken: string, refreshToken: string): Headers => [
  cookie(request, 'kh_access', accessToken, '/', refreshSeconds),
  cookie(request, 'kh_refresh', refreshToken, '/api/auth', refreshSeconds),
]

/** Takes both cookies back. */
export const noCookies = (request: Asked): Headers => [
  cookie(request, 'kh_access', '', '/', 0),
  cookie(request, 'kh_refresh', '', '/api/auth', 0),
]

export function refreshTokenOf(request: Asked): string | undefined {
  for (const pair of (request.header('cookie') ?? '').split(';')) {
    const [name, value] = pair.trim().split('=')
    if (name === 'kh_refresh' && value) return value
  }
  return undefined
}

function cookie(request: Asked, name: string, value: string, path: string, seconds: number): [string, string] {
  return [
    'set-cookie',
    `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${request.secure ? '; Secure' : ''}`,
  ]
}
