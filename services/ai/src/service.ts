import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/runtime/service'
import { documentEvents } from './events/documents.ts'
import { factEvents } from './events/projections.ts'
import { readDocuments } from './jobs/read-documents.ts'
import { refreshStaleInsights } from './jobs/refresh-insights.ts'
import { processReader, type Reader } from './providers/reading/reader.ts'
import { insightRoutes } from './routes/insights.ts'
import { screeningRoutes } from './routes/screening.ts'
import { noteTheCalendar } from './schedules/refresh-by-calendar.ts'

/** Advice from the landlord's own records and documents. It reads and suggests, and changes none of them. */
export const aiThatReads = (read: Reader) =>
  defineService({
    name: 'ai',
    config: z.object({}),
    migrations: new URL('../migrations/', import.meta.url),
    build(_config, tools) {
      return {
        routes: [...insightRoutes, ...screeningRoutes],
        events: [...factEvents(), ...documentEvents],
        schedules: [noteTheCalendar(tools)],
        jobs: [refreshStaleInsights(), readDocuments(read)],
      }
    },
  })

export const ai = aiThatReads(processReader())
