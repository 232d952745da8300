import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { type EventHandler, onBatch } from '@keyhold/kit/messaging/handlers'
import { projectEvents, upsertDated } from '@keyhold/kit/messaging/projection'
import { applyTenancies } from '../domain/rents/apply-tenancies.ts'
import { tenants } from '../projections/tenants.ts'

export const tenancyEvents: EventHandler[] = [
  ...projectEvents(tenants, [TenantCreated, TenantUpdated]),
  onBatch(TenantLeft, (events, { tx }) => {
    const left = events.map(({ event, data }) => ({ snapshot: { ...data, isActive: false }, asOf: event.time }))
    return upsertDated(tx, tenants, left)
  }),
  onBatch(TenancyChanged, (events, { tx, clock }) => {
    const tenancies = events.map(({ event, data }) => ({ snapshot: data, asOf: event.time }))
    return applyTenancies(tx, tenancies, { now: clock.now().toISOString() })
  }),
]
