import {
  dismissInsight,
  type Insight,
  InsightsRefreshed,
  listInsights,
  readInsight,
  restoreInsight,
} from '@keyhold/contracts/ai/insights'
import { id as recordId } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { cursorCodec, cursorInstant } from '@keyhold/kit/http/cursor'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { countActive } from '../domain/insights/store-findings.ts'
import { markStale } from '../domain/insights/mark-stale.ts'
import { insight, type InsightRow } from '../schema/insights.ts'

type Listed = Insight & { rank: number }

// Insights can disappear, so the cursor contains the position instead of an id.
const insightCursor = cursorCodec(z.int().min(1).max(3), cursorInstant, recordId)

export const insightRoutes = [
  serve(listInsights, async ({ actor, query: { limit, cursor, insightType, propertyId }, db, clock }) => {
    const { landlordId } = actor
    const behind = insightCursor.decode(cursor)
    const [[known], rows, [counted]] = await db.read(actor, (sql) => {
      const matching = sql`landlord_id = ${landlordId} and dismissed_at is null
        ${insightType ? sql`and insight_type = ${insightType}` : sql``} ${propertyId ? sql`and property_id = ${propertyId}` : sql``}`
      return [
        sql`select 1 from landlord where landlord_id = ${landlordId}`,
        sql<Listed[]>`
          select i.*, about_tenant_id as tenant_id from insight i
          where ${matching} ${behind ? sql`and (rank, created_at, id) < (${behind[0]}, ${behind[1]}::timestamptz, ${behind[2]}::uuid)` : sql``}
          order by rank desc, created_at desc, id desc limit ${whole(sql, limit + 1)}`,
        sql<{ total: number }[]>`select count(*) as total from insight where ${matching}`,
      ] as const
    })
    // No event of this landlord has arrived yet: the first refresh loads the records from their owners.
    if (!known) await db.transaction(actor, (tx) => markStale(tx, landlordId, clock.now()))
    const cursorOf = (last: Listed) => insightCursor.encode(last.rank, last.createdAt, last.id)
    return pageBy(rows, { limit, total: counted?.total ?? 0, cursorOf })
  }),

  serve(readInsight, ({ actor, params, db }) =>
    db.transaction(actor, async (tx) => {
      const row = await lockInsight(tx, actor, params.id)
      return row.isRead ? wire(row) : change(tx, row, { isRead: true })
    }),
  ),

  serve(dismissInsight, ({ actor, params, db, clock }) =>
    db.transaction(actor, async (tx) => {
      const row = await lockInsight(tx, actor, params.id)
      if (row.dismissedAt !== null) return wire(row)
      return change(tx, row, {
        isRead: true,
        dismissedAt: clock.now().toISOString(),
        dismissedRank: row.rank,
        dismissedReturnsAt: row.returnsAt,
      })
    }),
  ),

  serve(restoreInsight, ({ actor, params, db }) =>
    db.transaction(actor, async (tx) => {
      const row = await lockInsight(tx, actor, params.id)
      return row.dismissedAt === null
        ? wire(row)
        : change(tx, row, { dismissedAt: null, dismissedRank: null, dismissedReturnsAt: null })
    }),
  ),
]

/** @throws Refusal 404 for an insight that is gone or another landlord's */
async function lockInsight(tx: Tx, { landlordId }: LandlordActor, id: string): Promise<InsightRow> {
  const [row] = await tx
    .select()
    .from(insight)
    .where(and(eq(insight.landlordId, landlordId), eq(insight.id, id)))
    .for('update')
  return row ?? notFound('Insight')
}

/** Saves the state and notifies the landlord's other pages. Content and `updatedAt` stay as they are. */
async function change(tx: Tx, { landlordId, id }: InsightRow, fields: Partial<InsightRow>): Promise<Insight> {
  const [row] = await tx
    .update(insight)
    .set(fields)
    .where(and(eq(insight.landlordId, landlordId), eq(insight.id, id)))
    .returning()
  await emit(tx, InsightsRefreshed, { landlordId, active: await countActive(tx, landlordId) })
  return wire(row!)
}

const wire = ({ aboutTenantId, ...row }: InsightRow): Insight => ({ ...row, tenantId: aboutTenantId })
