import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/service'
import { startRefresher } from './domain/refresher.ts'
import { factEvents } from './events/facts.ts'
import { insightRoutes } from './routes/insights.ts'
import { noteTheCalendar } from './schedules/note-the-calendar.ts'

/** Advice from the landlord's own records. It reads and suggests; it changes none of them. */
export const ai = defineService({
  name: 'ai',
  config: z.object({}),
  migrations: new URL('../migrations/', import.meta.url),
  build(_config, tools) {
    const refresher = startRefresher(tools)
    return {
      routes: insightRoutes(refresher),
      events: factEvents(refresher),
      schedules: [noteTheCalendar(tools, refresher)],
      stop: () => refresher.stop(),
    }
  },
})
