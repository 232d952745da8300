import * as routes from './requests.routes.ts'
import { endpoint } from '../endpoint.ts'
import {
  amount,
  calendarDate,
  changesOf,
  flag,
  id,
  instant,
  line,
  money,
  optional,
  pageQuery,
  prose,
  search,
  whole,
} from '../scalars.ts'
import { z } from '../zod.ts'

export const maintenancePriorities = ['low', 'medium', 'high', 'emergency'] as const

export const maintenanceStatuses = ['open', 'in_progress', 'completed', 'cancelled'] as const

/** All categories of the three screens, each of which offers some of them. */
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

export const landlordCategories = [
  'plumbing',
  'electrical',
  'hvac',
  'appliances',
  'painting',
  'flooring',
  'exterior',
  'general',
] as const

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
    /** Name and contact are copied when the vendor is chosen. */
    vendorId: id.nullable(),
    vendorName: z.string().nullable(),
    vendorContact: z.string().nullable(),
    /** Addresses of its photos. */
    images: z.array(z.string()),
    /** The deadline by priority: emergency 4 hours, high 24 hours, medium 3 days, low 7 days. */
    dueAt: instant,
    /** Open and past the deadline. */
    isPastDue: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'MaintenanceRequest' })

export type MaintenanceRequest = z.output<typeof MaintenanceRequest>

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
  /** Sets name and contact from the vendor. A `vendorName` alone finds the vendor of that name or adds one. */
  vendorId: optional(id),
  vendorName: optional(line(200)),
  vendorContact: optional(line(200)),
})

export const MaintenanceChanges = changesOf(MaintenanceForm.extend({ status: z.enum(maintenanceStatuses) }))

export const MaintenanceListQuery = pageQuery.extend({
  q: search,
  status: z.enum(maintenanceStatuses).optional(),
  priority: z.enum(maintenancePriorities).optional(),
  /** Open and past the deadline. */
  pastDue: flag.optional(),
  vendorId: id.optional(),
  /** Open, not started, and without a vendor. */
  unassigned: flag.optional(),
  sort: z.enum(['newest', 'deadline']).default('newest'),
  propertyId: id.optional(),
  tenantId: id.optional(),
})

/** One entry of a request's history. */
export const MaintenanceChange = z
  .object({
    id,
    at: instant,
    by: z.enum(['landlord', 'tenant', 'system']),
    changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  })
  .meta({ id: 'MaintenanceChange' })

const list = { query: MaintenanceListQuery, response: z.array(MaintenanceRequest), paged: true } as const

export const listMaintenance = endpoint(routes.listMaintenance, {
  ...list,
  summary: "The landlord's maintenance requests",
})

export const listMaintenanceAlias = endpoint(routes.listMaintenanceAlias, {
  ...list,
  summary: 'The same list under its older path',
})

export const getMaintenance = endpoint(routes.getMaintenance, {
  response: MaintenanceRequest.extend({ history: z.array(MaintenanceChange) }),
  summary: 'One request with its history',
})

export const createMaintenance = endpoint(routes.createMaintenance, {
  status: 201,
  body: MaintenanceForm,
  response: MaintenanceRequest,
  summary: 'Open a request, with or without a tenant',
})

export const updateMaintenance = endpoint(routes.updateMaintenance, {
  body: MaintenanceChanges,
  response: MaintenanceRequest,
  summary: 'Change the given fields of a request, including the status',
})

export const maintenanceSummary = endpoint(routes.maintenanceSummary, {
  query: z.object({ propertyId: id.optional() }),
  response: z.object({
    byStatus: z.record(z.enum(maintenanceStatuses), z.int()),
    emergencies: z.int(),
    pastDue: z.int(),
  }),
  summary: 'Counts by status and open emergencies',
})

export const maintenanceAttention = endpoint(routes.maintenanceAttention, {
  query: z.object({ limit: whole(1, 50, 'A number').default(5) }),
  response: z.object({
    /** Open emergencies that are unassigned, oldest first. */
    emergencies: z.object({ total: z.int(), items: z.array(MaintenanceRequest) }),
    pastDue: z.object({ total: z.int(), items: z.array(MaintenanceRequest) }),
  }),
  summary: 'Unassigned emergencies and requests past their deadline',
})
