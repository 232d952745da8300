import { type Evidence, insightTypes, priorities } from '@keyhold/contracts/ai/insights'
import { createdAt, id, instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ai } from './schema.ts'

/** Current findings. A row is deleted when its finding no longer holds. */
export const insight = ai.table(
  'insight',
  {
    id: id(),
    landlordId: landlordId(),
    /** Rule and record, so that a finding keeps its row. */
    key: text('key').notNull(),
    propertyId: uuidRef('property_id'),
    // Not `tenant_id`: row level security must not show findings about a tenant to the tenant.
    aboutTenantId: uuidRef('about_tenant_id'),
    insightType: text('insight_type', { enum: insightTypes }).notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    priority: text('priority', { enum: priorities }).notNull(),
    /** The priority as a number for sorting; higher is more urgent. */
    rank: integer('rank').notNull(),
    actionRequired: boolean('action_required').notNull(),
    evidence: jsonb('evidence').$type<Evidence[]>().notNull(),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull(),
    dataSource: text('data_source').notNull(),
    confidence: doublePrecision('confidence').notNull(),
    isRead: boolean('is_read').notNull().default(false),
    /** The measure at which a dismissal made now ends. */
    returnsAt: doublePrecision('returns_at').notNull(),
    dismissedAt: instant('dismissed_at'),
    /** The finding's rank when it was dismissed; it returns above this. */
    dismissedRank: integer('dismissed_rank'),
    dismissedReturnsAt: doublePrecision('dismissed_returns_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('insight_once').on(t.landlordId, t.key),
    index('insight_in_order')
      .on(t.landlordId, t.rank, t.createdAt, t.id)
      .where(sql`dismissed_at is null`),
  ],
)
export type InsightRow = typeof insight.$inferSelect
