import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import type { UserActor } from '@keyhold/kit/runtime/actor'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { recoveryCodes } from '../../schema/second-factors.ts'
import { sessions } from '../../schema/sessions.ts'
import { notifyOfChange } from '../accounts/change-notices.ts'
import type { UserRow } from '../accounts/users.ts'
import { requiresSecondFactor } from '../sessions/enter.ts'
import { forgetDevices } from '../sessions/known-devices.ts'
import { endSessions } from '../sessions/sessions.ts'
import { dropFactors } from './drop.ts'
import { type Factors, factorsOf } from './factors.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

/**
 * This session has shown a second factor. With the first one come recovery codes, and other sessions end, which have shown none.
 * `before` is what there was. Returns the codes, or null where there are some already.
 */
export async function afterFactorAdded(
  tx: Tx,
  { userId, sessionId }: UserActor,
  before: Factors,
  now: Date,
): Promise<string[] | null> {
  await tx.update(sessions).set({ secondFactorAt: now.toISOString() }).where(eq(sessions.id, sessionId))
  if (before.hasAny) return null
  await endSessions(tx, and(inArray(sessions.userId, before.ids), ne(sessions.id, sessionId)), now)
  return makeRecoveryCodes(tx, { userId, ids: before.ids }, now)
}

/** Recovery codes stand in for another second factor: without any they are void. */
export async function afterFactorRemoved(tx: Tx, { ids, hasAny }: Factors): Promise<void> {
  if (!hasAny) await tx.delete(recoveryCodes).where(inArray(recoveryCodes.userId, ids))
}

/** @throws Refusal 409 where the account cannot be without a second factor */
export function refuseLast(config: Pick<Config, 'PUBLIC_URL'>, user: UserRow): void {
  if (requiresSecondFactor(config, user))
    refuse('conflict', 'Your account needs a second factor. Add another one before you remove this one.')
}

/** Removes all second factors of a person who lost them; signs them out everywhere and tells them by mail. @throws Refusal 409 where there are none */
export async function resetFactors(tx: Tx, user: UserRow, now: Date): Promise<void> {
  const { ids, hasAny } = await factorsOf(tx, user)
  if (!hasAny) refuse('conflict', 'This account has no second factor.')
  await dropFactors(tx, ids)
  await endSessions(tx, inArray(sessions.userId, ids), now)
  await forgetDevices(tx, ids)
  await notifyOfChange(tx, user, 'second_factor_reset', now)
}
