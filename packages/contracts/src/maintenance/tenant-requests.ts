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

/** A request as its tenant sees it: without costs and vendor. */
export const TenantMaintenanceRequest = MaintenanceRequest.omit({
  estimatedCost: true,
  actualCost: true,
  vendorId: true,
  vendorName: true,
  vendorContact: true,
  landlordId: true,
}).meta({ id: 'TenantMaintenanceRequest' })

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
