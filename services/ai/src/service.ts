import { defineService } from '@keyhold/kit/runtime/service'
import { type AiConfig, config } from './config.ts'
import { nearestBy } from './domain/assistant/understanding/nearest.ts'
import { assistantEvents } from './events/assistant.ts'
import { documentEvents } from './events/documents.ts'
import { factEvents } from './events/projections.ts'
import { answerMessages } from './jobs/assistant.ts'
import { readDocuments } from './jobs/read-documents.ts'
import { refreshStaleInsights } from './jobs/refresh-insights.ts'
import { threadEncoder } from './providers/models/encoder.ts'
import { type Model, openAiModel } from './providers/models/openai.ts'
import { processReader, type Reader } from './providers/reading/reader.ts'
import { assistantSettingsRoutes } from './routes/assistant-settings.ts'
import { assistantRoutes } from './routes/assistant.ts'
import { insightRoutes } from './routes/insights.ts'
import { screeningRoutes } from './routes/screening.ts'
import { noteTheCalendar } from './schedules/refresh-by-calendar.ts'

/** Advice and answers from the landlord's own records and documents. It reads and suggests, and changes none of them. */
export const aiThatReads = (read: Reader) =>
  defineService({
    name: 'ai',
    config,
    migrations: new URL('../migrations/', import.meta.url),
    events: () => [...factEvents(), ...documentEvents, ...assistantEvents],
    build(settings, tools) {
      const encoder = threadEncoder()
      const model = modelOf(settings)
      const ceiling = settings.AI_DOLLARS_PER_LANDLORD
      return {
        routes: [
          ...insightRoutes,
          ...screeningRoutes,
          ...assistantRoutes,
          ...assistantSettingsRoutes({ model: model?.name ?? null, highest: ceiling }),
        ],
        schedules: [noteTheCalendar(tools)],
        jobs: [
          refreshStaleInsights(),
          readDocuments(read),
          answerMessages({ nearest: nearestBy(encoder), model, ceiling }),
        ],
        stop: () => encoder.stop(),
      }
    },
  })

function modelOf(settings: AiConfig): Model | null {
  const { OPENAI_API_KEY: apiKey, OPENAI_MODEL: model } = settings
  if (!apiKey || !model) return null
  return openAiModel({
    apiKey,
    model,
    baseUrl: settings.OPENAI_BASE_URL,
    timeoutMs: settings.OPENAI_TIMEOUT_MS,
    prices: { input: settings.OPENAI_INPUT_PRICE, output: settings.OPENAI_OUTPUT_PRICE },
  })
}

export const ai = aiThatReads(processReader())
