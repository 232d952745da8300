import { type Authentication, listAuthentication, listOwnAuthentication } from '@keyhold/contracts/identity/sessions'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'

export const authenticationLogRoutes = [
  serve(listAuthentication, async ({ query: { limit, cursor, email, what, day }, actor, db }) => {
    const behind = readCursor(cursor)
    const [rows, [counted]] = await db.read(actor, (sql) => {
      const matching = sql`true
        ${email ? sql`and email = ${email}` : sql``}
        ${what ? sql`and what = ${what}` : sql``}
        ${day ? sql`and at >= ${`${day}T00:00:00Z`}::timestamptz and at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'` : sql``}`
      return [
        sql<Authentication[]>`
          select id, what, user_id, email, ip, user_agent, at from authentication_log
          where ${matching} ${behind ? sql`and (at, id) < ((select at from authentication_log where id = ${behind}), ${behind}::uuid)` : sql``}
          order by at desc, id desc limit ${whole(sql, limit + 1)}`,
        sql<{ total: number }[]>`select count(*)::int as total from authentication_log where ${matching}`,
      ] as const
    })
    return pageOf(rows, limit, counted?.total ?? 0)
  }),

  serve(listOwnAuthentication, async ({ query: { limit, cursor }, actor, db }) => {
    const behind = readCursor(cursor)
    const [rows, [counted]] = await db.read(actor, (sql) => {
      // Refused attempts name an address only, which concerns the person who owns it.
      const own = sql`(user_id = ${actor.userId}
        or user_id is null and email = (select email from users where id = ${actor.userId} and email_proof is not null))`
      return [
        sql<Authentication[]>`
          select id, what, user_id, email, ip, user_agent, at from authentication_log
          where ${own} ${behind ? sql`and (at, id) < ((select at from authentication_log where id = ${behind}), ${behind}::uuid)` : sql``}
          order by at desc, id desc limit ${whole(sql, limit + 1)}`,
        sql<{ total: number }[]>`select count(*)::int as total from authentication_log where ${own}`,
      ] as const
    })
    return pageOf(rows, limit, counted?.total ?? 0)
  }),
]
