import * as routes from './costs.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, calendarDate, id } from '../scalars.ts'
import { z } from '../zod.ts'
import { maintenanceStatuses } from './requests.ts'

export const maintenanceCosts = endpoint(routes.maintenanceCosts, {
  query: z.object({ from: calendarDate, to: calendarDate, propertyId: id.optional() }),
  response: z.object({
    /** Actual costs of completed requests by completion date and property, `from` and `to` included; days without costs are left out. */
    costs: z.array(z.object({ on: calendarDate, propertyId: id.nullable(), amount })),
    /** Of the requests opened from `from` to `to`, and of older ones that are still open. */
    byStatus: z.record(z.enum(maintenanceStatuses), z.int()),
  }),
  summary: 'Maintenance costs by day and property, and requests by status',
})
