import { defineService } from '@keyhold/kit/runtime/service'
import { config } from './config.ts'
import { smsReceiver } from './domain/sms-receiver.ts'
import { identityEvents } from './events/identity.ts'
import { maintenanceEvents } from './events/maintenance.ts'
import { tenancyEvents } from './events/tenancy.ts'
import { sendDeliveries } from './jobs/send-deliveries.ts'
import { openChannels } from './providers/channels.ts'
import { alertPreferenceRoutes } from './routes/alert-preferences.ts'
import { deliveryRoutes } from './routes/deliveries.ts'
import { devOutboxRoutes } from './routes/dev-outbox.ts'
import { failedDeliveryRoutes } from './routes/failed-deliveries.ts'
import { forgetBodiesNightly } from './schedules/forget-bodies.ts'
import { sharedTables } from './schema.ts'

export const messaging = defineService({
  name: 'messaging',
  config,
  migrations: new URL('../migrations/', import.meta.url),
  shared: sharedTables,
  build(settings, tools) {
    const channels = openChannels(settings, tools)
    const messages = { publicUrl: settings.PUBLIC_URL.replace(/\/$/, '') }
    return {
      routes: [
        ...deliveryRoutes(channels),
        ...failedDeliveryRoutes(channels),
        ...alertPreferenceRoutes,
        ...channels.webhooks(smsReceiver(tools)),
        ...devOutboxRoutes(channels),
      ],
      events: [...identityEvents(), ...tenancyEvents(messages), ...maintenanceEvents(messages)],
      schedules: [forgetBodiesNightly(tools)],
      jobs: [sendDeliveries(channels)],
      stop: () => channels.close(),
    }
  },
})
