import { z } from '@keyhold/contracts/zod'
import OpenAI from 'openai'
import { ContentFilterFinishReasonError, LengthFinishReasonError } from 'openai/core/error'
import { zodResponseFormat } from 'openai/helpers/zod'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { Prices, Usage } from '../../domain/models/prices.ts'

/** Why the external model gave no answer that can be used. Its `message` is shown to the landlord. */
export class ModelFailed extends Error {
  override name = 'ModelFailed'
  readonly usage: Usage
  constructor(message: string, usage: Usage, options?: ErrorOptions) {
    super(message, options)
    this.usage = usage
  }
}

export interface ModelTool {
  name: string
  description: string
  input: z.ZodObject
}

export interface ModelQuestion<T extends z.ZodType> {
  instructions: string
  messages: readonly { role: 'user' | 'assistant'; content: string }[]
  tools: readonly ModelTool[]
  /** Answers a tool call with text. */
  run: (name: string, argumentText: string) => string
  reply: T
  signal: AbortSignal
}

/** An external model behind one interface. */
export interface Model {
  name: string
  prices: Prices
  /** The most that one question can use. */
  most: Usage
  /** @throws ModelFailed */
  ask<T extends z.ZodType>(question: ModelQuestion<T>): Promise<{ reply: z.output<T>; usage: Usage }>
}

export interface OpenAiSettings {
  apiKey: string
  baseUrl: string
  model: string
  timeoutMs: number
  prices: Prices
}

/** Rounds of tool calls before a model must have answered. */
const mostRounds = 4
const outputTokens = 800
/** Characters of everything that is sent in one round; a token has two or more. */
const mostCharacters = 24_000

/** Any OpenAI-compatible endpoint: chat completions with tools, streamed, with a reply of a given schema. */
export function openAiModel({ apiKey, baseUrl, model, timeoutMs, prices }: OpenAiSettings): Model {
  const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, timeout: timeoutMs })
  return {
    name: model,
    prices,
    most: { inputTokens: (mostRounds * mostCharacters) / 2, outputTokens: mostRounds * outputTokens },
    async ask(question) {
      const usage: Usage = { inputTokens: 0, outputTokens: 0 }
      const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), question.signal])
      const messages: ChatCompletionMessageParam[] = [
        { role: 'system', content: question.instructions },
        ...question.messages,
      ]
      try {
        for (let round = 0; round < mostRounds; round++) {
          const message = await complete(client, { model, messages, question, usage, signal: limit })
          if (message.refusal) throw new ModelFailed('The model refused to answer.', usage)
          const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function')
          if (calls.length === 0) return { reply: readReply(question.reply, message.content, usage), usage }
          messages.push({ role: 'assistant', content: message.content, tool_calls: calls })
          for (const call of calls)
            messages.push({
              role: 'tool',
              tool_call_id: call.id,
              content: question.run(call.function.name, call.function.arguments),
            })
        }
      } catch (error) {
        throw failureOf(error, usage, limit)
      }
      throw new ModelFailed('The model asked for records again and again and gave no answer.', usage)
    },
  }
}

interface Round {
  model: string
  messages: ChatCompletionMessageParam[]
  question: Pick<ModelQuestion<z.ZodType>, 'tools' | 'reply'>
  usage: Usage
  signal: AbortSignal
}

/** One completion, streamed, so that a model that stops in the middle is noticed by the timeout and not by the whole. */
async function complete(client: OpenAI, { model, messages, question, usage, signal }: Round) {
  const sent = JSON.stringify(messages).length
  if (sent > mostCharacters) throw new ModelFailed('The question and its records are too long for the model.', usage)
  const stream = client.chat.completions.stream(
    {
      model,
      messages,
      tools: question.tools.map(({ name, description, input }) => {
        const { $schema: _, ...parameters } = z.toJSONSchema(input)
        return { type: 'function' as const, function: { name, description, parameters } }
      }),
      response_format: zodResponseFormat(question.reply, 'reply'),
      max_completion_tokens: outputTokens,
      stream_options: { include_usage: true },
    },
    { signal },
  )
  const completion = await stream.finalChatCompletion()
  const message = completion.choices[0]?.message
  // Some endpoints report no usage: then what was sent and received is counted, a token for each three characters.
  usage.inputTokens += completion.usage?.prompt_tokens ?? Math.ceil(sent / 3)
  usage.outputTokens += completion.usage?.completion_tokens ?? Math.ceil((message?.content?.length ?? 0) / 3)
  if (!message) throw new ModelFailed('The model answered nothing.', usage)
  return message
}

function readReply<T extends z.ZodType>(schema: T, content: string | null, usage: Usage): z.output<T> {
  let raw: unknown
  try {
    raw = JSON.parse(content ?? '')
  } catch (error) {
    throw new ModelFailed('The model’s answer is not JSON.', usage, { cause: error })
  }
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw new ModelFailed('The model’s answer does not have the required form.', usage)
  return parsed.data
}

function failureOf(error: unknown, usage: Usage, limit: AbortSignal): ModelFailed {
  if (error instanceof ModelFailed) return error
  const cause = { cause: error }
  if (limit.aborted || error instanceof OpenAI.APIConnectionTimeoutError)
    return new ModelFailed('The model did not answer in time.', usage, cause)
  if (error instanceof OpenAI.RateLimitError) return new ModelFailed('The model is at its rate limit.', usage, cause)
  if (error instanceof OpenAI.AuthenticationError)
    return new ModelFailed('The model’s key is not accepted.', usage, cause)
  if (error instanceof OpenAI.APIConnectionError) return new ModelFailed('The model can’t be reached.', usage, cause)
  if (error instanceof ContentFilterFinishReasonError)
    return new ModelFailed('The model refused to answer.', usage, cause)
  if (error instanceof LengthFinishReasonError) return new ModelFailed('The model’s answer was cut off.', usage, cause)
  if (error instanceof OpenAI.APIError && error.status)
    return new ModelFailed(`The model answered with an error (${error.status}).`, usage, cause)
  return new ModelFailed('The model’s answer could not be read.', usage, cause)
}
