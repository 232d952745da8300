import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/runtime/service'
import { startImporter } from './domain/importer.ts'
import { identityEvents } from './events/identity.ts'
import { propertyEvents } from './events/properties.ts'
import { unitEvents } from './events/units.ts'
import { importRoutes } from './routes/imports.ts'
import { internalRoutes } from './routes/internal.ts'
import { invitationRoutes } from './routes/invitations.ts'
import { profileRoutes } from './routes/profile.ts'
import { registrationRoutes } from './routes/registration.ts'
import { tenancyInternalRoutes } from './routes/tenancies-internal.ts'
import { tenancyRoutes } from './routes/tenancies.ts'
import { tenantHistoryRoutes } from './routes/tenant-history.ts'
import { tenantRoutes } from './routes/tenants.ts'
import { endStaysWhenDue } from './schedules/end-stays.ts'
import { tellTenancies } from './schedules/tell-tenancies.ts'
import { sharedTables } from './schema.ts'

export const tenancy = defineService({
  name: 'tenancy',
  config: z.object({
    PUBLIC_URL: z.url('a URL such as https://rent.example.com').default('http://localhost:8080').describe('What links in messages start with'),
  }),
  migrations: new URL('../migrations/', import.meta.url),
  shared: sharedTables,
  build({ PUBLIC_URL }, tools) {
    const importer = startImporter(tools)
    return {
      routes: [
        ...tenantRoutes(),
        ...tenantHistoryRoutes(),
        ...tenancyRoutes(),
        ...invitationRoutes({ publicUrl: PUBLIC_URL.replace(/\/$/, '') }),
        ...registrationRoutes(),
        ...profileRoutes(),
        ...internalRoutes(),
        ...tenancyInternalRoutes(),
        ...importRoutes(importer),
      ],
      events: [...propertyEvents(), ...unitEvents(), ...identityEvents()],
      schedules: [endStaysWhenDue(tools), tellTenancies(tools)],
      stop: () => importer.stop(),
    }
  },
})
