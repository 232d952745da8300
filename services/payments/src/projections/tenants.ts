import { getTenantSnapshot, type TenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { notFound } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { fullName } from '@keyhold/kit/lib/names'
import { defineProjection, findOrAsk } from '@keyhold/kit/messaging/projection'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { sql } from 'drizzle-orm'
import { tenancy, tenant } from '../schema/projections.ts'

export type TenantRow = typeof tenant.$inferSelect
export type Lookup = Pick<Tools, 'db' | 'call' | 'clock'> & { actor: LandlordActor }

/** The account is set by the tenancy's events; until then it is the one from the tenant's snapshot. */
export const tenants = defineProjection({
  table: tenant,
  row: (snapshot: z.output<typeof TenantSnapshot>) => {
    const { landlordId, tenantId, propertyId, isActive: active, tenancyId = null } = snapshot
    const accountId = snapshot.accountId ?? tenantId
    return { landlordId, tenantId, name: fullName(snapshot), propertyId, active, accountId, tenancyId }
  },
  merge: { accountId: sql`${tenant.accountId}`, tenancyId: sql`${tenant.tenancyId}` },
})

export const tenancies = defineProjection({
  table: tenancy,
  row: (row: Omit<typeof tenancy.$inferInsert, 'asOf'>) => row,
})

/** A tenant of this landlord, even if they were added a moment ago. Never inside a transaction. @throws Refusal 404 */
export async function findTenant({ actor: { landlordId }, ...tools }: Lookup, tenantId: string): Promise<TenantRow> {
  const actor = serviceActor('payments', landlordId)
  const found = await findOrAsk(tenants, tools, {
    actor,
    find: (read) =>
      read<TenantRow[]>`select * from tenant where landlord_id = ${landlordId} and tenant_id = ${tenantId}`,
    ask: () => tools.call(getTenantSnapshot, actor, { params: { id: tenantId } }),
  })
  return found ?? notFound('Tenant')
}

/** Stores the tenant's account if another tenant opened it. Never inside a transaction. */
export async function fetchMissingAccount(lookup: Lookup, { tenantId, accountId }: TenantRow): Promise<void> {
  if (accountId !== tenantId) await findTenant(lookup, accountId)
}
