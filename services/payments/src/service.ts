import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/service'
import { propertyEvents } from './events/properties.ts'
import { tenancyEvents } from './events/tenancy.ts'
import { ledgerRoutes } from './routes/ledgers.ts'
import { paymentRoutes } from './routes/payments.ts'
import { summaryRoutes } from './routes/summary.ts'
import { tenantRoutes } from './routes/tenant.ts'
import { verificationRoutes } from './routes/verification.ts'

export const payments = defineService({
  name: 'payments',
  config: z.object({}),
  migrations: new URL('../migrations/', import.meta.url),
  shared: [],
  build: () => ({
    routes: [...paymentRoutes, ...summaryRoutes, ...verificationRoutes, ...tenantRoutes, ...ledgerRoutes],
    events: [...tenancyEvents, ...propertyEvents],
  }),
})
