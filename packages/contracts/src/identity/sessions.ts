import * as routes from './sessions.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { id, instant, pageQuery } from '../scalars.ts'
import { z } from '../zod.ts'

export const LoginSession = z
  .object({
    id,
    /** The session this very call was made in. */
    current: z.boolean(),
    userAgent: z.string().nullable(),
    ip: z.string().nullable(),
    startedAt: instant,
    /** When it was last renewed: within minutes of its last use. */
    lastUsedAt: instant,
  })
  .meta({ id: 'LoginSession' })

export type LoginSession = z.output<typeof LoginSession>

export const listSessions = endpoint(routes.listSessions, {
  query: pageQuery,
  response: z.array(LoginSession),
  paged: true,
  summary: 'Where one is signed in',
})

export const endSession = endpoint(routes.endSession, {
  summary: "Sign out one of one's own sessions at once",
})

export const endOtherSessions = endpoint(routes.endOtherSessions, {
  response: z.object({ ended: z.int() }),
  summary: 'Sign out everywhere else at once',
})

// For the other services.
/** Public keys that access tokens are verified with (RFC 7517). */
export const jwks = endpoint(routes.jwks, {
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  summary: 'Public keys of the access tokens',
})

/** Sessions that ended while an access token of theirs may still be unexpired: what a gateway must know when it starts. */
export const revokedSessions = endpoint(routes.revokedSessions, {
  query: z.object({ since: instant.optional() }),
  response: z.array(z.object({ sessionId: id, until: instant })),
  summary: 'Sessions ended lately',
})

export const SessionRevoked = event({
  type: 'identity.session.revoked',
  version: 1,
  subject: 'sessionId',
  data: z.object({ sessionId: id, userId: id, until: instant }),
})
