import type { Seen } from './context.ts'

const always: [string, string][] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
]
const hsts: [string, string] = ['strict-transport-security', 'max-age=31536000; includeSubDomains']

/** Headers of an API answer: nothing in it is ever a page, and nothing is kept by a cache. */
export function apiHeaders({ requestId, secure }: Seen): [string, string][] {
  const headers: [string, string][] = [
    ['x-request-id', requestId],
    ...always,
    ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
    ['cache-control', 'no-store'],
  ]
  if (secure) headers.push(hsts)
  return headers
}

/** Scripts and connections from the site itself only. Styles may be inline: Radix positions its popovers with style attributes. */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of a page or of a file of the page. */
export function pageHeaders(secure: boolean): [string, string][] {
  return [
    ...always,
    ['content-security-policy', pagePolicy],
    ['permissions-policy', 'camera=(self), geolocation=(), microphone=()'],
    ...(secure ? [hsts] : []),
  ]
}
