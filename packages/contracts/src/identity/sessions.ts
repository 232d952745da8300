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
