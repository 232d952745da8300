import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/service'
import { billingEvents } from './events/billing.ts'
import { tenancyEvents } from './events/tenancy.ts'
import { homeRoutes } from './routes/homes.ts'
import { internalRoutes } from './routes/internal.ts'
import { propertyRoutes } from './routes/properties.ts'
import { propertyListRoutes } from './routes/property-list.ts'

export const properties = defineService({
  name: 'properties',
  config: z.object({}),
  migrations: new URL('../migrations/', import.meta.url),
  build: () => ({
    routes: [...propertyRoutes, ...propertyListRoutes, ...homeRoutes, ...internalRoutes],
    events: [...tenancyEvents, ...billingEvents],
  }),
})
