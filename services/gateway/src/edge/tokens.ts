import { jwks, revokedSessions } from '@keyhold/contracts/identity/sessions'
import { serviceActor, type UserActor } from '@keyhold/kit/runtime/actor'
import type { Call } from '@keyhold/kit/http/call'
import type { Clock } from '@keyhold/kit/runtime/clock'
import { refuse } from '@keyhold/kit/http/problem'
import { createLocalJWKSet, decodeProtectedHeader, errors, type JSONWebKeySet, jwtVerify } from 'jose'

export interface Tokens {
  /** Who a token speaks for; undefined when it is forged, expired or its session has ended. @throws Refusal unavailable while the keys can't be had */
  actorOf(token: string): Promise<UserActor | undefined>
  /** Refuses the session's tokens from now on, until the last of them has expired anyway. */
  revoke(sessionId: string, until: Date): void
  /** Learns which sessions have ended, without waiting to be told. */
  learnEnded(): Promise<void>
  /** Learns what happened while this process was not listening. */
  catchUp(): Promise<void>
  ready(): boolean
}

const gateway = serviceActor('gateway', null)
const cacheSize = 10_000
/** How far two machines' clocks may be apart (ms). */
const overlap = 30_000

/** Verifies access tokens with identity's keys. A verified token is kept until it expires or its session ends: checking a signature costs more than the request. */
export function createTokens({ call, clock }: { call: Call; clock: Clock }): Tokens {
  const verified = new Map<string, { actor: UserActor; until: number }>()
  const revoked = new Map<string, number>()
  let keySet: { keys: JSONWebKeySet; find: ReturnType<typeof createLocalJWKSet> } | undefined
  let fetching: Promise<void> | undefined
  let fetchedAt = 0
  let caughtUp = false
  let learnedAt: Date | undefined

  const forgetExpired = () => {
    const now = clock.now().getTime()
    for (const [id, end] of revoked) if (end < now) revoked.delete(id)
  }

  const fetchKeys = () =>
    (fetching ??= call(jwks, gateway)
      .then(({ keys }) => {
        const set = { keys } as unknown as JSONWebKeySet
        keySet = { keys: set, find: createLocalJWKSet(set) }
        fetchedAt = clock.now().getTime()
      })
      .finally(() => (fetching = undefined)))

  async function keysFor(token: string) {
    const { kid } = decodeProtectedHeader(token)
    // A rotated key is unknown until fetched; a made-up one must not make us fetch at every request.
    const unknown = !keySet?.keys.keys.some((key) => key.kid === kid)
    if (!keySet || (unknown && clock.now().getTime() - fetchedAt > 5000)) await fetchKeys()
    return keySet?.find ?? refuse('unavailable', 'Sign-in is not available right now. Please try again in a moment.')
  }

  return {
    async actorOf(token) {
      const now = clock.now().getTime()
      const hit = verified.get(token)
      if (hit) {
        if (hit.until > now && !revoked.has(hit.actor.sessionId)) return hit.actor
        verified.delete(token)
        return undefined
      }
      try {
        const find = await keysFor(token)
        const { payload } = await jwtVerify(token, find, {
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
        } as UserActor
        if (revoked.has(actor.sessionId)) return undefined
        if (verified.size >= cacheSize) verified.delete(verified.keys().next().value ?? '')
        verified.set(token, { actor, until: (payload.exp ?? 0) * 1000 })
        return actor
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
        throw error
      }
    },
    revoke(sessionId, until) {
      revoked.set(sessionId, until.getTime())
    },
    async learnEnded() {
      const asked = clock.now()
      const since =
        learnedAt === undefined ? {} : { query: { since: new Date(learnedAt.getTime() - overlap).toISOString() } }
      for (const { sessionId, until } of await call(revokedSessions, gateway, since))
        revoked.set(sessionId, new Date(until).getTime())
      learnedAt = asked
      forgetExpired()
    },
    async catchUp() {
      await this.learnEnded()
      await fetchKeys()
      caughtUp = true
    },
    ready: () => caughtUp,
  }
}
