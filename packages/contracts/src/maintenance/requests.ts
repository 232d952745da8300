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
import { maintenanceCategories, maintenancePriorities, maintenanceStatuses } from './request-values.ts'
import { VendorBill, WorkOrder } from './work-order-records.ts'
import { Visit } from './visit-records.ts'

export { maintenanceCategories, maintenancePriorities, maintenanceStatuses } from './request-values.ts'

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
    /** The hours of the visit on that day, where the property stands. */
    scheduledFrom: z.string().nullable(),
    scheduledTo: z.string().nullable(),
    /** What the work waits for, such as a part. */
    waitingFor: z.string().nullable(),
    completedDate: calendarDate.nullable(),
    /** The tenant's, once it was completed: 1 to 5. */
    rating: z.int().nullable(),
    ratingNote: z.string().nullable(),
    /** How often it was reopened after completion. */
    reopens: z.int(),
    /** Triage by the words of the tenant, until the landlord has accepted or dismissed it. */
    suggestion: z
      .object({
        category: z.enum(maintenanceCategories).nullable(),
        priority: z.enum(maintenancePriorities).nullable(),
        words: z.array(z.string()),
      })
      .nullable(),
    /** Who has written or answered since the landlord last did something. */
    newsFrom: z.enum(['tenant', 'vendor']).nullable(),
    /** The landlord is alerted again and again until somebody confirms. */
    alert: z.enum(['sounding', 'confirmed']).nullable(),
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

/** A time of day, `HH:MM`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:30')

export const MaintenanceChanges = changesOf(
  MaintenanceForm.extend({
    status: z.enum(maintenanceStatuses),
    /** Null: the work goes on. */
    waitingFor: optional(line(200)),
    /** Told to the tenant with the change: a reason, what comes next. */
    note: optional(prose(2000)),
  }),
)

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
    by: z.enum(['landlord', 'tenant', 'vendor', 'system']),
    /** The vendor's name where a vendor wrote it. */
    author: z.string().nullable(),
    changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
    note: z.string().nullable(),
    /** The tenant sees it too. */
    isShared: z.boolean(),
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

/** The most entries that come with a request, the newest. */
export const historyLength = 500

export const getMaintenance = endpoint(routes.getMaintenance, {
  response: MaintenanceRequest.extend({
    history: z.array(MaintenanceChange),
    visits: z.array(Visit),
    workOrders: z.array(WorkOrder),
    bills: z.array(VendorBill),
  }),
  summary: 'One request with its history, visits and work orders',
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

/** A new entry of a request's history. */
export const addRequestNote = endpoint(routes.addRequestNote, {
  status: 201,
  body: z.object({ note: prose(2000, 'Write something first'), isShared: flag.default(false) }),
  response: MaintenanceChange,
  summary: 'Write to the tenant of a request, or a note for yourself',
})

/** 409 where there is no suggestion to settle. */
export const settleSuggestion = endpoint(routes.settleSuggestion, {
  body: z.object({ accept: flag }),
  response: MaintenanceRequest,
  summary: 'Take over the suggested category and priority of a request, or dismiss them',
})

export const confirmAlert = endpoint(routes.confirmAlert, {
  response: MaintenanceRequest,
  summary: 'Confirm an emergency: its alert is not repeated',
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

/** The invoices of one request: their sum, and the names of the vendors. */
const WaitingBills = z.object({
  requestId: id,
  tenantId: id.nullable(),
  propertyId: id.nullable(),
  title: z.string(),
  vendorNames: z.string(),
  amount,
  count: z.int(),
  oldestAt: instant,
})

export const maintenanceAttention = endpoint(routes.maintenanceAttention, {
  query: z.object({ limit: whole(1, 50, 'A number').default(5) }),
  response: z.object({
    /** Open emergencies that are unassigned, oldest first. */
    emergencies: z.object({ total: z.int(), items: z.array(MaintenanceRequest) }),
    pastDue: z.object({ total: z.int(), items: z.array(MaintenanceRequest) }),
    /** Requests with invoices that the landlord has not answered, oldest first, closed ones too. */
    bills: z.object({ total: z.int(), items: z.array(WaitingBills) }),
  }),
  summary: 'Unassigned emergencies, requests past their deadline, and invoices to answer',
})
