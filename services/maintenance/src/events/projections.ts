import { PropertyCreated, PropertyDeleted, PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { projectEvents } from '@keyhold/kit/messaging/projection'
import { properties, tenants } from '../projections/tenants-and-properties.ts'

export const projections = [
  ...projectEvents(tenants, [TenantCreated, TenantUpdated, TenantLeft]),
  ...projectEvents(properties, [PropertyCreated, PropertyUpdated, PropertyDeleted]),
]
