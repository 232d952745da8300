import * as routes from './request-snapshots.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { amount, calendarDate, id, instant, snapshotQuery } from '../scalars.ts'
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
  /** What triage reads from the words of the tenant, with the words. */
  suggestedPriority: z.enum(maintenancePriorities).nullable().optional(),
  suggestionWords: z.array(z.string()).optional(),
  /** The landlord is to be alerted until somebody confirms; null once nobody needs to be. */
  alertSince: instant.nullable().optional(),
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

export const progressKinds = [
  'note',
  'begun',
  'waiting',
  'resumed',
  'scheduled',
  'unscheduled',
  'completed',
  'cancelled',
  'reopened',
  'rated',
  'visits-offered',
  'visits-proposed',
  'work-order-accepted',
  'work-order-declined',
  'question',
  'photos',
  'bill',
  'work-done',
] as const

/** A step of a request that the other side is told about: the tenant of the landlord's and the vendor's, the landlord of the tenant's and the vendor's. */
export const RequestProgressed = event({
  type: 'maintenance.request.progressed',
  version: 1,
  subject: 'requestId',
  data: z.object({
    requestId: id,
    landlordId: id,
    tenantId: id.nullable(),
    propertyId: id.nullable(),
    title: z.string(),
    what: z.enum(progressKinds),
    by: z.enum(['landlord', 'tenant', 'vendor']),
    /** The vendor's name. */
    author: z.string().nullable(),
    /** Whether the tenant is to hear of it. */
    isForTenant: z.boolean(),
    note: z.string().nullable(),
    scheduledDate: calendarDate.nullable(),
    scheduledFrom: z.string().nullable(),
    scheduledTo: z.string().nullable(),
    rating: z.int().nullable(),
    amount: amount.nullable(),
  }),
})
