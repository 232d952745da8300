import type { Tx } from '@keyhold/kit/database/database'
import { type Model, ModelFailed } from '../../providers/models/openai.ts'
import { costOf, type Usage } from '../models/prices.ts'
import { monthOf, reserve, settle } from '../models/spend.ts'
import { answerTenant, type Composed, emergency, handOver } from './answers/answer-tenant.ts'
import { chosenTime } from './answers/visits.ts'
import type { TenantRecords } from './facts/facts.ts'
import { askModel } from './model/ask-model.ts'
import { normalize } from './understanding/normalize.ts'
import { type Nearest, triage, understand } from './understanding/understand.ts'

/** An answer, and how it came about. */
export interface Answered {
  composed: Composed
  engine: 'built-in' | 'openai'
  model: string | null
  fallbackReason: string | null
  usage: Usage
  /** In dollars. */
  cost: number
}

const noUsage: Usage = { inputTokens: 0, outputTokens: 0 }

export const builtIn = (composed: Composed, fallbackReason: string | null = null): Answered => ({
  composed,
  engine: 'built-in',
  model: null,
  fallbackReason,
  usage: noUsage,
  cost: 0,
})

/** What is decided without records and without a model: emergencies first of all. */
export function decidedAtOnce(question: string): Answered | null {
  const { decided } = triage(question)
  if (!decided) return null
  return builtIn(decided.kind === 'emergency' ? emergency(decided) : handOver(decided.reason, decided.language))
}

export interface Question {
  landlordId: string
  text: string
  history: readonly { sender: 'ai' | 'tenant' | 'landlord'; message: string }[]
  facts: TenantRecords
  now: Date
  signal: AbortSignal
}

export interface Engines {
  nearest: Nearest
  /** Null: none is configured, or the landlord does not want it. */
  model: Model | null
  /** Dollars in a month. */
  ceiling: number
  transact: <T>(change: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Answers from a tenant's facts. The built-in engine always has an answer; a model's takes its place where it is asked, answers in time and says
 * nothing that the records do not bear out. What must be handed over is not put to the model.
 */
export async function answerFrom(
  question: Question,
  { nearest, model, ceiling, transact }: Engines,
): Promise<Answered> {
  const understood = await understand(question.text, nearest)
  const chosen = understood.kind === 'answer' && chosenTime(question.facts, normalize(question.text), question.history)
  const own = chosen || answerTenant(question.text, understood, question.facts)
  if (!model || chosen || understood.kind !== 'answer') return builtIn(own)
  const reservation = {
    landlordId: question.landlordId,
    month: monthOf(question.now),
    amount: costOf(model.most, model.prices),
  }
  if (!(await transact((tx) => reserve(tx, reservation, ceiling))))
    return builtIn(own, 'The monthly ceiling for the external model is reached.')
  const settled = async (usage: Usage) => {
    const cost = costOf(usage, model.prices)
    await transact((tx) => settle(tx, reservation, usage, cost))
    return { usage, cost }
  }
  try {
    const { composed, usage } = await askModel(model, { ...question, question: question.text })
    return { composed, engine: 'openai', model: model.name, fallbackReason: null, ...(await settled(usage)) }
  } catch (error) {
    if (!(error instanceof ModelFailed)) {
      await settled(noUsage)
      throw error
    }
    return { ...builtIn(own, error.message), model: model.name, ...(await settled(error.usage)) }
  }
}
