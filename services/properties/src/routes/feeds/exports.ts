import { createHash } from 'node:crypto'
import {
  type CalendarExport,
  calendarFile,
  createExport,
  listExports,
  maxExportsPerRental,
  revokeExport,
} from '@keyhold/contracts/properties/stays/feed-exports'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { Reply, serve } from '@keyhold/kit/http/serve'
import { and, eq, isNull } from 'drizzle-orm'
import { exportCalendar, findExport, newToken } from '../../domain/feeds/export-calendar.ts'
import type { NetworkLimit } from '../../domain/stays/direct/visitor-limits.ts'
import { lockUnit } from '../../domain/nights/claim-rows.ts'
import { findRental } from '../../domain/stays/listings/find-rental.ts'
import { calendarExport, feed } from '../../schema/stays/feeds.ts'

const list = serve(listExports, async ({ actor, query: { limit, cursor, rentalId }, db }) => {
  const after = readCursor(cursor)
  const { landlordId } = actor
  const [rows, [counted]] = await db.read(actor, (sql) => {
    const matching = sql`e.landlord_id = ${landlordId} and e.revoked_at is null ${rentalId ? sql`and e.rental_id = ${rentalId}` : sql``}`
    return [
      sql<CalendarExport[]>`
        select e.*, r.listing_name as rental_name from calendar_export e join rental r on r.landlord_id = e.landlord_id and r.id = e.rental_id
        where ${matching} ${after ? sql`and e.id > ${after}` : sql``} order by e.id limit ${whole(sql, limit + 1)}`,
      sql<{ total: number }[]>`select count(*) as total from calendar_export e where ${matching}`,
    ]
  })
  return pageOf(rows, limit, counted?.total ?? 0)
})

const create = (publicUrl: string) =>
  serve(createExport, async ({ actor, body, db, clock }) => {
    const { landlordId } = actor
    const { token, tokenHash } = newToken()
    return db.transaction(actor, async (tx) => {
      const rental = await findRental(tx, { landlordId, id: body.rentalId })
      await lockUnit(tx, landlordId, rental.unitId)
      const mine = and(
        eq(calendarExport.landlordId, landlordId),
        eq(calendarExport.rentalId, rental.id),
        isNull(calendarExport.revokedAt),
      )
      if ((await tx.$count(calendarExport, mine)) >= maxExportsPerRental)
        refuse('conflict', `A rental has at most ${maxExportsPerRental} addresses.`)
      if (body.feedId !== undefined) {
        const isIt = and(eq(feed.landlordId, landlordId), eq(feed.id, body.feedId), eq(feed.rentalId, rental.id))
        if ((await tx.$count(feed, isIt)) === 0) notFound('Calendar')
      }
      const [row] = await tx
        .insert(calendarExport)
        .values({
          ...body,
          landlordId,
          tokenHash,
          lastCharacters: token.slice(-4),
          createdAt: clock.now().toISOString(),
        })
        .returning()
      if (!row) throw new Error('insert returned no row')
      return { ...row, rentalName: rental.listingName, url: new URL(`/api/calendars/${token}.ics`, publicUrl).href }
    })
  })

const revoke = serve(revokeExport, async ({ actor, params, db, clock }) => {
  await db.transaction(actor, async (tx) => {
    const rows = await tx
      .update(calendarExport)
      .set({ revokedAt: clock.now().toISOString() })
      .where(
        and(
          eq(calendarExport.landlordId, actor.landlordId),
          eq(calendarExport.id, params.id),
          isNull(calendarExport.revokedAt),
        ),
      )
      .returning({ id: calendarExport.id })
    if (rows.length === 0) notFound('Address')
  })
})

/** What channels may ask for: `reads` counts by address, `guesses` counts unknown ones by network. */
export interface FileLimits {
  reads: NetworkLimit
  guesses: NetworkLimit
}

const file = ({ reads, guesses }: FileLimits) =>
  serve(calendarFile, async ({ params, request, db, clock }) => {
    const now = clock.now()
    guesses.check(request.ip, now)
    const row = await findExport(db, params.file.slice(0, -'.ics'.length))
    if (!row) {
      guesses.record(request.ip, now)
      return notFound('Calendar')
    }
    reads.check(row.id, now)
    reads.record(row.id, now)
    const text = (await exportCalendar(db, row, now)) ?? notFound('Calendar')
    return new Reply(Buffer.from(text), [
      ['content-type', 'text/calendar; charset=utf-8'],
      ['cache-control', 'private, max-age=300'],
      ['etag', `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`],
    ])
  })

export const exportRoutes = (publicUrl: string, limits: FileLimits) => [list, create(publicUrl), revoke, file(limits)]
