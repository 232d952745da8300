import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { type EventHandler, on } from '@keyhold/kit/messaging/handlers'
import { projectEvents, upsertSnapshots } from '@keyhold/kit/messaging/projection'
import { applyTenancy } from '../domain/rents/apply-tenancy.ts'
import { tenants } from '../projections/tenants.ts'

export const tenancyEvents: EventHandler[] = [
  ...projectEvents(tenants, [TenantCreated, TenantUpdated]),
  on(TenantLeft, ({ event, data, tx }) => upsertSnapshots(tx, tenants, [{ ...data, isActive: false }], event.time)),
  on(TenancyChanged, ({ event, data, tx, clock }) =>
    applyTenancy(tx, data, { asOf: event.time, now: clock.now().toISOString() }),
  ),
]
