import * as routes from './tenant-requests.routes.ts'
import { endpoint } from '../endpoint.ts'
import { optional, pageQuery, prose, whole } from '../scalars.ts'
import { z } from '../zod.ts'
import { MaintenanceChange, MaintenanceForm, MaintenanceRequest } from './requests.ts'
import { Visit } from './visit-records.ts'

export const portalCategories = ['plumbing', 'electrical', 'hvac', 'appliances', 'structural', 'general'] as const

export const tenantScreenCategories = [
  'plumbing',
  'electrical',
  'hvac',
  'appliance',
  'general',
  'cleaning',
  'painting',
  'landscaping',
] as const

/** A request as its tenant sees it: without costs and vendor. */
export const TenantMaintenanceRequest = MaintenanceRequest.omit({
  estimatedCost: true,
  actualCost: true,
  vendorId: true,
  vendorName: true,
  vendorContact: true,
  landlordId: true,
  suggestion: true,
  newsFrom: true,
  alert: true,
})
  .extend({
    /** Completed, and still within the days in which the tenant may open it again. */
    canReopen: z.boolean(),
    canRate: z.boolean(),
    /** Times for a visit that wait for the tenant to pick one. */
    timesToPick: z.int(),
  })
  .meta({ id: 'TenantMaintenanceRequest' })

/** The tenants' maintenance screen also requires ten characters of description. */
export const TenantMaintenanceForm = MaintenanceForm.pick({
  title: true,
  description: true,
  category: true,
  priority: true,
})

export const listTenantMaintenance = endpoint(routes.listTenantMaintenance, {
  query: pageQuery,
  response: z.array(TenantMaintenanceRequest),
  paged: true,
  summary: "The tenant's own requests",
})

export const createTenantMaintenance = endpoint(routes.createTenantMaintenance, {
  status: 201,
  body: TenantMaintenanceForm,
  response: TenantMaintenanceRequest,
  summary: 'Report a problem to the landlord',
})

/** Days after completion in which the tenant may open a request again. */
export const reopenDays = 30

export const getTenantMaintenance = endpoint(routes.getTenantMaintenance, {
  response: TenantMaintenanceRequest.extend({ history: z.array(MaintenanceChange), visits: z.array(Visit) }),
  summary: "One of the tenant's own requests, with every step and what was written",
})

export const replyToRequest = endpoint(routes.replyToRequest, {
  status: 201,
  body: z.object({ note: prose(2000, 'Write something first') }),
  response: MaintenanceChange,
  summary: 'Write to the landlord about a request',
})

/** 409 unless it is completed and not rated yet. */
export const rateRequest = endpoint(routes.rateRequest, {
  body: z.object({ rating: whole(1, 5, 'Choose 1 to 5 stars'), note: optional(prose(2000)) }),
  response: TenantMaintenanceRequest,
  summary: 'Rate completed work, once',
})

/** 409 where more than 30 days have passed since completion. */
export const reopenRequest = endpoint(routes.reopenRequest, {
  body: z.object({ note: prose(2000, 'Say what is still wrong') }),
  response: TenantMaintenanceRequest,
  summary: 'Open a completed request again, within 30 days',
})
