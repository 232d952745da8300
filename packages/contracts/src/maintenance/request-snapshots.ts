import * as routes from './request-snapshots.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { calendarDate, id, instant, snapshotQuery } from '../scalars.ts'
import { z } from '../zod.ts'
import { maintenanceCategories, maintenancePriorities, maintenanceStatuses } from './requests.ts'

/** A maintenance request as other services know it. */
export const RequestSnapshot = z.object({
  requestId: id,
  landlordId: id,
  tenantId: id.nullable(),
  propertyId: id.nullable(),
  title: z.string(),
  category: z.enum(maintenanceCategories),
  priority: z.enum(maintenancePriorities),
  status: z.enum(maintenanceStatuses),
  openedBy: z.enum(['landlord', 'tenant']),
  // Absent in events from before these were added.
  openedAt: instant.optional(),
  scheduledDate: calendarDate.nullable().optional(),
  /** With a change of the priority: the old one. */
  previousPriority: z.enum(maintenancePriorities).optional(),
})

export const listRequestSnapshots = endpoint(routes.listRequestSnapshots, {
  query: snapshotQuery,
  response: z.array(RequestSnapshot),
  summary: 'The snapshots of all maintenance requests of a landlord for other services',
})

export const RequestOpened = event({
  type: 'maintenance.request.opened',
  version: 1,
  subject: 'requestId',
  data: RequestSnapshot,
})

export const RequestChanged = event({
  type: 'maintenance.request.changed',
  version: 1,
  subject: 'requestId',
  data: RequestSnapshot,
})
