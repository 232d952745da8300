import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/service'
import { identityEvents } from './events/identity.ts'
import { subscriptionRoutes } from './routes/subscriptions.ts'
import { announceEndedTrials } from './schedules/announce-ended-trials.ts'

/** Plans, trials and limits of the landlords. */
export const billing = defineService({
  name: 'billing',
  config: z.object({}),
  migrations: new URL('../migrations/', import.meta.url),
  build: (_config, tools) => ({ routes: subscriptionRoutes, events: identityEvents, schedules: [announceEndedTrials(tools)] }),
})
