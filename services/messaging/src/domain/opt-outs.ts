import type { Tx } from '@keyhold/kit/database/database'
import { eq } from 'drizzle-orm'
import { optOut } from '../schema/texts.ts'
import { keywordOf } from './keywords.ts'

export const optedOutReason = 'This number has opted out of texts (STOP).'

/** Applies the keyword of an incoming text: STOP ends texts to its number, START allows them again. */
export async function applyKeyword(
  tx: Tx,
  { from, body, now }: { from: string; body: string; now: Date },
): Promise<void> {
  const keyword = keywordOf(body)
  if (keyword === 'opt-out') await addOptOut(tx, from, now)
  if (keyword === 'opt-in') await tx.delete(optOut).where(eq(optOut.number, from))
}

export async function addOptOut(tx: Tx, number: string, now: Date): Promise<void> {
  await tx.insert(optOut).values({ number, createdAt: now.toISOString() }).onConflictDoNothing()
}

export async function hasOptedOut(tx: Tx, number: string): Promise<boolean> {
  return (await tx.select({ number: optOut.number }).from(optOut).where(eq(optOut.number, number))).length > 0
}
