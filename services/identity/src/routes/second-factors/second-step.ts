import { enterCode, passkeySignIn, passkeySignInOptions } from '@keyhold/contracts/identity/second-factors'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import { Reply, serve } from '@keyhold/kit/http/serve'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { notifyOfChange } from '../../domain/accounts/change-notices.ts'
import { sharingPassword } from '../../domain/accounts/people.ts'
import { lastUsed, type UserRow } from '../../domain/accounts/users.ts'
import type { AuthenticatorApps } from '../../domain/second-factors/authenticator-apps.ts'
import { factorsOf } from '../../domain/second-factors/factors.ts'
import { optionsForKnown, requireSite, acceptPasskey } from '../../domain/second-factors/passkeys.ts'
import { relyingParty } from '../../domain/second-factors/relying-party.ts'
import {
  beginStep,
  finishStep,
  lockStep,
  setChallenge,
  type SignInStep,
  takeChallenge,
} from '../../domain/second-factors/steps.ts'
import { spendCode, withVerifiedFactor } from '../../domain/second-factors/verify-factor.ts'
import { logAuthentication } from '../../domain/sessions/authentication-log.ts'
import { shownBy, stepCookie, stepTokenOf } from '../../domain/sessions/cookies.ts'
import { enter, entered } from '../../domain/sessions/enter.ts'
import { limitQuestions } from '../../domain/sessions/sign-in-limit.ts'
import type { SigningKeys } from '../../domain/sessions/signing-keys.ts'
import { passkeys } from '../../schema/second-factors.ts'
import { users } from '../../schema/users.ts'

interface Settings {
  config: Pick<Config, 'PUBLIC_URL'>
  signingKeys: SigningKeys
  apps: AuthenticatorApps
}

/** What follows a right password where the account has a second factor, and signing in with a passkey alone. */
export const secondStepRoutes = (settings: Settings) => {
  const site = relyingParty(settings.config.PUBLIC_URL)

  return [
    serve(enterCode, async ({ actor, body, request, db, clock, log }) => {
      const now = clock.now()
      const token = stepTokenOf(request)
      const waiting = await db.transaction(actor, (tx) => openStep(tx, token, now))
      const { user } = waiting
      const given = { user, ip: request.ip, shown: shownBy(request), isCode: /^\s*(\d\s*){6}$/.test(body.code) }
      const passed = await withVerifiedFactor({ db, actor, now }, given, async (tx) => {
        const { step, user: locked } = await openStep(tx, token, now)
        const kind = await spendCode(tx, settings.apps, await factorsOf(tx, locked), body.code, now)
        if (!kind) return undefined
        if (kind === 'recovery_code') await notifyOfChange(tx, locked, 'recovery_code_used', now)
        await finishStep(tx, step)
        const by = { password: true, secondFactor: true }
        return { kind, session: await enter(tx, settings, { user: locked, reach: step.reach, request, by }, now) }
      })
      const act = { userId: user.id, email: user.email, request }
      if (passed?.kind === 'recovery_code')
        await logAuthentication({ db, log }, { ...act, what: 'recovery_code_used' }, now)
      await logAuthentication({ db, log }, { ...act, what: passed ? 'signed_in' : 'second_step_refused' }, now)
      return passed
        ? entered(request, passed.session, now)
        : refuseField('code', 'This code is wrong or was already used')
    }),

    serve(passkeySignInOptions, async ({ actor, body, request, db, clock }) => {
      const now = clock.now()
      const there = requireSite(site)
      return db.transaction(actor, async (tx) => {
        if (body.purpose === 'sign_in') {
          await limitQuestions(tx, 'passkey', request.ip, now)
          const options = await optionsForKnown(there, [])
          const token = await beginStep(tx, { userId: null, challenge: options.challenge }, now)
          return new Reply(options, stepCookie(request, token))
        }
        const { step, user } = await openStep(tx, stepTokenOf(request), now)
        const { passkeys: known } = await factorsOf(tx, user)
        if (known.length === 0) refuse('conflict', 'Your account has no passkey.')
        const options = await optionsForKnown(there, known)
        await setChallenge(tx, step, options.challenge)
        return options
      })
    }),

    serve(passkeySignIn, async ({ actor, body, request, db, clock, log }) => {
      const now = clock.now()
      const there = requireSite(site)
      const token = stepTokenOf(request)
      const asked = await db.transaction(actor, async (tx) => {
        const step = (await lockStep(tx, token, now)) ?? refuseStep()
        // Whose passkey it is decides by whom a failure counts; without one it counts by the network.
        const [owner] = await tx
          .select({ user: users })
          .from(passkeys)
          .innerJoin(users, eq(users.id, passkeys.userId))
          .where(eq(passkeys.credentialId, body.id))
        return { step, challenge: await takeChallenge(tx, step), owner: owner?.user }
      })
      const { step, challenge, owner } = asked
      const given = { user: owner ?? { email: '' }, ip: request.ip, shown: shownBy(request), isCode: false }
      const session = await withVerifiedFactor({ db, actor, now }, given, async (tx) => {
        const isAlone = step.userId === null
        const passkey = await acceptPasskey(tx, there, { answer: body, challenge, isVerified: isAlone }, now)
        const opened = passkey && owner && (await accountsBehind(tx, step, owner))
        if (!opened) return undefined
        await finishStep(tx, step)
        return enter(tx, settings, { ...opened, request, by: { password: !isAlone, secondFactor: true } }, now)
      })
      const what = !session ? 'passkey_refused' : step.userId === null ? 'signed_in_with_passkey' : 'signed_in'
      const { id: userId, email } = session?.user ?? owner ?? { id: null, email: '' }
      await logAuthentication({ db, log }, { what, userId, email, request }, now)
      return session
        ? entered(request, session, now)
        : refuse('invalid-input', 'This passkey was not accepted. Please try again.')
    }),
  ]
}

/** A step behind a right password, and its account, locked. @throws Refusal `sign-in-expired` */
async function openStep(tx: Tx, token: string | undefined, now: Date): Promise<{ step: SignInStep; user: UserRow }> {
  const step = await lockStep(tx, token, now)
  const [user] = step?.userId
    ? await tx
        .select()
        .from(users)
        .where(and(eq(users.id, step.userId), eq(users.isActive, true), isNotNull(users.confirmedAt)))
        .for('update')
    : []
  return step && user ? { step, user } : refuseStep()
}

/** What a passkey of this account opens: what the password opened before it, or all accounts of its person. Undefined for the passkey of somebody else. */
async function accountsBehind(
  tx: Tx,
  step: SignInStep,
  owner: UserRow,
): Promise<{ user: UserRow; reach: string[] } | undefined> {
  const accounts = await tx
    .select()
    .from(users)
    .where(and(sharingPassword(owner), eq(users.isActive, true), isNotNull(users.confirmedAt)))
    .for('update')
  const user = step.userId === null ? lastUsed(accounts) : accounts.find(({ id }) => id === step.userId)
  return user && { user, reach: step.userId === null ? accounts.map(({ id }) => id) : step.reach }
}

const refuseStep = (): never => refuse('sign-in-expired', 'This sign-in took too long. Please start again.')
