import * as routes from './costs.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, calendarDate, id } from '../scalars.ts'
import { z } from '../zod.ts'
import { maintenanceStatuses } from './requests.ts'

// What the reports ask of maintenance.
export const maintenanceCosts = endpoint(routes.maintenanceCosts, {
  query: z.object({ from: calendarDate, to: calendarDate, propertyId: id.optional() }),
  response: z.object({
    /** Actual costs of requests completed on that day at that property, both days included; only days with any. */
    costs: z.array(z.object({ on: calendarDate, propertyId: id.nullable(), amount })),
    /** Of all requests opened by the last day that are not older than the first unless still open. */
    byStatus: z.record(z.enum(maintenanceStatuses), z.int()),
  }),
  summary: 'Maintenance costs by day and property, and requests by status',
})
