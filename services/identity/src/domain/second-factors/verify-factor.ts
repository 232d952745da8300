import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database, Tx } from '@keyhold/kit/database/database'
import type { UserRow } from '../accounts/users.ts'
import { type Shown, trustedBy } from '../sessions/known-devices.ts'
import { recordFailure, refuseAttempt, secondsToWait } from '../sessions/sign-in-limit.ts'
import type { AuthenticatorApps } from './authenticator-apps.ts'
import type { Factors } from './factors.ts'
import { spendRecoveryCode } from './recovery-codes.ts'

interface Given {
  user: Pick<UserRow, 'email'>
  ip: string
  /** What the browser shows of earlier sign-ins. */
  shown?: Shown
  /** The open session that asks for the second factor again. */
  sessionId?: string
  /** Six digits can be guessed: fewer wrong ones are allowed than wrong answers of a passkey. */
  isCode: boolean
}

/**
 * The one way to check a second factor, limited like passwords: runs `then`, and counts a failure when it returns undefined.
 * @throws Refusal `too-many-requests` beyond the limits of `sign-in-limit.ts`
 */
export async function withVerifiedFactor<T>(
  { db, actor, now }: { db: Database; actor: Actor; now: Date },
  { user: { email }, ip, shown = {}, sessionId, isCode }: Given,
  then: (tx: Tx) => Promise<T | undefined>,
): Promise<T | undefined> {
  const checked = await db.transaction(actor, async (tx) => {
    const trusted = sessionId === undefined ? await trustedBy(tx, shown, email, now) : `session:${sessionId}`
    const attempt = { email, ip, trusted, isCode }
    const seconds = await secondsToWait(tx, attempt, now)
    if (seconds > 0) return { seconds }
    const value = await then(tx)
    if (value === undefined) await recordFailure(tx, attempt, now)
    return { seconds, value }
  })
  // Only here: a refusal inside the transaction would roll back the counted failure.
  if (checked.seconds > 0) refuseAttempt(checked.seconds)
  return checked.value
}

/** Which of the two this is a code of, for the person; undefined for a wrong or used one. Uses it up. */
export async function spendCode(
  tx: Tx,
  apps: AuthenticatorApps,
  { app, ids }: Factors,
  typed: string,
  now: Date,
): Promise<'app' | 'recovery_code' | undefined> {
  const code = typed.replace(/\s/g, '')
  if (/^\d{6}$/.test(code)) return app && (await apps.accept(tx, app, code, now)) ? 'app' : undefined
  return (await spendRecoveryCode(tx, ids, code, now)) ? 'recovery_code' : undefined
}
