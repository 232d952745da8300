import {
  type AdminLandlord,
  listLandlords,
  listLandlordTenantUsers,
  setLandlordActive,
} from '@keyhold/contracts/identity/admin-accounts'
import { containing, pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import { logAction } from '../../domain/admin/admin-log.ts'
import { lockUser, toAdminLandlord } from '../../domain/accounts/landlords.ts'
import { dropResetLinks } from '../../domain/accounts/password-resets.ts'
import { endSessions } from '../../domain/sessions/sessions.ts'
import { pageOfTenantUsers } from '../../domain/accounts/tenant-users.ts'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'

/** Accounts of the platform, for the administrator. */
export const adminAccountRoutes = [
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
