import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import { statusAt } from '@keyhold/contracts/billing/subscriptions'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '../../schema/users.ts'
import type { UserRow } from './users.ts'

/** A landlord as the administrator sees it at `now`. */
export function toAdminLandlord(
  row: Omit<AdminLandlord, 'userType'> & { userType: UserRow['userType'] },
  now: Date,
): AdminLandlord {
  const { id, email, firstName, lastName, phone, userType, isActive, databaseName, createdAt } = row
  const { subscriptionPlan, subscriptionStatus: status, maxProperties, trialEndDate } = row
  const subscriptionStatus = status && statusAt({ status, trialEndDate }, now)
  const person = { id, email, firstName, lastName, phone, userType, isActive, databaseName, createdAt }
  return { ...person, subscriptionPlan, subscriptionStatus, maxProperties, trialEndDate }
}

/** An account of this type, locked. @throws Refusal 404 for any other, so that actions on landlords never reach an administrator */
export async function lockUser(tx: Tx, id: string, userType: 'landlord' | 'tenant'): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.userType, userType), isNull(users.deletedAt)))
    .for('update')
  return row ?? refuseMissing(userType)
}

/** As `lockUser` without the lock, to refuse before expensive work. @throws Refusal 404 */
export async function requireUser(
  db: Database,
  actor: Actor,
  id: string,
  userType: 'landlord' | 'tenant',
): Promise<Pick<UserRow, 'email' | 'firstName' | 'lastName'>> {
  const [found] = await db.read(
    actor,
    (sql) => sql<Pick<UserRow, 'email' | 'firstName' | 'lastName'>[]>`
      select email, first_name, last_name from users where id = ${id} and user_type = ${userType} and deleted_at is null`,
  )
  return found ?? refuseMissing(userType)
}

const refuseMissing = (userType: 'landlord' | 'tenant'): never =>
  notFound(userType === 'landlord' ? 'Landlord' : 'User')
