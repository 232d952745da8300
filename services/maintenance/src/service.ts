import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/service'
import { createDirectory } from './domain/directory.ts'
import { projections } from './events/projections.ts'
import { internalRoutes } from './routes/internal.ts'
import { requestListRoutes } from './routes/request-list.ts'
import { requestRoutes } from './routes/requests.ts'
import { tenantRequestRoutes } from './routes/tenant-requests.ts'

export const maintenance = defineService({
  name: 'maintenance',
  config: z.object({}),
  migrations: new URL('../migrations/', import.meta.url),
  build(_config, tools) {
    const directory = createDirectory(tools)
    return { routes: [...internalRoutes, ...requestListRoutes, ...requestRoutes(directory), ...tenantRequestRoutes(directory)], events: projections }
  },
})
