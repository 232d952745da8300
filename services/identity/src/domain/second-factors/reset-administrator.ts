import type { Database } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { authenticationLog } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'
import { resetFactors } from './changes.ts'
import { factorsOf } from './factors.ts'

/** For the operator: removes the second factor of a super admin, who is told by mail. False where there is none to remove. */
export const resetAdministrator = (db: Database, email: string, now: Date): Promise<boolean> =>
  db.adminTransaction('the operator resets a second factor', async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, email), eq(users.userType, 'super_admin')))
      .for('update')
    if (!user || !(await factorsOf(tx, user)).hasAny) return false
    await resetFactors(tx, user, now)
    await tx
      .insert(authenticationLog)
      .values({ what: 'second_factor_reset', userId: user.id, email, at: now.toISOString() })
    return true
  })
