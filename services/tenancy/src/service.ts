import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/runtime/service'
import { identityEvents } from './events/identity.ts'
import { messagingEvents } from './events/messaging.ts'
import { propertyEvents } from './events/properties.ts'
import { unitEvents } from './events/units.ts'
import { continueImportHandler } from './jobs/continue-imports.ts'
import { insuranceRequirementRoutes } from './routes/insurance/insurance-requirements.ts'
import { insuranceRoutes } from './routes/insurance/insurance.ts'
import { onboardingPlanRoutes } from './routes/onboarding/onboarding-plan.ts'
import { onboardingRoutes } from './routes/onboarding/onboarding.ts'
import { rentShareRoutes } from './routes/tenants/rent-shares.ts'
import { personalDetailRoutes } from './routes/tenants/personal-details.ts'
import { importRoutes } from './routes/imports/imports.ts'
import { tenantInternalRoutes } from './routes/tenants/tenants-internal.ts'
import { invitationRoutes } from './routes/invitations/invitations.ts'
import { profileRoutes } from './routes/tenants/profile.ts'
import { registrationRoutes } from './routes/invitations/registration.ts'
import { nightOutcomeRoutes } from './routes/tenancies/night-outcomes.ts'
import { tenancyInternalRoutes } from './routes/tenancies/tenancies-internal.ts'
import { tenancyRoutes } from './routes/tenancies/tenancies.ts'
import { tenantHistoryRoutes } from './routes/tenants/tenant-history.ts'
import { tenantRoutes } from './routes/tenants/tenants.ts'
import { completeDueMoveOuts } from './schedules/complete-move-outs.ts'
import { claimMissingNights, forgetClaimOutcomes } from './schedules/claim-nights.ts'
import { announceTenancies } from './schedules/announce-tenancies.ts'
import { sharedTables } from './schema/projections.ts'

export const tenancy = defineService({
  name: 'tenancy',
  config: z.object({
    PUBLIC_URL: z
      .url('a URL such as https://rent.example.com')
      .default('http://localhost:8080')
      .describe('What links in messages start with'),
  }),
  migrations: new URL('../migrations/', import.meta.url),
  shared: sharedTables,
  events: () => [...propertyEvents(), ...unitEvents(), ...identityEvents(), ...messagingEvents()],
  build({ PUBLIC_URL }, tools) {
    return {
      routes: [
        ...tenantRoutes(),
        ...tenantHistoryRoutes(),
        ...tenancyRoutes(),
        ...invitationRoutes({ publicUrl: PUBLIC_URL }),
        ...registrationRoutes(),
        ...profileRoutes(),
        ...personalDetailRoutes(),
        ...rentShareRoutes(),
        ...onboardingRoutes(),
        ...onboardingPlanRoutes(),
        ...insuranceRoutes(),
        ...insuranceRequirementRoutes(),
        ...tenantInternalRoutes(),
        ...tenancyInternalRoutes(),
        ...nightOutcomeRoutes(),
        ...importRoutes,
      ],
      schedules: [
        completeDueMoveOuts(tools),
        announceTenancies(tools),
        claimMissingNights(tools),
        forgetClaimOutcomes(tools),
      ],
      jobs: [continueImportHandler()],
    }
  },
})
