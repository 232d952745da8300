import {
  addPasskey,
  mostPasskeys,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from '@keyhold/contracts/identity/second-factors'
import { violated } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq, inArray } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { notifyOfChange } from '../../domain/accounts/change-notices.ts'
import { afterFactorAdded, afterFactorRemoved, refuseLast } from '../../domain/second-factors/changes.ts'
import { type Factors, factorsOf } from '../../domain/second-factors/factors.ts'
import {
  keepChallenge,
  optionsForNew,
  readNewPasskey,
  requireSite,
  takeSessionChallenge,
  toPasskey,
} from '../../domain/second-factors/passkeys.ts'
import { relyingParty } from '../../domain/second-factors/relying-party.ts'
import { logAuthentication } from '../../domain/sessions/authentication-log.ts'
import { assertFullyFresh, lockSignedIn } from '../../domain/sessions/fresh.ts'
import { passkeys } from '../../schema/second-factors.ts'

/** The person's passkeys. */
export const passkeyRoutes = (config: Config) => {
  const site = relyingParty(config.PUBLIC_URL)

  return [
    serve(passkeyOptions, ({ actor, db, clock }) => {
      const there = requireSite(site)
      return db.transaction(actor, async (tx) => {
        const now = clock.now()
        const { user, factors } = await assertFullyFresh(tx, actor, now)
        refuseMore(factors)
        const options = await optionsForNew(there, user, factors.passkeys)
        await keepChallenge(tx, { sessionId: actor.sessionId, purpose: 'add' }, options.challenge, now)
        return options
      })
    }),

    serve(addPasskey, async ({ actor, body, request, db, clock, log }) => {
      const now = clock.now()
      const there = requireSite(site)
      // Used up whatever comes of it, hence in a transaction of its own.
      const challenge = await db.transaction(actor, (tx) =>
        takeSessionChallenge(tx, { sessionId: actor.sessionId, purpose: 'add' }, now),
      )
      const made = challenge === undefined ? undefined : await readNewPasskey(there, body.answer, challenge)
      if (!made) refuse('invalid-input', 'This passkey could not be added. Please try again.')
      const added = await db
        .transaction(actor, async (tx) => {
          const { user, factors } = await assertFullyFresh(tx, actor, now)
          refuseMore(factors)
          const userHandle = Buffer.from(user.id).toString('base64url')
          const own = { userId: user.id, userHandle, name: body.name, createdAt: now.toISOString() }
          const [row] = await tx
            .insert(passkeys)
            .values({ ...made, ...own })
            .returning()
          await notifyOfChange(tx, user, 'passkey_added', now)
          return { user, passkey: toPasskey(row!), recoveryCodes: await afterFactorAdded(tx, actor, factors, now) }
        })
        .catch((error: unknown) => {
          if (violated(error)?.constraint === 'passkeys_credential_key')
            refuse('conflict', 'This passkey is in use already.')
          throw error
        })
      const { user, ...answer } = added
      await logAuthentication({ db, log }, { what: 'passkey_added', userId: user.id, email: user.email, request }, now)
      return answer
    }),

    serve(renamePasskey, ({ actor, params, body, db }) =>
      db.transaction(actor, async (tx) => {
        const { factors } = await lockSignedIn(tx, actor)
        const [row] = await tx
          .update(passkeys)
          .set({ name: body.name })
          .where(and(eq(passkeys.id, params.id), inArray(passkeys.userId, factors.ids)))
          .returning()
        return row ? toPasskey(row) : notFound('Passkey')
      }),
    ),

    serve(removePasskey, async ({ actor, params, request, db, clock, log }) => {
      const now = clock.now()
      const user = await db.transaction(actor, async (tx) => {
        const { user: own, factors } = await assertFullyFresh(tx, actor, now)
        if (!factors.passkeys.some(({ id }) => id === params.id)) notFound('Passkey')
        if (!factors.app && factors.passkeys.length === 1) refuseLast(config, own)
        await tx.delete(passkeys).where(eq(passkeys.id, params.id))
        await afterFactorRemoved(tx, await factorsOf(tx, own))
        await notifyOfChange(tx, own, 'passkey_removed', now)
        return own
      })
      const act = { what: 'passkey_removed' as const, userId: user.id, email: user.email, request }
      await logAuthentication({ db, log }, act, now)
    }),
  ]
}

function refuseMore({ passkeys: known }: Factors): void {
  if (known.length >= mostPasskeys) refuse('conflict', `You have ${mostPasskeys} passkeys. Remove one first.`)
}
