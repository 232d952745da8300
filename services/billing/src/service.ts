import { defineService } from '@keyhold/kit/runtime/service'
import { config, stripeSettings } from './config.ts'
import { identityEvents } from './events/identity.ts'
import { closedProvider } from './providers/closed.ts'
import { simulatedProvider } from './providers/simulated/simulated.ts'
import { connectStripe } from './providers/stripe/stripe.ts'
import { adminRoutes } from './routes/admin.ts'
import { changeRoutes } from './routes/changes.ts'
import { platformSettingsRoutes } from './routes/platform-settings.ts'
import { resetRoutes } from './routes/reset.ts'
import { subscribeRoutes } from './routes/subscribe.ts'
import { subscriptionRoutes } from './routes/subscriptions.ts'
import { webhookRoutes } from './routes/webhook.ts'
import { announceEndedTrials } from './schedules/announce-ended-trials.ts'
import { reconcile } from './schedules/reconcile.ts'
import { sharedTables } from './schema.ts'

/** Plans, trials and property limits of landlords, and their subscription payments. */
export const billing = defineService({
  name: 'billing',
  config,
  migrations: new URL('../migrations/', import.meta.url),
  shared: sharedTables,
  events: () => identityEvents,
  build(settings, tools) {
    const stripe = stripeSettings(settings)
    const connected = stripe && connectStripe(stripe)
    const simulated = simulatedProvider(tools)
    const takesTestCards = !connected && settings.TEST_CARDS === 'on'
    const context = { ...tools, provider: connected ?? (takesTestCards ? simulated : closedProvider(simulated)) }
    return {
      routes: [
        ...subscriptionRoutes(connected || takesTestCards ? context.provider.name : 'none'),
        ...subscribeRoutes(context, takesTestCards ? simulated : null),
        ...changeRoutes(context),
        ...resetRoutes(context),
        ...webhookRoutes(context, connected),
        ...adminRoutes(context),
        ...platformSettingsRoutes,
      ],
      schedules: [announceEndedTrials(tools), reconcile(context)],
    }
  },
})
