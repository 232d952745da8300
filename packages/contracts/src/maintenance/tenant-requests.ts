import * as routes from './tenant-requests.routes.ts'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../scalars.ts'
import { z } from '../zod.ts'
import { MaintenanceForm, MaintenanceRequest } from './requests.ts'

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

/** What a tenant sees of a request: not what it costs, nor whom the landlord pays. */
export const TenantMaintenanceRequest = MaintenanceRequest.omit({
  estimatedCost: true,
  actualCost: true,
  vendorId: true,
  vendorName: true,
  vendorContact: true,
  landlordId: true,
}).meta({ id: 'TenantMaintenanceRequest' })

/** The portal asks for a title and a description; the tenants' maintenance screen for ten characters of it. */
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
