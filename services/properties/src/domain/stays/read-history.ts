import type { Page } from '@keyhold/contracts/endpoint'
import type { HistoryEntry } from '@keyhold/contracts/properties/stays/listings'
import type { z } from '@keyhold/contracts/zod'
import type { Database } from '@keyhold/kit/database/database'
import { timeCursor } from '@keyhold/kit/http/cursor'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'

type Entry = z.output<typeof HistoryEntry>

/** What was changed of a listing or a booking, newest first. @throws Refusal 404 where nothing is known of it */
export async function readHistory(
  db: Database,
  actor: LandlordActor,
  recordId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Entry>> {
  const behind = timeCursor.decode(cursor)
  const { landlordId } = actor
  const [rows, [counted]] = await db.read(actor, (sql) => [
    sql<Entry[]>`
      select id, at, by, what, changes, note from stay_change
      where landlord_id = ${landlordId} and record_id = ${recordId}
        ${behind ? sql`and (at, id) < (${behind[0]}::timestamptz, ${behind[1]}::uuid)` : sql``}
      order by at desc, id desc limit ${whole(sql, limit + 1)}`,
    sql<{ total: number }[]>`
      select count(*) as total from stay_change where landlord_id = ${landlordId} and record_id = ${recordId}`,
  ])
  const total = counted?.total ?? 0
  if (total === 0) notFound('History')
  return pageBy(rows, { limit, total, cursorOf: ({ at, id }) => timeCursor.encode(at, id) })
}
