import { endpoint } from './endpoint.ts'
import { event } from './event.ts'
import { everyone, landlords, tenants } from './roles.ts'
import { maxPhotoBytes, photoSizeNames } from './photos.ts'
import {
  amount,
  bytes,
  calendarDate,
  factsQuery,
  flag,
  id,
  instant,
  line,
  money,
  email,
  optional,
  pageQuery,
  phone,
  prose,
  search,
  whole,
} from './scalars.ts'
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
    /** The vendor as kept; name and contact are as they were when it was chosen. */
    vendorId: id.nullable(),
    vendorName: z.string().nullable(),
    vendorContact: z.string().nullable(),
    /** Addresses of its photos. */
    images: z.array(z.string()),
    /** By when it is to be done, by its priority: emergencies in 4 hours, high in 24, medium in 3 days, low in 7. */
    dueAt: instant,
    /** Still open after that. */
    isPastDue: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'MaintenanceRequest' })
export type MaintenanceRequest = z.output<typeof MaintenanceRequest>

/** What a tenant sees of a request: not what it costs, nor whom the landlord pays. */
export const TenantMaintenanceRequest = MaintenanceRequest.omit({
  estimatedCost: true,
  actualCost: true,
  vendorId: true,
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
  /** Takes name and contact from the vendor. A `vendorName` alone finds the vendor of that name, or keeps a new one. */
  vendorId: optional(id),
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
  /** Open and past its deadline. */
  pastDue: flag.optional(),
  vendorId: id.optional(),
  /** Open and nobody is on it. */
  unassigned: flag.optional(),
  sort: z.enum(['newest', 'deadline']).default('newest'),
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
  response: z.object({ byStatus: z.record(z.enum(maintenanceStatuses), z.int()), emergencies: z.int(), pastDue: z.int() }),
  summary: 'Counts by status and open emergencies',
})

/** A photo of a request: what is broken, or what it looks like now. */
export const RequestPhoto = z
  .object({
    id,
    requestId: id,
    by: z.enum(['landlord', 'tenant']),
    url: z.string(),
    thumbnailUrl: z.string(),
    width: z.int(),
    height: z.int(),
    createdAt: instant,
  })
  .meta({ id: 'RequestPhoto' })
export type RequestPhoto = z.output<typeof RequestPhoto>
const photoUpload = { method: 'POST', status: 201, encoding: 'bytes', maxBody: maxPhotoBytes, body: bytes, response: RequestPhoto } as const
export const addRequestPhoto = endpoint({
  ...photoUpload,
  path: '/api/maintenance-requests/:id/photos',
  access: landlords,
  summary: 'Add a photo to a request: the bytes of an image are the body',
})
export const addTenantRequestPhoto = endpoint({
  ...photoUpload,
  path: '/api/tenant/maintenance-requests/:id/photos',
  access: tenants,
  summary: 'The same to a request of one’s own that is not done yet',
})
export const listRequestPhotos = endpoint({
  method: 'GET',
  path: '/api/maintenance-requests/:id/photos',
  access: everyone,
  response: z.array(RequestPhoto),
  summary: 'Photos of a request, the oldest first',
})
export const deleteRequestPhoto = endpoint({
  method: 'DELETE',
  path: '/api/maintenance-requests/:id/photos/:photoId',
  access: landlords,
  summary: 'Remove a photo of a request',
})
export const requestPhotoFile = endpoint({
  method: 'GET',
  path: '/api/maintenance-photos/:id/:size',
  access: everyone,
  params: { size: z.enum(photoSizeNames) },
  response: bytes,
  summary: 'The image itself, to the landlord and to the tenant who made the request',
})

export const vendorTrades = [...maintenanceCategories] as const
/** Somebody who does the work, kept once. */
export const Vendor = z
  .object({
    id,
    landlordId: id,
    name: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    trades: z.array(z.enum(maintenanceCategories)),
    notes: z.string().nullable(),
    /** Requests given to them, and those still open. */
    requests: z.int(),
    openRequests: z.int(),
    /** Sum of the actual costs. */
    spent: amount,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Vendor' })
export type Vendor = z.output<typeof Vendor>
const trades = z.array(z.enum(maintenanceCategories)).max(maintenanceCategories.length)
export const VendorForm = z.object({
  name: line(200, 'Name is required'),
  phone: optional(phone),
  email: optional(email),
  trades: trades.nullish().transform((list) => list ?? []),
  notes: optional(prose(2000)),
})
export const listVendors = endpoint({
  method: 'GET',
  path: '/api/vendors',
  access: landlords,
  query: pageQuery.extend({ q: search, trade: z.enum(maintenanceCategories).optional() }),
  response: z.array(Vendor),
  paged: true,
  summary: 'Vendors by name',
})
/** 409 where one of that name is kept already, in whatever case. */
export const createVendor = endpoint({
  method: 'POST',
  path: '/api/vendors',
  access: landlords,
  status: 201,
  body: VendorForm,
  response: Vendor,
  summary: 'Keep a vendor',
})
export const updateVendor = endpoint({
  method: 'PUT',
  path: '/api/vendors/:id',
  access: landlords,
  // Trades that are not sent stay as they are.
  body: VendorForm.extend({ trades }).partial(),
  response: Vendor,
  summary: 'Change the given fields of a vendor',
})
export const deleteVendor = endpoint({
  method: 'DELETE',
  path: '/api/vendors/:id',
  access: landlords,
  summary: 'Take a vendor off the list; requests keep the name',
})

export const maintenanceAttention = endpoint({
  method: 'GET',
  path: '/internal/maintenance-attention',
  access: 'service',
  query: z.object({ limit: whole(1, 50, 'A number').default(5) }),
  response: z.object({
    /** Open emergencies that nobody is on, the oldest first. */
    emergencies: z.object({ total: z.int(), items: z.array(MaintenanceRequest) }),
    pastDue: z.object({ total: z.int(), items: z.array(MaintenanceRequest) }),
  }),
  summary: 'Unassigned emergencies and requests past their deadline',
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
  /** Of a change of the priority: what it was before. */
  previousPriority: z.enum(maintenancePriorities).optional(),
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
/** A vendor was kept, changed or taken off the list: open pages look again. */
export const VendorChanged = event({
  type: 'maintenance.vendor.changed',
  version: 1,
  subject: 'vendorId',
  data: z.object({ vendorId: id, landlordId: id }),
})
