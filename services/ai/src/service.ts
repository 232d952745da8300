import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/runtime/service'
import { startAnalyser } from './domain/documents/analyser.ts'
import { startRefresher } from './domain/insights/refresher.ts'
import { documentEvents } from './events/documents.ts'
import { factEvents } from './events/projections.ts'
import { processReader, type Reader } from './providers/reading/reader.ts'
import { insightRoutes } from './routes/insights.ts'
import { screeningRoutes } from './routes/screening.ts'
import { noteTheCalendar } from './schedules/refresh-by-calendar.ts'

/** Advice from the landlord's own records and documents. It reads and suggests; it changes none of them. */
export const aiThatReads = (read: Reader, { lookEveryMs }: { lookEveryMs?: number } = {}) =>
  defineService({
    name: 'ai',
    config: z.object({}),
    migrations: new URL('../migrations/', import.meta.url),
    build(_config, tools) {
      const refresher = startRefresher(tools)
      const analyser = startAnalyser(tools, read, lookEveryMs)
      return {
        routes: [...insightRoutes(refresher), ...screeningRoutes],
        events: [...factEvents(refresher), ...documentEvents(analyser)],
        schedules: [noteTheCalendar(tools, refresher)],
        stop: async () => void (await Promise.all([refresher.stop(), analyser.stop()])),
      }
    },
  })

export const ai = aiThatReads(processReader())
