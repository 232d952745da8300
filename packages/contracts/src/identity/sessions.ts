import * as routes from './sessions.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { id, instant, pageQuery } from '../scalars.ts'
import { z } from '../zod.ts'

export const LoginSession = z
  .object({
    id,
    /** The session of this request. */
    current: z.boolean(),
    userAgent: z.string().nullable(),
    ip: z.string().nullable(),
    startedAt: instant,
    /** When it was last renewed, within minutes of its last use. */
    lastUsedAt: instant,
  })
  .meta({ id: 'LoginSession' })

export type LoginSession = z.output<typeof LoginSession>

export const listSessions = endpoint(routes.listSessions, {
  query: pageQuery,
  response: z.array(LoginSession),
  paged: true,
  summary: 'Your sessions',
})

export const endSession = endpoint(routes.endSession, {
  summary: 'Sign out one of your sessions',
})

export const endOtherSessions = endpoint(routes.endOtherSessions, {
  response: z.object({ ended: z.int() }),
  summary: 'Sign out everywhere else',
})

/** What the authentication log records. */
export const authenticationActs = [
  'signed_in',
  'signed_in_with_passkey',
  'sign_in_refused',
  'second_step_asked',
  'second_step_refused',
  'passkey_refused',
  'recovery_code_used',
  'password_confirmed',
  'password_refused',
  'second_factor_confirmed',
  'second_factor_refused',
  'password_changed',
  'password_reset',
  'email_change_asked',
  'app_turned_on',
  'app_refused',
  'app_turned_off',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'second_factor_reset',
  'session_ended',
  'sessions_ended',
  'signed_out',
] as const
export type AuthenticationAct = (typeof authenticationActs)[number]

export const Authentication = z
  .object({
    id,
    what: z.enum(authenticationActs),
    userId: id.nullable(),
    email: z.string(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    at: instant,
  })
  .meta({ id: 'Authentication' })
export type Authentication = z.output<typeof Authentication>

export const listAuthentication = endpoint(routes.listAuthentication, {
  query: pageQuery.extend({
    email: z.string().trim().toLowerCase().max(254).optional(),
    what: z.enum(authenticationActs).optional(),
    /** A day in UTC. */
    day: z.iso.date('Enter a date').optional(),
  }),
  response: z.array(Authentication),
  paged: true,
  summary: 'Who signed in or tried to, newest first',
})

export const listOwnAuthentication = endpoint(routes.listOwnAuthentication, {
  query: pageQuery,
  response: z.array(Authentication),
  paged: true,
  summary: 'Sign-ins to your account and attempts at them, newest first',
})

// For the gateway.
/** Public keys for verifying access tokens (RFC 7517). */
export const jwks = endpoint(routes.jwks, {
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  summary: 'Public keys of the access tokens',
})

/** Ended sessions whose access tokens may not have expired. A gateway fetches them when it starts. */
export const revokedSessions = endpoint(routes.revokedSessions, {
  query: z.object({ since: instant.optional() }),
  response: z.array(z.object({ sessionId: id, until: instant })),
  summary: 'Recently ended sessions',
})

export const SessionRevoked = event({
  type: 'identity.session.revoked',
  version: 1,
  subject: 'sessionId',
  data: z.object({ sessionId: id, userId: id, until: instant }),
})
