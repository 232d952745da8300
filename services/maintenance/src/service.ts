import { openFileStore } from '@keyhold/kit/files/file-store'
import { openBlobs } from '@keyhold/kit/files/blobs-settings'
import { defineService } from '@keyhold/kit/runtime/service'
import { config } from './config.ts'
import { createDirectory } from './projections/tenants-and-properties.ts'
import { fileKinds } from './domain/files.ts'
import { projections } from './events/projections.ts'
import { attentionRoutes } from './routes/maintenance-attention.ts'
import { requestSnapshotRoutes } from './routes/request-snapshots.ts'
import { photoRoutes } from './routes/photos.ts'
import { maintenanceCostRoutes } from './routes/maintenance-costs.ts'
import { requestListRoutes } from './routes/request-list.ts'
import { requestRoutes } from './routes/requests.ts'
import { tenantRequestRoutes } from './routes/tenant-requests.ts'
import { vendorRoutes } from './routes/vendors.ts'

export const maintenance = defineService({
  name: 'maintenance',
  config,
  migrations: new URL('../migrations/', import.meta.url),
  async build(settings, tools) {
    const directory = createDirectory(tools)
    const blobs = await openBlobs(settings)
    const files = openFileStore({ service: 'maintenance', kinds: fileKinds, blobs, tools })
    return {
      routes: [
        ...requestSnapshotRoutes,
        ...maintenanceCostRoutes,
        ...attentionRoutes,
        ...requestListRoutes,
        ...requestRoutes(directory),
        ...tenantRequestRoutes(directory),
        ...photoRoutes(files, directory, settings.REQUEST_PHOTO_GB_PER_LANDLORD),
        ...vendorRoutes,
      ],
      events: projections,
      jobs: [files.removals],
      checks: { files: () => blobs.check() },
      stop: async () => blobs.close(),
    }
  },
})
