import { maintenancePriorities } from '@keyhold/contracts/maintenance/request-values'
import { id } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { job } from '@keyhold/kit/jobs/queue'

/** A report in the tenant's own words, which the assistant proposed and the tenant confirmed. */
export const confirmedReport = job({
  name: 'open-confirmed-report',
  data: z.object({
    tenantId: id,
    /** The login that confirmed it. */
    userId: id.nullable(),
    title: z.string(),
    description: z.string(),
    category: z.string(),
    priority: z.enum(maintenancePriorities),
  }),
})
