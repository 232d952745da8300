import { type CookieName, cookieName } from '@keyhold/kit/http/cookies'
import type { ServiceRequest } from '@keyhold/kit/http/request'
import { knownDeviceDays, secondStepMinutes, sessionDays } from '../../limits.ts'
import type { Shown } from './known-devices.ts'

const sessionSeconds = sessionDays * 24 * 60 * 60
const deviceSeconds = knownDeviceDays * 24 * 60 * 60

type Headers = [name: string, value: string][]
type CookieRequest = Pick<ServiceRequest, 'header' | 'secure'>

/** Where each cookie is sent without HTTPS; a cookie with the prefix is sent everywhere. */
const paths: Record<CookieName, string> = {
  kh_access: '/',
  kh_refresh: '/api/auth',
  kh_device: '/api',
  kh_step: '/api/auth',
}

/**
 * The session's two cookies. The access token's cookie outlives the token: from its presence the gateway knows that this browser was
 * signed in before (`edge/pages.ts`).
 */
export const sessionCookies = (request: CookieRequest, accessToken: string, refreshToken: string): Headers => [
  cookie(request.secure, 'kh_access', accessToken, sessionSeconds),
  cookie(request.secure, 'kh_refresh', refreshToken, sessionSeconds),
]

/** Tells this browser from those that never signed in to the account; it gives no access. Stays after signing out. */
export const deviceCookie = (request: CookieRequest, deviceToken: string): Headers => [
  cookie(request.secure, 'kh_device', deviceToken, deviceSeconds),
]

/** For a sign-in that is not finished: it leads to its second step and nowhere else. */
export const stepCookie = (request: CookieRequest, token: string): Headers => [
  cookie(request.secure, 'kh_step', token, secondStepMinutes * 60),
]
export const stepTokenOf = (request: CookieRequest): string | undefined => valueOf(request, 'kh_step')
export const clearedStep = (request: CookieRequest): Headers =>
  stepTokenOf(request) === undefined ? [] : [cookie(request.secure, 'kh_step', '', 0)]

/** Deletes the session's cookies, over HTTPS also those from before the site had it. */
export const clearedCookies = (request: CookieRequest): Headers =>
  (request.secure ? [true, false] : [false]).flatMap((secure) => [
    cookie(secure, 'kh_access', '', 0),
    cookie(secure, 'kh_refresh', '', 0),
  ])

export const refreshTokenOf = (request: CookieRequest): string | undefined => valueOf(request, 'kh_refresh')

/** What the browser shows of earlier sign-ins. */
export const shownBy = (request: CookieRequest): Shown => ({
  deviceToken: valueOf(request, 'kh_device'),
  refreshToken: refreshTokenOf(request),
})

function valueOf(request: CookieRequest, name: CookieName): string | undefined {
  const wanted = cookieName(name, request.secure)
  for (const pair of (request.header('cookie') ?? '').split(';')) {
    const [sent, value] = pair.trim().split('=')
    if (sent === wanted && value) return value
  }
  return undefined
}

function cookie(secure: boolean, name: CookieName, value: string, seconds: number): [string, string] {
  const path = secure ? '/' : paths[name]
  return [
    'set-cookie',
    `${cookieName(name, secure)}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`,
  ]
}
