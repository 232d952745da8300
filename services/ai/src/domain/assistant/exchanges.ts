import { AssistantAnswered, type AssistantExchange } from '@keyhold/contracts/ai/assistant'
import { id } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { job } from '@keyhold/kit/jobs/queue'
import type { ReadSql, Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq } from 'drizzle-orm'
import { exchange, type ExchangeRow } from '../../schema/assistant.ts'

/** A message that waits for an answer. Whose records may be used stands here, as the owner of the conversation said. */
export const answerMessage = job({
  name: 'answer-message',
  data: z.object({
    conversationId: id,
    messageId: id,
    tenantId: id.nullable(),
    askedBy: z.enum(['tenant', 'landlord']),
  }),
})

export async function findExchange(tx: Tx, landlordId: string, messageId: string): Promise<ExchangeRow | undefined> {
  const [row] = await tx
    .select()
    .from(exchange)
    .where(and(eq(exchange.landlordId, landlordId), eq(exchange.messageId, messageId)))
  return row
}

/** The first answer to a message stays; a second run gets that one. */
export async function storeExchange(tx: Tx, row: typeof exchange.$inferInsert): Promise<ExchangeRow> {
  const [stored] = await tx.insert(exchange).values(row).onConflictDoNothing().returning()
  if (!stored) {
    const known = await findExchange(tx, row.landlordId, row.messageId)
    if (!known) throw new Error('an exchange conflicts with one that is not there')
    return known
  }
  const { landlordId, id: exchangeId, outcome, cost } = stored
  await emit(tx, AssistantAnswered, { landlordId, exchangeId, outcome, cost })
  return stored
}

/** In the contract's shape, from the table `e` and the tenants that the service knows. */
export const selectExchanges = (sql: ReadSql, where: ReturnType<ReadSql>) => sql<AssistantExchange[]>`
  select e.id, e.conversation_id, e.message_id, e.asked_by, e.about_tenant_id as tenant_id, t.name as tenant_name, e.question, e.answer, e.outcome, e.reason,
    e.intents, e.sources, e.proposal, e.engine, e.model, e.fallback_reason, e.input_tokens, e.output_tokens, e.cost::float8 as cost, e.latency_ms, e.rating,
    e.rating_note, e.created_at
  from assistant_exchange e left join tenant t on t.landlord_id = e.landlord_id and t.tenant_id = e.about_tenant_id
  where ${where}`
