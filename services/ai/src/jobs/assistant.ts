import { conversationForAssistant, postAssistantReply } from '@keyhold/contracts/messaging/assistant'
import type { z } from '@keyhold/contracts/zod'
import { Refusal } from '@keyhold/kit/http/problem'
import { type JobHandler, type JobRun, onJob } from '@keyhold/kit/jobs/queue'
import { type Answered, answerFrom, builtIn, decidedAtOnce } from '../domain/assistant/answer.ts'
import { handOver } from '../domain/assistant/answers/answer-tenant.ts'
import { answerMessage, findExchange, storeExchange } from '../domain/assistant/exchanges.ts'
import { readTenantRecords } from '../domain/assistant/facts/read-tenant-records.ts'
import type { HandOverReason } from '../domain/assistant/intents.ts'
import { answerLandlord } from '../domain/assistant/landlord/answer-landlord.ts'
import { readLandlordFacts } from '../domain/assistant/landlord/landlord-facts.ts'
import { languageOf } from '../domain/assistant/understanding/language.ts'
import { plainOf } from '../domain/assistant/understanding/normalize.ts'
import type { Nearest } from '../domain/assistant/understanding/understand.ts'
import { existing } from '../domain/existing.ts'
import { planIncludesChat, readSettings } from '../domain/models/settings.ts'
import type { Model } from '../providers/models/openai.ts'
import type { ExchangeRow } from '../schema/assistant.ts'

/** Somebody waits: the first retries come soon. After the last the landlord is asked. */
const delaysMs = [1000, 5000, 20_000]

export interface AssistantParts {
  nearest: Nearest
  model: Model | null
  /** Dollars in a month, of the platform. */
  ceiling: number
}

type Run = JobRun<z.output<typeof answerMessage.data>>

/** Answers messages that wait for the assistant. */
export const answerMessages = (parts: AssistantParts): JobHandler =>
  onJob(answerMessage, (run) => answerOne(run, parts), { delaysMs, concurrency: 4 })

async function answerOne(run: Run, parts: AssistantParts): Promise<void> {
  const { data, actor, db, finish, call } = run
  const landlordId = run.landlordId!
  const known = await db.transaction(actor, (tx) => findExchange(tx, landlordId, data.messageId))
  const row = known ?? (await answer(run, parts))
  if (row && isWorthSaying(row)) await post(call, row, actor)
  await db.transaction(actor, (tx) => finish(tx))
}

/**
 * A landlord who writes to a tenant is answered where the records say something. That the landlord will answer, or would confirm something for the tenant, is not
 * said to somebody who just wrote.
 */
const isWorthSaying = ({ askedBy, aboutTenantId, outcome, proposal }: ExchangeRow): boolean =>
  askedBy === 'tenant' || aboutTenantId === null || (outcome !== 'handed_over' && proposal === null)

/** Answers and stores; null where there is nothing to answer any more. */
async function answer(run: Run, parts: AssistantParts): Promise<ExchangeRow | null> {
  const { data, actor, db, call, clock, log } = run
  const landlordId = run.landlordId!
  const began = performance.now()
  const conversation = await existing(
    call(conversationForAssistant, actor, { params: { id: data.conversationId }, query: { upTo: data.messageId } }),
  )
  const asked = conversation?.messages.find(({ id }) => id === data.messageId)
  // Deleted since, or moved to somebody else: nobody's records may be read for it.
  if (!conversation || !asked || conversation.tenantId !== data.tenantId) return null
  const before = conversation.messages.slice(0, conversation.messages.indexOf(asked))
  const answered =
    data.tenantId === null
      ? await answerOwn(run, asked.message)
      : await answerTenantMessage(run, parts, { text: asked.message, history: before, tenantId: data.tenantId })
  const { composed, usage, ...how } = answered
  const row = await db.transaction(actor, (tx) =>
    storeExchange(tx, {
      landlordId,
      conversationId: data.conversationId,
      messageId: data.messageId,
      askedBy: data.askedBy,
      aboutTenantId: data.tenantId,
      question: asked.message.slice(0, 10_000),
      answer: composed.message.slice(0, 5000),
      outcome: composed.outcome,
      reason: composed.reason,
      intents: [...new Set(composed.intents)],
      sources: composed.sources.map(({ label, text, path }) => ({
        label: label.slice(0, 200),
        text: text.slice(0, 1000),
        path,
      })),
      proposal: composed.proposal,
      ...how,
      ...usage,
      latencyMs: Math.round(performance.now() - began),
      createdAt: clock.now().toISOString(),
    }),
  )
  log.info(
    { landlordId, outcome: row.outcome, engine: row.engine, fallback: row.fallbackReason, ms: row.latencyMs },
    'the assistant answered',
  )
  return row
}

interface Message {
  text: string
  history: { sender: 'ai' | 'tenant' | 'landlord'; message: string }[]
  tenantId: string
}

async function answerTenantMessage(
  run: Run,
  parts: AssistantParts,
  { text, history, tenantId }: Message,
): Promise<Answered> {
  const { db, call, clock, signal, actor } = run
  const landlordId = run.landlordId!
  const atOnce = decidedAtOnce(text)
  // The steps of an emergency are said whatever is switched off and whoever is down.
  if (atOnce?.composed.outcome === 'emergency') return atOnce
  const { features, monthlyCeiling } = await readSettings(db, landlordId, parts.ceiling)
  if (!features.tenant_assistant) return handedOver('off', text)
  if (atOnce) return atOnce
  try {
    const facts = await readTenantRecords(call, { landlordId, tenantId }, clock.now())
    return await answerFrom(
      { landlordId, text, history, facts, now: clock.now(), signal },
      {
        nearest: parts.nearest,
        model: features.external_model ? parts.model : null,
        ceiling: monthlyCeiling,
        transact: (change) => db.transaction(actor, change),
      },
    )
  } catch (error) {
    if (run.isLast && !signal.aborted) return handedOver('unavailable', text)
    throw error
  }
}

/** The landlord's own chat: for the plans that include it. */
async function answerOwn(run: Run, text: string): Promise<Answered> {
  const { db, call } = run
  const landlordId = run.landlordId!
  const { features } = await readSettings(db, landlordId, 0)
  if (!features.landlord_assistant)
    return told('The assistant is switched off for your own chat. You can switch it on under Assistant.', 'off')
  const isIncluded = await planIncludesChat(call, landlordId)
  if (isIncluded === null && !run.isLast) throw new Error('billing did not answer')
  if (!isIncluded)
    return told(
      'The AI chat assistant is part of the Professional and Enterprise plans. You can change your plan under Pricing.',
      'plan',
    )
  try {
    return builtIn(answerLandlord(text, await readLandlordFacts(db, call, landlordId)))
  } catch (error) {
    if (run.isLast && !run.signal.aborted)
      return told('Your records could not be read just now. Please ask again in a moment.', 'unavailable')
    throw error
  }
}

const told = (message: string, reason: HandOverReason): Answered => builtIn({ ...handOver(reason, 'en'), message })

const handedOver = (reason: HandOverReason, text: string): Answered =>
  builtIn(handOver(reason, languageOf(plainOf(text), text) === 'es' ? 'es' : 'en'))

/** A second post of the same answer is refused, which says that the first arrived. */
async function post(call: Run['call'], row: ExchangeRow, actor: Run['actor']): Promise<void> {
  try {
    await call(postAssistantReply, actor, {
      params: { id: row.conversationId },
      body: {
        inReplyTo: row.messageId,
        outcome: row.outcome,
        message: row.answer,
        reason: row.reason,
        sources: row.sources,
        proposal: row.proposal,
        engine: row.engine,
      },
    })
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'conflict' || error.code === 'not-found')) return
    throw error
  }
}
