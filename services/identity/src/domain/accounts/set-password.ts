import type { Tx } from '@keyhold/kit/database/database'
import { inArray } from 'drizzle-orm'
import { sessions } from '../../schema/sessions.ts'
import { clearFailures } from '../sessions/sign-in-limit.ts'
import { forgetDevices } from '../sessions/known-devices.ts'
import { endSessions } from '../sessions/sessions.ts'
import { notifyOfChange } from './change-notices.ts'
import { dropResetLinks } from './password-resets.ts'
import { storePassword } from './people.ts'
import type { UserRow } from './users.ts'

/**
 * Sets the password of somebody who is not signed in. All sessions of the account, and of its person's others, end at once, mailed links are void, failed
 * sign-ins no longer count, and no device is known.
 */
export async function setPassword(tx: Tx, user: UserRow, passwordHash: string, now: Date): Promise<UserRow> {
  const ids = await storePassword(tx, user, passwordHash, now)
  await endSessions(tx, inArray(sessions.userId, ids), now)
  for (const id of ids) await dropResetLinks(tx, id)
  await clearFailures(tx, user.email)
  await forgetDevices(tx, ids)
  await notifyOfChange(tx, user, 'password', now)
  return { ...user, passwordHash, updatedAt: now.toISOString() }
}
