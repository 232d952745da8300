import { jwks, revokedSessions } from '@keyhold/contracts/identity/sessions'
import { serviceActor, type UserActor } from '@keyhold/kit/runtime/actor'
import type { Call } from '@keyhold/kit/http/call'
import type { Clock } from '@keyhold/kit/runtime/clock'
import { refuse } from '@keyhold/kit/http/problem'
import { createLocalJWKSet, decodeProtectedHeader, errors, type JSONWebKeySet, jwtVerify } from 'jose'
import { clockSkewMs, keyFetchMs, verifiedTokens } from '../limits.ts'

export interface Tokens {
  /** The token's user; undefined when it is forged or expired or its session has ended. @throws Refusal `unavailable` without identity's keys */
  actorOf(token: string): Promise<UserActor | undefined>
  /** Refuses the session's tokens until the last of them has expired. */
  revoke(sessionId: string, until: Date): void
  /** Fetches the sessions that have ended since the last time. */
  fetchRevoked(): Promise<void>
  /** Fetches keys and ended sessions at the start. */
  load(): Promise<void>
  ready(): boolean
}

const gateway = serviceActor('gateway', null)

/** Verifies access tokens with identity's keys. Verified tokens are cached, because checking a signature costs more than the request. */
export function createTokens({ call, clock }: { call: Call; clock: Clock }): Tokens {
  const verified = new Map<string, { actor: UserActor; until: number }>()
  const revoked = new Map<string, number>()
  let keySet: { keys: JSONWebKeySet['keys']; find: ReturnType<typeof createLocalJWKSet> } | undefined
  let fetching: Promise<void> | undefined
  let keysFetchedAt = 0
  let isLoaded = false
  let fetchedRevokedAt: Date | undefined

  const dropExpired = () => {
    const now = clock.now().getTime()
    for (const [id, end] of revoked) if (end < now) revoked.delete(id)
  }

  const fetchKeys = () =>
    (fetching ??= call(jwks, gateway)
      .then(({ keys }) => {
        keySet = { keys, find: createLocalJWKSet({ keys }) }
        keysFetchedAt = clock.now().getTime()
      })
      .finally(() => (fetching = undefined)))

  async function keysFor(token: string) {
    const { kid } = decodeProtectedHeader(token)
    // A rotated key is unknown until it is fetched, but invented key ids must not cause a fetch each.
    const unknown = !keySet?.keys.some((key) => key.kid === kid)
    if (!keySet || (unknown && clock.now().getTime() - keysFetchedAt > keyFetchMs)) await fetchKeys()
    return keySet?.find ?? refuse('unavailable', 'Sign-in is not available right now. Please try again in a moment.')
  }

  return {
    async actorOf(token) {
      const now = clock.now().getTime()
      const cached = verified.get(token)
      if (cached) {
        if (cached.until > now && !revoked.has(cached.actor.sessionId)) return cached.actor
        verified.delete(token)
        return undefined
      }
      try {
        const { actor, until } = await verify(token, await keysFor(token), now)
        if (revoked.has(actor.sessionId)) return undefined
        if (verified.size >= verifiedTokens) verified.delete(verified.keys().next().value ?? '')
        verified.set(token, { actor, until })
        return actor
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
        throw error
      }
    },
    revoke(sessionId, until) {
      revoked.set(sessionId, until.getTime())
    },
    async fetchRevoked() {
      const now = clock.now()
      const since =
        fetchedRevokedAt === undefined
          ? {}
          : { query: { since: new Date(fetchedRevokedAt.getTime() - clockSkewMs).toISOString() } }
      for (const { sessionId, until } of await call(revokedSessions, gateway, since))
        revoked.set(sessionId, new Date(until).getTime())
      fetchedRevokedAt = now
      dropExpired()
    },
    async load() {
      await this.fetchRevoked()
      await fetchKeys()
      isLoaded = true
    },
    ready: () => isLoaded,
  }
}

/** @throws JOSEError for a token that is not valid at `now` */
async function verify(
  token: string,
  keys: ReturnType<typeof createLocalJWKSet>,
  now: number,
): Promise<{ actor: UserActor; until: number }> {
  const { payload } = await jwtVerify(token, keys, {
    issuer: 'keyhold',
    audience: 'keyhold',
    algorithms: ['EdDSA', 'ES256'],
    currentDate: new Date(now),
  })
  const actor = {
    role: payload.role,
    userId: payload.sub,
    landlordId: payload.landlordId ?? null,
    sessionId: payload.sid,
    ...(payload.role === 'tenant' ? { tenantId: payload.tenantId ?? null } : {}),
    ...(payload.lacksSecondFactor ? { lacksSecondFactor: true } : {}),
  } as UserActor
  return { actor, until: (payload.exp ?? 0) * 1000 }
}
