import { PropertyCreated, PropertyDeleted, PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenants'
import { projectEvents } from '@keyhold/kit/messaging/projection'
import { properties, tenants } from '../projections/people-and-homes.ts'

export const projections = [
  ...projectEvents(tenants, [TenantCreated, TenantUpdated, TenantLeft]),
  ...projectEvents(properties, [PropertyCreated, PropertyUpdated, PropertyDeleted]),
]
