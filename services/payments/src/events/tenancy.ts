import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancies'
import { TenantCreated, TenantLeft, TenantUpdated, type TenantSnapshot } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { type EventHandler, on } from '@keyhold/kit/messaging/handlers'
import { nameOf } from '../projections/known-records.ts'
import { applyTenancy } from '../domain/rents/apply-tenancy.ts'
import { tenant } from '../schema/projections.ts'

type Snapshot = z.output<typeof TenantSnapshot>

export const tenancyEvents: EventHandler[] = [
  on(TenantCreated, ({ data, tx }) => upsertTenant(tx, data)),
  on(TenantUpdated, ({ data, tx }) => upsertTenant(tx, data)),
  on(TenantLeft, ({ data, tx }) => upsertTenant(tx, { ...data, isActive: false })),
  on(TenancyChanged, ({ event, data, tx, clock }) =>
    applyTenancy(tx, data, { asOf: event.time, now: clock.now().toISOString() }),
  ),
]

/** Who the tenant is. Whose ledger is theirs says the tenancy; until it does, the account that they begin with. */
async function upsertTenant(tx: Tx, snapshot: Snapshot): Promise<void> {
  const { landlordId, tenantId, propertyId, accountId, tenancyId = null } = snapshot
  const values = { name: nameOf(snapshot), propertyId, active: snapshot.isActive }
  await tx
    .insert(tenant)
    .values({ landlordId, tenantId, ...values, accountId: accountId ?? tenantId, tenancyId })
    .onConflictDoUpdate({ target: [tenant.landlordId, tenant.tenantId], set: values })
}
