import { openFileStore } from '@keyhold/kit/files/file-store'
import { openScanner } from '@keyhold/kit/files/virus-scanner'
import { openBlobs } from '@keyhold/kit/files/blobs-settings'
import { defineService } from '@keyhold/kit/runtime/service'
import { config } from './config.ts'
import { createDirectory } from './projections/tenants-and-properties.ts'
import { fileKinds } from './domain/files.ts'
import { createGuessLimit } from './domain/link-guesses.ts'
import { messagingEvents } from './events/messaging.ts'
import { projections } from './events/projections.ts'
import { attentionRoutes } from './routes/maintenance-attention.ts'
import { requestSnapshotRoutes } from './routes/request-snapshots.ts'
import { photoRoutes } from './routes/photos.ts'
import { maintenanceCostRoutes } from './routes/maintenance-costs.ts'
import { requestListRoutes } from './routes/request-list.ts'
import { requestDetailRoutes } from './routes/request-details.ts'
import { requestRoutes } from './routes/requests.ts'
import { tenantStepRoutes } from './routes/tenant-request-steps.ts'
import { tenantRequestRoutes } from './routes/tenant-requests.ts'
import { vendorAnswerRoutes } from './routes/vendor-answers.ts'
import { vendorFileRoutes } from './routes/vendor-files.ts'
import { vendorLinkRoutes } from './routes/vendor-links.ts'
import { vendorRoutes } from './routes/vendors.ts'
import { offeredVisitRoutes } from './routes/offered-visits.ts'
import { visitRoutes } from './routes/visits.ts'
import { workOrderRoutes } from './routes/work-orders.ts'

export const maintenance = defineService({
  name: 'maintenance',
  config,
  migrations: new URL('../migrations/', import.meta.url),
  events: () => [...projections, ...messagingEvents],
  async build(settings, tools) {
    const directory = createDirectory(tools)
    const blobs = await openBlobs(settings)
    const files = openFileStore({
      service: 'maintenance',
      kinds: fileKinds,
      blobs,
      tools,
      scanner: openScanner(settings),
    })
    const guesses = createGuessLimit()
    return {
      routes: [
        ...requestSnapshotRoutes,
        ...maintenanceCostRoutes,
        ...attentionRoutes,
        ...requestListRoutes,
        ...requestRoutes(directory),
        ...requestDetailRoutes,
        ...tenantRequestRoutes(directory),
        ...tenantStepRoutes,
        ...visitRoutes,
        ...offeredVisitRoutes,
        ...photoRoutes(files, directory, settings.REQUEST_PHOTO_GB_PER_LANDLORD),
        ...vendorRoutes,
        ...workOrderRoutes(files, settings.PUBLIC_URL),
        ...vendorAnswerRoutes,
        ...vendorLinkRoutes(guesses),
        ...vendorFileRoutes(files, guesses, settings.REQUEST_PHOTO_GB_PER_LANDLORD),
      ],
      jobs: [files.removals],
      checks: { files: () => blobs.check() },
      stop: async () => blobs.close(),
    }
  },
})
