import { randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '@keyhold/contracts/identity/second-factors'
import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { recoveryCodes } from '../../schema/second-factors.ts'
import { hashOf } from '../sessions/secrets.ts'

// 32 signs without those that are mistaken for each other (i, l, o, u).
const signs = '0123456789abcdefghjkmnpqrstvwxyz'

/** 120 random bits, in groups of six. */
const newCode = () =>
  Array.from(randomBytes(24), (byte) => signs[byte % 32])
    .join('')
    .replace(/.{6}(?=.)/g, '$&-')

/** What a person types, without the hyphens and in lower case; a sign that looks like another stands for it. */
const plain = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0')

/** New codes in place of all earlier ones of the person. They are stored as hashes, so this is the only time they can be shown. */
export async function makeRecoveryCodes(
  tx: Tx,
  { userId, ids }: { userId: string; ids: string[] },
  now: Date,
): Promise<string[]> {
  await tx.delete(recoveryCodes).where(inArray(recoveryCodes.userId, ids))
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  const createdAt = now.toISOString()
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ codeHash: hashOf(plain(code)), userId, createdAt })))
  return codes
}

/** Uses up a recovery code of the person. False for any other text, and for one that was used. */
export async function spendRecoveryCode(tx: Tx, ids: string[], code: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now.toISOString() })
    .where(
      and(
        eq(recoveryCodes.codeHash, hashOf(plain(code))),
        inArray(recoveryCodes.userId, ids),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}
