import type { Tx } from '@keyhold/kit/database/database'
import { eq } from 'drizzle-orm'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'
import { forgetFailures } from '../sessions/login-limit.ts'
import { dropResetLinks } from './password-resets.ts'
import { endSessions } from '../sessions/sessions.ts'
import type { UserRow } from './users.ts'

/** Somebody who looks after an account sets its password: every session ends at once, mailed links are void, wrong guesses forgotten. */
export async function setPassword(tx: Tx, { id, email }: UserRow, passwordHash: string, now: Date): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set({ passwordHash, updatedAt: now.toISOString() })
    .where(eq(users.id, id))
    .returning()
  await endSessions(tx, eq(sessions.userId, id), now)
  await dropResetLinks(tx, id)
  await forgetFailures(tx, email)
  return row!
}
