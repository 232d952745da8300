import { jwks, revokedSessions } from '@keyhold/contracts/identity/sessions'
import { serve } from '@keyhold/kit/http/serve'
import { revokedMs } from '../../domain/sessions/sessions.ts'
import { retiredKeyMs, type SigningKeys } from '../../domain/sessions/signing-keys.ts'

export const keyRoutes = (signingKeys: SigningKeys) => [
  serve(jwks, async ({ actor, db, clock }) => {
    const since = new Date(clock.now().getTime() - retiredKeyMs).toISOString()
    const find = () =>
      db.read(
        actor,
        (sql) =>
          sql<
            { publicKey: Record<string, unknown> }[]
          >`select public_key from signing_keys where retired_at is null or retired_at > ${since} order by created_at desc`,
      )
    let keys = await find()
    if (keys.length === 0) {
      await db.transaction(actor, (tx) => signingKeys.active(tx, clock.now()))
      keys = await find()
    }
    return { keys: keys.map(({ publicKey }) => publicKey) }
  }),

  serve(revokedSessions, async ({ actor, query, db, clock }) => {
    const earliest = new Date(clock.now().getTime() - revokedMs).toISOString()
    const since = query.since !== undefined && query.since > earliest ? query.since : earliest
    const ended = await db.read(
      actor,
      (sql) =>
        sql<
          { sessionId: string; endedAt: string }[]
        >`select id as session_id, ended_at from sessions where ended_at > ${since} order by ended_at`,
    )
    return ended.map(({ sessionId, endedAt }) => ({
      sessionId,
      until: new Date(new Date(endedAt).getTime() + revokedMs).toISOString(),
    }))
  }),
]
