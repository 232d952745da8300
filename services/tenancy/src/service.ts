import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/service'
import { identityEvents } from './events/identity.ts'
import { propertyEvents } from './events/properties.ts'
import { internalRoutes } from './routes/internal.ts'
import { invitationRoutes } from './routes/invitations.ts'
import { profileRoutes } from './routes/profile.ts'
import { registrationRoutes } from './routes/registration.ts'
import { tenantRoutes } from './routes/tenants.ts'
import { sharedTables } from './schema.ts'

export const tenancy = defineService({
  name: 'tenancy',
  config: z.object({
    PUBLIC_URL: z.url('a URL such as https://rent.example.com').default('http://localhost:8080').describe('What links in messages start with'),
  }),
  migrations: new URL('../migrations/', import.meta.url),
  shared: sharedTables,
  build: ({ PUBLIC_URL }) => ({
    routes: [
      ...tenantRoutes(),
      ...invitationRoutes({ publicUrl: PUBLIC_URL.replace(/\/$/, '') }),
      ...registrationRoutes(),
      ...profileRoutes(),
      ...internalRoutes(),
    ],
    events: [...propertyEvents(), ...identityEvents()],
  }),
})
