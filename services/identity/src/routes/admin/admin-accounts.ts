import {
  type AdminLandlord,
  listLandlords,
  listLandlordTenantUsers,
  resetLandlordPassword,
  resetUserPassword,
  setLandlordActive,
} from '@keyhold/contracts/identity/admin-accounts'
import { containing, pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { logAction } from '../../domain/admin/admin-log.ts'
import { requireUser, lockUser, toAdminLandlord } from '../../domain/accounts/landlords.ts'
import { dropResetLinks } from '../../domain/accounts/password-resets.ts'
import { hashPassword, checkNewPassword } from '../../domain/accounts/passwords.ts'
import { endSessions } from '../../domain/sessions/sessions.ts'
import { setPassword } from '../../domain/accounts/set-password.ts'
import { pageOfTenantUsers, toTenantUser } from '../../domain/accounts/tenant-users.ts'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'

/** Accounts of the platform, for the administrator. */
export const adminAccountRoutes = (config: Config) => [
  serve(listLandlords, async ({ actor, query, db, clock }) => {
    const { limit, q } = query
    const behind = readCursor(query.cursor)
    const [rows, [counted]] = await db.read(actor, (sql) => {
      // Must be the expression of the index `users_search`.
      const matching = sql`user_type = 'landlord' and deleted_at is null
        ${q ? sql`and (email || E'\\n' || first_name || ' ' || last_name) ilike ${containing(q)}` : sql``}`
      return [
        sql<AdminLandlord[]>`
          select id, email, first_name, last_name, phone, user_type, subscription_plan, subscription_status, max_properties, trial_end_date, is_active,
            database_name, created_at
          from users where ${matching} ${behind ? sql`and (created_at, id) < ((select created_at from users where id = ${behind}), ${behind}::uuid)` : sql``}
          order by created_at desc, id desc limit ${whole(sql, limit + 1)}`,
        sql<{ total: number }[]>`select count(*)::int as total from users where ${matching}`,
      ] as const
    })
    const now = clock.now()
    return pageOf(
      rows.map((row) => toAdminLandlord(row, now)),
      limit,
      counted?.total ?? 0,
    )
  }),

  serve(listLandlordTenantUsers, ({ actor, query, db }) => pageOfTenantUsers(db, actor, query)),

  serve(resetLandlordPassword, async ({ actor, body, db, clock }) => {
    const now = clock.now()
    checkNewPassword(body.newPassword, { minLength: config.PASSWORD_MIN_LENGTH, field: 'newPassword' })
    await requireUser(db, actor, body.userId, 'landlord')
    const passwordHash = await hashPassword(body.newPassword)
    return db.transaction(actor, async (tx) => {
      const landlord = await setPassword(tx, await lockUser(tx, body.userId, 'landlord'), passwordHash, now)
      await logAction(tx, actor, { action: 'password_reset', landlordId: landlord.id, targetUserId: landlord.id }, now)
      return toAdminLandlord(landlord, now)
    })
  }),

  serve(resetUserPassword, async ({ actor, body, db, clock }) => {
    const now = clock.now()
    checkNewPassword(body.newPassword, { minLength: config.PASSWORD_MIN_LENGTH, field: 'newPassword' })
    await requireUser(db, actor, body.userId, 'tenant')
    const passwordHash = await hashPassword(body.newPassword)
    return db.transaction(actor, async (tx) => {
      const user = await setPassword(tx, await lockUser(tx, body.userId, 'tenant'), passwordHash, now)
      await logAction(
        tx,
        actor,
        { action: 'user_password_reset', landlordId: user.landlordId, targetUserId: user.id },
        now,
      )
      return toTenantUser(user)
    })
  }),

  serve(setLandlordActive, ({ actor, body, db, clock }) =>
    db.transaction(actor, async (tx) => {
      const now = clock.now()
      const landlord = await lockUser(tx, body.userId, 'landlord')
      const { id } = landlord
      if (landlord.isActive === body.isActive) return toAdminLandlord(landlord, now)
      const [changed] = await tx
        .update(users)
        .set({ isActive: body.isActive, updatedAt: now.toISOString() })
        .where(eq(users.id, id))
        .returning()
      if (!body.isActive) {
        await endSessions(tx, eq(sessions.userId, id), now)
        await dropResetLinks(tx, id)
      }
      await logAction(
        tx,
        actor,
        { action: body.isActive ? 'account_activated' : 'account_deactivated', landlordId: id, targetUserId: id },
        now,
      )
      return toAdminLandlord(changed!, now)
    }),
  ),
]
