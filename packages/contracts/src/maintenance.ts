import { endpoint } from './endpoint.ts'
import { event } from './event.ts'
import { landlords, tenants } from './roles.ts'
import { amount, calendarDate, factsQuery, id, instant, line, money, optional, pageQuery, prose, search } from './scalars.ts'
import { z } from './zod.ts'

export const maintenancePriorities = ['low', 'medium', 'high', 'emergency'] as const
export const maintenanceStatuses = ['open', 'in_progress', 'completed', 'cancelled'] as const
/** One set behind the three lists of the screens; each screen offers its own. */
export const maintenanceCategories = [
  'plumbing',
  'electrical',
  'hvac',
  'appliances',
  'appliance',
  'structural',
  'painting',
  'flooring',
  'exterior',
  'cleaning',
  'landscaping',
  'general',
] as const
export const landlordCategories = ['plumbing', 'electrical', 'hvac', 'appliances', 'painting', 'flooring', 'exterior', 'general'] as const
export const portalCategories = ['plumbing', 'electrical', 'hvac', 'appliances', 'structural', 'general'] as const
export const tenantScreenCategories = ['plumbing', 'electrical', 'hvac', 'appliance', 'general', 'cleaning', 'painting', 'landscaping'] as const

export const MaintenanceRequest = z
  .object({
    id,
    landlordId: id,
    title: z.string(),
    description: z.string(),
    category: z.enum(maintenanceCategories),
    priority: z.enum(maintenancePriorities),
    status: z.enum(maintenanceStatuses),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    tenantId: id.nullable(),
    tenantName: z.string().nullable(),
    estimatedCost: amount.nullable(),
    actualCost: amount.nullable(),
    scheduledDate: calendarDate.nullable(),
    completedDate: calendarDate.nullable(),
    vendorName: z.string().nullable(),
    vendorContact: z.string().nullable(),
    images: z.array(z.string()),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'MaintenanceRequest' })
export type MaintenanceRequest = z.output<typeof MaintenanceRequest>

/** What a tenant sees of a request: not what it costs, nor whom the landlord pays. */
export const TenantMaintenanceRequest = MaintenanceRequest.omit({
  estimatedCost: true,
  actualCost: true,
  vendorName: true,
  vendorContact: true,
  landlordId: true,
}).meta({ id: 'TenantMaintenanceRequest' })

export const MaintenanceForm = z.object({
  title: line(200, 'Title is required'),
  description: prose(5000, 'Description is required'),
  category: z.enum(maintenanceCategories, 'Category is required').default('general'),
  priority: z.enum(maintenancePriorities).default('medium'),
  propertyId: optional(id),
  tenantId: optional(id),
  estimatedCost: optional(money(0, 'Estimated cost must be a valid number')),
  actualCost: optional(money(0, 'Actual cost must be a valid number')),
  scheduledDate: optional(calendarDate),
  completedDate: optional(calendarDate),
  vendorName: optional(line(200)),
  vendorContact: optional(line(200)),
})

export const MaintenanceChanges = MaintenanceForm.extend({
  category: z.enum(maintenanceCategories),
  priority: z.enum(maintenancePriorities),
  status: z.enum(maintenanceStatuses),
}).partial()

export const MaintenanceListQuery = pageQuery.extend({
  q: search,
  status: z.enum(maintenanceStatuses).optional(),
  priority: z.enum(maintenancePriorities).optional(),
  propertyId: id.optional(),
  tenantId: id.optional(),
})

/** One change of a request, as the history shows it. */
export const MaintenanceChange = z
  .object({
    id,
    at: instant,
    by: z.enum(['landlord', 'tenant', 'system']),
    changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  })
  .meta({ id: 'MaintenanceChange' })

const list = { query: MaintenanceListQuery, response: z.array(MaintenanceRequest), paged: true, access: landlords } as const
export const listMaintenance = endpoint({ method: 'GET', path: '/api/maintenance-requests', ...list, summary: "The landlord's maintenance requests" })
export const listMaintenanceAlias = endpoint({ method: 'GET', path: '/api/maintenance', ...list, summary: 'The same list under its older path' })
export const getMaintenance = endpoint({
  method: 'GET',
  path: '/api/maintenance-requests/:id',
  access: landlords,
  response: MaintenanceRequest.extend({ history: z.array(MaintenanceChange) }),
  summary: 'One request with its history',
})
export const createMaintenance = endpoint({
  method: 'POST',
  path: '/api/maintenance-requests',
  access: landlords,
  status: 201,
  body: MaintenanceForm,
  response: MaintenanceRequest,
  summary: 'Open a request, with or without a tenant',
})
export const updateMaintenance = endpoint({
  method: 'PUT',
  path: '/api/maintenance-requests/:id',
  access: landlords,
  body: MaintenanceChanges,
  response: MaintenanceRequest,
  summary: 'Change the given fields, the status among them',
})

export const maintenanceSummary = endpoint({
  method: 'GET',
  path: '/api/maintenance-requests/summary',
  access: landlords,
  query: z.object({ propertyId: id.optional() }),
  response: z.object({ byStatus: z.record(z.enum(maintenanceStatuses), z.int()), emergencies: z.int() }),
  summary: 'Counts by status and open emergencies',
})

/** The portal asks for a title and a description; the tenants' maintenance screen for ten characters of it. */
export const TenantMaintenanceForm = MaintenanceForm.pick({ title: true, description: true, category: true, priority: true })
export const listTenantMaintenance = endpoint({
  method: 'GET',
  path: '/api/tenant/maintenance-requests',
  access: tenants,
  query: pageQuery,
  response: z.array(TenantMaintenanceRequest),
  paged: true,
  summary: "The tenant's own requests",
})
export const createTenantMaintenance = endpoint({
  method: 'POST',
  path: '/api/tenant/maintenance-requests',
  access: tenants,
  status: 201,
  body: TenantMaintenanceForm,
  response: TenantMaintenanceRequest,
  summary: 'Report a problem to the landlord',
})

export const RequestFacts = z.object({
  requestId: id,
  landlordId: id,
  tenantId: id.nullable(),
  propertyId: id.nullable(),
  title: z.string(),
  category: z.enum(maintenanceCategories),
  priority: z.enum(maintenancePriorities),
  status: z.enum(maintenanceStatuses),
  openedBy: z.enum(['landlord', 'tenant']),
  // Absent in facts told before these were added.
  openedAt: instant.optional(),
  scheduledDate: calendarDate.nullable().optional(),
})
/** By id; `after` is the last id of the answer before. */
export const listRequestFacts = endpoint({
  method: 'GET',
  path: '/internal/request-facts',
  access: 'service',
  query: factsQuery,
  response: z.array(RequestFacts),
  summary: 'What other services keep of all maintenance requests of a landlord',
})
export const RequestOpened = event({ type: 'maintenance.request.opened', version: 1, subject: 'requestId', data: RequestFacts })
export const RequestChanged = event({ type: 'maintenance.request.changed', version: 1, subject: 'requestId', data: RequestFacts })
