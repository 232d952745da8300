import {
  confirmAuthenticatorApp,
  getSecondFactor,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  startAuthenticatorApp,
} from '@keyhold/contracts/identity/second-factors'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { inArray } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { notifyOfChange } from '../../domain/accounts/change-notices.ts'
import type { AuthenticatorApps } from '../../domain/second-factors/authenticator-apps.ts'
import { factorsOf } from '../../domain/second-factors/factors.ts'
import { afterFactorAdded, afterFactorRemoved, refuseLast } from '../../domain/second-factors/changes.ts'
import { toPasskey } from '../../domain/second-factors/passkeys.ts'
import { makeRecoveryCodes } from '../../domain/second-factors/recovery-codes.ts'
import { relyingParty } from '../../domain/second-factors/relying-party.ts'
import { withVerifiedFactor } from '../../domain/second-factors/verify-factor.ts'
import { logAuthentication } from '../../domain/sessions/authentication-log.ts'
import { requiresSecondFactor } from '../../domain/sessions/enter.ts'
import { assertFullyFresh, lockSignedIn } from '../../domain/sessions/fresh.ts'
import { authenticatorApps } from '../../schema/second-factors.ts'

/** The person's authenticator app and recovery codes. */
export const secondFactorRoutes = (config: Config, apps: AuthenticatorApps) => [
  serve(getSecondFactor, ({ actor, db }) =>
    db.transaction(actor, async (tx) => {
      const { user, factors } = await lockSignedIn(tx, actor)
      return {
        appSince: factors.app?.confirmedAt ?? null,
        passkeys: factors.passkeys.map(toPasskey),
        recoveryCodesLeft: factors.recoveryCodesLeft,
        isRequired: requiresSecondFactor(config, user),
        passkeyOrigin: relyingParty(config.PUBLIC_URL)?.origin ?? null,
      }
    }),
  ),

  serve(startAuthenticatorApp, ({ actor, db, clock }) =>
    db.transaction(actor, async (tx) => {
      const { user } = await assertFullyFresh(tx, actor, clock.now())
      return apps.start(tx, user.id, user.email)
    }),
  ),

  serve(confirmAuthenticatorApp, async ({ actor, body, request, db, clock, log }) => {
    const now = clock.now()
    const { user } = await db.transaction(actor, (tx) => assertFullyFresh(tx, actor, now))
    const given = { user, ip: request.ip, sessionId: actor.sessionId, isCode: true }
    const added = await withVerifiedFactor({ db, actor, now }, given, async (tx) => {
      const { factors } = await assertFullyFresh(tx, actor, now)
      const code = body.code.replace(/\s/g, '')
      if (!(await apps.confirm(tx, { userId: user.id, ids: factors.ids }, code, now))) return undefined
      await notifyOfChange(tx, user, 'app_on', now)
      return { recoveryCodes: await afterFactorAdded(tx, actor, factors, now) }
    })
    const what = added ? 'app_turned_on' : 'app_refused'
    await logAuthentication({ db, log }, { what, userId: user.id, email: user.email, request }, now)
    return added ?? refuseField('code', 'That code isn’t right. Enter the current code from the app')
  }),

  serve(removeAuthenticatorApp, async ({ actor, request, db, clock, log }) => {
    const now = clock.now()
    const user = await db.transaction(actor, async (tx) => {
      const { user: own, factors } = await assertFullyFresh(tx, actor, now)
      if (!factors.app) notFound('Authenticator app')
      if (factors.passkeys.length === 0) refuseLast(config, own)
      await tx.delete(authenticatorApps).where(inArray(authenticatorApps.userId, factors.ids))
      await afterFactorRemoved(tx, await factorsOf(tx, own))
      await notifyOfChange(tx, own, 'app_off', now)
      return own
    })
    await logAuthentication({ db, log }, { what: 'app_turned_off', userId: user.id, email: user.email, request }, now)
  }),

  serve(renewRecoveryCodes, async ({ actor, request, db, clock, log }) => {
    const now = clock.now()
    const { user, recoveryCodes } = await db.transaction(actor, async (tx) => {
      const { user: own, factors } = await assertFullyFresh(tx, actor, now)
      if (!factors.hasAny) refuse('conflict', 'Set up an authenticator app or a passkey first.')
      await notifyOfChange(tx, own, 'recovery_codes', now)
      return { user: own, recoveryCodes: await makeRecoveryCodes(tx, { userId: own.id, ids: factors.ids }, now) }
    })
    const act = { what: 'recovery_codes_renewed' as const, userId: user.id, email: user.email, request }
    await logAuthentication({ db, log }, act, now)
    return { recoveryCodes }
  }),
]
