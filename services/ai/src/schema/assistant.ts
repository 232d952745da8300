import type { AssistantProposal, AssistantSource } from '@keyhold/contracts/messaging/assistant'
import { assistantOutcomes } from '@keyhold/contracts/messaging/assistant'
import { exchangeEngines, exchangeRatings } from '@keyhold/contracts/ai/assistant'
import type { ModelFeature } from '@keyhold/contracts/ai/model-settings'
import type { z } from '@keyhold/contracts/zod'
import { createdAt, id, instant, landlordId, money, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, numeric, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ai } from './schema.ts'

/** Dollars with fractions of a cent: a short answer of a model costs less than one. */
const cost = (name: string) => numeric(name, { precision: 12, scale: 6, mode: 'number' }).notNull().default(0)
const tokens = (name: string) => integer(name).notNull().default(0)

/** A question to the assistant with its answer. Stored before the answer is posted, so that a repeated job posts the same one. */
export const exchange = ai.table(
  'assistant_exchange',
  {
    id: id(),
    landlordId: landlordId(),
    conversationId: uuidRef('conversation_id').notNull(),
    messageId: uuidRef('message_id').notNull(),
    askedBy: text('asked_by', { enum: ['tenant', 'landlord'] }).notNull(),
    // Not `tenant_id`: row level security must not show the landlord's log to the tenant.
    aboutTenantId: uuidRef('about_tenant_id'),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    outcome: text('outcome', { enum: assistantOutcomes }).notNull(),
    reason: text('reason'),
    intents: text('intents').array().notNull(),
    sources: jsonb('sources').$type<z.output<typeof AssistantSource>[]>().notNull(),
    proposal: jsonb('proposal').$type<z.output<typeof AssistantProposal>>(),
    engine: text('engine', { enum: exchangeEngines }).notNull(),
    model: text('model'),
    fallbackReason: text('fallback_reason'),
    inputTokens: tokens('input_tokens'),
    outputTokens: tokens('output_tokens'),
    cost: cost('cost'),
    latencyMs: integer('latency_ms').notNull(),
    rating: text('rating', { enum: exchangeRatings }),
    ratingNote: text('rating_note'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('exchange_once').on(t.landlordId, t.messageId),
    index('exchange_by_time').on(t.landlordId, t.createdAt, t.id),
  ],
)
export type ExchangeRow = typeof exchange.$inferSelect

/** A landlord's choices; without a row everything is on, up to the platform's ceiling. */
export const modelSettings = ai.table('model_settings', {
  landlordId: landlordId().primaryKey(),
  off: text('off').array().$type<ModelFeature[]>().notNull(),
  monthlyCeiling: money('monthly_ceiling'),
  updatedAt: instant('updated_at').notNull(),
})

/** What the external model cost a landlord in a month, for all features. `reserved` is the most that running calls can still cost. */
export const modelSpend = ai.table(
  'model_spend',
  {
    landlordId: landlordId(),
    /** `YYYY-MM`, in UTC. */
    month: text('month').notNull(),
    spent: cost('spent'),
    reserved: cost('reserved'),
    calls: tokens('calls'),
    inputTokens: tokens('input_tokens'),
    outputTokens: tokens('output_tokens'),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.month] }), check('spend_not_negative', sql`${t.spent} >= 0`)],
)
