import * as routes from './assistant.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { AssistantProposal, assistantOutcomes, AssistantSource } from '../messaging/assistant.ts'
import { amount, id, instant, optional, pageQuery, prose } from '../scalars.ts'
import { z } from '../zod.ts'

export const exchangeEngines = ['built-in', 'openai'] as const

export const exchangeRatings = ['good', 'bad'] as const

/** One question to the assistant and what it answered. */
export const AssistantExchange = z
  .object({
    id,
    conversationId: id,
    messageId: id,
    askedBy: z.enum(['tenant', 'landlord']),
    tenantId: id.nullable(),
    /** Null where the tenant asked nobody by name yet. */
    tenantName: z.string().nullable(),
    question: z.string(),
    answer: z.string(),
    outcome: z.enum(assistantOutcomes),
    /** Why it was handed over, or what the emergency is. */
    reason: z.string().nullable(),
    /** What was understood, such as `balance` or `lease_end`. */
    intents: z.array(z.string()),
    sources: z.array(AssistantSource),
    proposal: AssistantProposal.nullable(),
    engine: z.enum(exchangeEngines),
    /** Of the external engine. */
    model: z.string().nullable(),
    /** Why the built-in engine answered in place of the external one. */
    fallbackReason: z.string().nullable(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    /** In dollars, with fractions of a cent. */
    cost: z.number(),
    /** Milliseconds from the start of the work to the answer. */
    latencyMs: z.int(),
    rating: z.enum(exchangeRatings).nullable(),
    ratingNote: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'AssistantExchange' })

export type AssistantExchange = z.output<typeof AssistantExchange>

export const ExchangeFilter = z.object({
  outcome: z.enum(assistantOutcomes).optional(),
  askedBy: z.enum(['tenant', 'landlord']).optional(),
  rating: z.enum([...exchangeRatings, 'none']).optional(),
})

export const listExchanges = endpoint(routes.listExchanges, {
  query: pageQuery.extend(ExchangeFilter.shape),
  response: z.array(AssistantExchange),
  paged: true,
  summary: 'Every exchange with the assistant, newest first',
})

export const exchangeSummary = endpoint(routes.exchangeSummary, {
  response: z.object({
    total: z.int(),
    byOutcome: z.record(z.enum(assistantOutcomes), z.int()),
    good: z.int(),
    bad: z.int(),
  }),
  summary: 'Exchanges with the assistant by outcome and rating',
})

/** A null rating takes it back. */
export const rateExchange = endpoint(routes.rateExchange, {
  body: z.object({ rating: z.enum(exchangeRatings).nullable(), note: optional(prose(1000)) }),
  response: AssistantExchange,
  summary: 'Rate an answer of the assistant',
})

export const AssistantAnswered = event({
  type: 'ai.assistant.answered',
  version: 1,
  subject: 'exchangeId',
  data: z.object({ landlordId: id, exchangeId: id, outcome: z.enum(assistantOutcomes), cost: amount }),
})
