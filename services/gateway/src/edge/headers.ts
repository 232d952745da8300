import type { RequestInfo } from './context.ts'

const always: [string, string][] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
]
/** At a landlord's own host for that name alone: their other names may not be served by https. */
const hstsOf = (isLandlords: boolean): [string, string] => [
  'strict-transport-security',
  `max-age=31536000${isLandlords ? '' : '; includeSubDomains'}`,
]

/** Headers of an API answer in addition to its `own`: it is never rendered as a page, and not cached unless it says so itself. */
export function apiHeaders(
  { requestId, secure, isLandlords = false }: RequestInfo,
  own: [string, string][] = [],
): [string, string][] {
  const headers: [string, string][] = [
    ['x-request-id', requestId],
    ...always,
    ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ]
  if (!own.some(([name]) => name === 'cache-control')) headers.push(['cache-control', 'no-store'])
  if (secure) headers.push(hstsOf(isLandlords))
  return headers
}

/** Scripts and connections only from the site itself. Inline styles are allowed, because Radix positions popovers by style attributes. */
const policy = (scripts = '', connections = '', ...more: string[]) =>
  [
    "default-src 'self'",
    `script-src 'self'${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${connections}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ')
const pagePolicy = policy()

const stripe = 'https://js.stripe.com https://*.js.stripe.com'
/** What Stripe's card form needs, only where Stripe is configured (docs.stripe.com/security/guide). */
const pagePolicyWithStripe = policy(
  ` ${stripe}`,
  ' https://api.stripe.com',
  `frame-src ${stripe} https://hooks.stripe.com`,
)

/** Headers of a page or a file of it. */
export function pageHeaders(secure: boolean, { usesStripe = false, isLandlords = false } = {}): [string, string][] {
  return [
    ...always,
    ['content-security-policy', usesStripe ? pagePolicyWithStripe : pagePolicy],
    ['permissions-policy', 'camera=(self), geolocation=(), microphone=()'],
    ...(secure ? [hstsOf(isLandlords)] : []),
  ]
}
