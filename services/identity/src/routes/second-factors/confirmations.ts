import { confirmCode, confirmPasskey, confirmPasskeyOptions } from '@keyhold/contracts/identity/second-factors'
import type { AuthenticationAct } from '@keyhold/contracts/identity/sessions'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import type { Tx } from '@keyhold/kit/database/database'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { notifyOfChange } from '../../domain/accounts/change-notices.ts'
import type { AuthenticatorApps } from '../../domain/second-factors/authenticator-apps.ts'
import {
  keepChallenge,
  optionsForKnown,
  requireSite,
  takeSessionChallenge,
  acceptPasskey,
} from '../../domain/second-factors/passkeys.ts'
import { relyingParty } from '../../domain/second-factors/relying-party.ts'
import { spendCode, withVerifiedFactor } from '../../domain/second-factors/verify-factor.ts'
import { logAuthentication } from '../../domain/sessions/authentication-log.ts'
import { lockSignedIn } from '../../domain/sessions/fresh.ts'
import { sessions } from '../../schema/sessions.ts'

/** Showing the second factor again within a session, before what asks for it. */
export const confirmationRoutes = (config: Config, apps: AuthenticatorApps) => {
  const site = relyingParty(config.PUBLIC_URL)
  const whatOf = (isConfirmed: boolean): AuthenticationAct =>
    isConfirmed ? 'second_factor_confirmed' : 'second_factor_refused'

  return [
    serve(confirmCode, async ({ actor, body, request, db, clock, log }) => {
      const now = clock.now()
      const { user } = await db.transaction(actor, (tx) => lockSignedIn(tx, actor))
      const isCode = /^\s*(\d\s*){6}$/.test(body.code)
      const given = { user, ip: request.ip, sessionId: actor.sessionId, isCode }
      const kind = await withVerifiedFactor({ db, actor, now }, given, async (tx) => {
        const { factors } = await lockSignedIn(tx, actor)
        const used = await spendCode(tx, apps, factors, body.code, now)
        if (used) await markShown(tx, actor.sessionId, now)
        if (used === 'recovery_code') await notifyOfChange(tx, user, 'recovery_code_used', now)
        return used
      })
      const what = kind === 'recovery_code' ? 'recovery_code_used' : whatOf(kind !== undefined)
      await logAuthentication({ db, log }, { what, userId: user.id, email: user.email, request }, now)
      return kind ? { confirmed: true as const } : refuseField('code', 'This code is wrong or was already used')
    }),

    serve(confirmPasskeyOptions, ({ actor, db, clock }) => {
      const there = requireSite(site)
      return db.transaction(actor, async (tx) => {
        const { factors } = await lockSignedIn(tx, actor)
        if (factors.passkeys.length === 0) refuse('conflict', 'Your account has no passkey.')
        const options = await optionsForKnown(there, factors.passkeys)
        await keepChallenge(tx, { sessionId: actor.sessionId, purpose: 'confirm' }, options.challenge, clock.now())
        return options
      })
    }),

    serve(confirmPasskey, async ({ actor, body, request, db, clock, log }) => {
      const now = clock.now()
      const there = requireSite(site)
      const { user, challenge } = await db.transaction(actor, async (tx) => ({
        user: (await lockSignedIn(tx, actor)).user,
        challenge: await takeSessionChallenge(tx, { sessionId: actor.sessionId, purpose: 'confirm' }, now),
      }))
      const given = { user, ip: request.ip, sessionId: actor.sessionId, isCode: false }
      const confirmed = await withVerifiedFactor({ db, actor, now }, given, async (tx) => {
        const { factors } = await lockSignedIn(tx, actor)
        if (!factors.passkeys.some(({ credentialId }) => credentialId === body.id)) return undefined
        const passkey = await acceptPasskey(tx, there, { answer: body, challenge, isVerified: false }, now)
        if (passkey) await markShown(tx, actor.sessionId, now)
        return passkey && (true as const)
      })
      const what = whatOf(confirmed === true)
      await logAuthentication({ db, log }, { what, userId: user.id, email: user.email, request }, now)
      return confirmed ? { confirmed } : refuse('invalid-input', 'This passkey was not accepted. Please try again.')
    }),
  ]
}

const markShown = (tx: Tx, sessionId: string, now: Date) =>
  tx.update(sessions).set({ secondFactorAt: now.toISOString() }).where(eq(sessions.id, sessionId))
