import { defineService } from '@keyhold/kit/runtime/service'
import { config, stripeSettings } from './config.ts'
import { identityEvents } from './events/identity.ts'
import { simulate } from './providers/simulated.ts'
import { connectStripe } from './providers/stripe.ts'
import { adminRoutes } from './routes/admin.ts'
import { changeRoutes } from './routes/changes.ts'
import { subscribeRoutes } from './routes/subscribe.ts'
import { subscriptionRoutes } from './routes/subscriptions.ts'
import { webhookRoutes } from './routes/webhook.ts'
import { announceEndedTrials } from './schedules/announce-ended-trials.ts'
import { reconcile } from './schedules/reconcile.ts'
import { sharedTables } from './schema.ts'

/** Plans, trials and limits of the landlords, and what they pay for them. */
export const billing = defineService({
  name: 'billing',
  config,
  migrations: new URL('../migrations/', import.meta.url),
  shared: sharedTables,
  build(settings, tools) {
    const stripe = stripeSettings(settings)
    const connected = stripe && connectStripe(stripe)
    const simulated = connected ? null : simulate(tools)
    const desk = { ...tools, provider: connected ?? simulated! }
    return {
      routes: [
        ...subscriptionRoutes(desk.provider),
        ...subscribeRoutes(desk, simulated),
        ...changeRoutes(desk),
        ...webhookRoutes(desk, connected),
        ...adminRoutes(desk),
      ],
      events: identityEvents,
      schedules: [announceEndedTrials(tools), reconcile(desk)],
    }
  },
})
