import { stat } from 'node:fs/promises'
import { type AdminActivity, backupStatus, listActivity } from '@keyhold/contracts/identity/admin-activity'
import { adminSummary } from '@keyhold/contracts/identity/admin-accounts'
import { containing, pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { dayMs } from '@keyhold/kit/lib/dates'
import { serve } from '@keyhold/kit/http/serve'
import { sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { recentActivityDays } from '../../limits.ts'

export const adminActivityRoutes = ({ BACKUP_RECORD: record }: Pick<Config, 'BACKUP_RECORD'>) => [
  serve(backupStatus, async () => {
    const found = record === undefined ? undefined : await stat(record).catch(() => undefined)
    return { lastBackupAt: found?.mtime.toISOString() ?? null }
  }),

  serve(adminSummary, ({ db, clock }) => {
    const since = new Date(clock.now().getTime() - recentActivityDays * dayMs).toISOString()
    return db.adminTransaction('counts of all landlords', async (tx) => {
      const [counts] = await tx.execute<{
        landlords: number
        activeDatabases: number
        recentActivity: number
        openTickets: number
      }>(sql`
        select (select count(*)::int from users where user_type = 'landlord' and deleted_at is null) as "landlords",
          -- The shared one counts, too.
          (select count(*)::int + 1 from landlord_databases where is_active) as "activeDatabases",
          (select count(*)::int from admin_activity_log where created_at > ${since}::timestamptz) as "recentActivity",
          (select count(*)::int from support_tickets where status <> 'closed') as "openTickets"`)
      return counts!
    })
  }),

  serve(listActivity, async ({ actor, query, db }) => {
    const { limit, q, targetUserId } = query
    const behind = readCursor(query.cursor)
    const [rows, [counted]] = await db.read(actor, (read) => {
      // Must be the expression of the index `admin_activity_log_search`.
      const text = read`(action || E'\\n' || replace(action, '_', ' ') || E'\\n' || coalesce(admin_email, '') || E'\\n' || coalesce(target_email, ''))`
      const matching = read`true
        ${targetUserId ? read`and target_user_id = ${targetUserId}` : read``}
        ${q ? read`and ${text} ilike ${containing(q)}` : read``}`
      return [
        read<AdminActivity[]>`
          select id, admin_id, admin_email, of_landlord_id as landlord_id, action, target_user_id, target_email, details, created_at from admin_activity_log
          where ${matching} ${behind ? read`and (created_at, id) < ((select created_at from admin_activity_log where id = ${behind}), ${behind}::uuid)` : read``}
          order by created_at desc, id desc limit ${whole(read, limit + 1)}`,
        read<{ total: number }[]>`select count(*)::int as total from admin_activity_log where ${matching}`,
      ] as const
    })
    return pageOf(rows, limit, counted?.total ?? 0)
  }),
]
