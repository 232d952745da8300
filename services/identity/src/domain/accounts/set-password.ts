import type { Tx } from '@keyhold/kit/database/database'
import { eq } from 'drizzle-orm'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'
import { clearFailures } from '../sessions/sign-in-limit.ts'
import { dropResetLinks } from './password-resets.ts'
import { endSessions } from '../sessions/sessions.ts'
import type { UserRow } from './users.ts'

/** Sets the password of somebody else's account: its sessions end at once, mailed links are void, and failed sign-ins no longer count. */
export async function setPassword(tx: Tx, { id, email }: UserRow, passwordHash: string, now: Date): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set({ passwordHash, updatedAt: now.toISOString() })
    .where(eq(users.id, id))
    .returning()
  await endSessions(tx, eq(sessions.userId, id), now)
  await dropResetLinks(tx, id)
  await clearFailures(tx, email)
  return row!
}
