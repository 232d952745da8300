import { endOtherSessions, endSession, listSessions } from '@keyhold/contracts/identity/sessions'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq, ne } from 'drizzle-orm'
import { logOwn } from '../../domain/sessions/authentication-log.ts'
import { assertFresh } from '../../domain/sessions/fresh.ts'
import { endSessions, sessionMs } from '../../domain/sessions/sessions.ts'
import { sessions } from '../../schema/sessions.ts'

interface Row {
  id: string
  current: boolean
  userAgent: string | null
  ip: string | null
  startedAt: string
  lastUsedAt: string
}

export const sessionRoutes = [
  serve(listSessions, async ({ actor, query, db, clock }) => {
    const { limit } = query
    const behind = readCursor(query.cursor)
    // A session that was not renewed in this time has expired.
    const since = new Date(clock.now().getTime() - sessionMs).toISOString()
    const [rows, [counted]] = await db.read(actor, (sql) => {
      const open = sql`user_id = ${actor.userId} and ended_at is null and last_used_at > ${since}`
      return [
        sql<Row[]>`
          select id, id = ${actor.sessionId} as current, user_agent, ip, created_at as started_at, last_used_at from sessions
          where ${open} ${behind ? sql`and (created_at, id) < ((select created_at from sessions where id = ${behind}), ${behind}::uuid)` : sql``}
          order by created_at desc, id desc limit ${whole(sql, limit + 1)}`,
        sql<{ total: number }[]>`select count(*)::int as total from sessions where ${open}`,
      ] as const
    })
    return pageOf(rows, limit, counted?.total ?? 0)
  }),

  serve(endSession, async ({ actor, params, request, db, clock, log }) => {
    const mine = and(eq(sessions.id, params.id), eq(sessions.userId, actor.userId))
    const ended = await db.transaction(actor, async (tx) => {
      // Ending one's own session is signing out.
      if (params.id !== actor.sessionId) await assertFresh(tx, actor, clock.now())
      return endSessions(tx, mine, clock.now())
    })
    if (ended === 0) notFound('Session')
    const what = params.id === actor.sessionId ? 'signed_out' : 'session_ended'
    await logOwn({ db, log }, actor, what, request, clock.now())
  }),

  serve(endOtherSessions, async ({ actor, request, db, clock, log }) => {
    const others = and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId))
    const ended = await db.transaction(actor, async (tx) => {
      await assertFresh(tx, actor, clock.now())
      return endSessions(tx, others, clock.now())
    })
    await logOwn({ db, log }, actor, 'sessions_ended', request, clock.now())
    return { ended }
  }),
]
