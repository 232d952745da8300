import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, gt } from 'drizzle-orm'
import { secondStepMinutes } from '../../limits.ts'
import { signInSteps } from '../../schema/second-factors.ts'
import { hashOf, newSecret } from '../sessions/secrets.ts'

export type SignInStep = typeof signInSteps.$inferSelect

/** Begins a sign-in that is not finished yet. Returns the token for the cookie of this browser, which is good for nothing else. */
export async function beginStep(
  tx: Tx,
  { userId, reach = [], challenge = null }: { userId: string | null; reach?: string[]; challenge?: string | null },
  now: Date,
): Promise<string> {
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + secondStepMinutes * 60_000).toISOString()
  await tx.insert(signInSteps).values({ tokenHash: hashOf(token), userId, reach, challenge, expiresAt })
  return token
}

/** The step of a browser's token, locked; undefined where it has expired or was finished. */
export async function lockStep(tx: Tx, token: string | undefined, now: Date): Promise<SignInStep | undefined> {
  if (token === undefined) return undefined
  const [step] = await tx
    .select()
    .from(signInSteps)
    .where(and(eq(signInSteps.tokenHash, hashOf(token)), gt(signInSteps.expiresAt, now.toISOString())))
    .for('update')
  return step
}

export const finishStep = (tx: Tx, { tokenHash }: SignInStep) =>
  tx.delete(signInSteps).where(eq(signInSteps.tokenHash, tokenHash))

/** What a passkey has to sign next. Undefined once it was asked for: each is used once, whatever comes of it. */
export async function takeChallenge(tx: Tx, { tokenHash, challenge }: SignInStep): Promise<string | undefined> {
  await tx.update(signInSteps).set({ challenge: null }).where(eq(signInSteps.tokenHash, tokenHash))
  return challenge ?? undefined
}

export const setChallenge = (tx: Tx, { tokenHash }: SignInStep, challenge: string) =>
  tx.update(signInSteps).set({ challenge }).where(eq(signInSteps.tokenHash, tokenHash))
