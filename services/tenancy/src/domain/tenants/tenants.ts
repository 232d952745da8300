import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { and, eq, isNull } from 'drizzle-orm'
import { tenant, tenantRecord, type TenantRecord, type TenantRow, type WhichTenant } from '../../schema/tenants.ts'
import { rentOn } from '../tenancies/terms.ts'

/** The API's representation. */
export function tenantOf({ invitedUntil, registeredWithLogin, ...record }: TenantRecord, now: Date): Tenant {
  const isInvited = invitedUntil !== null && new Date(invitedUntil) > now
  const portalAccess = registeredWithLogin ? 'active' : isInvited ? 'invited' : 'none'
  return { ...record, monthlyRent: rentToday(record, now), portalAccess }
}

/** The rent in force at the property. */
export const rentToday = (
  { monthlyRent, rentSteps, timeZone }: Pick<TenantRecord, 'monthlyRent' | 'rentSteps' | 'timeZone'>,
  now: Date,
): number | null => rentOn({ monthlyRent, rentSteps: rentSteps ?? [] }, dateAt(now, timeZone))

/** A tenant with the terms of their tenancy, as the transaction sees them. @throws Refusal 404 */
export async function tenantRecordOf(tx: Tx, { id, landlordId }: WhichTenant): Promise<TenantRecord> {
  const [row] = await tx
    .select()
    .from(tenantRecord)
    .where(and(eq(tenantRecord.landlordId, landlordId), eq(tenantRecord.id, id)))
  return row ?? notFound('Tenant')
}

/** Locks a tenant that is not archived. @throws Refusal 404 */
export async function lockTenantRow(tx: Tx, { id, landlordId }: WhichTenant): Promise<TenantRow> {
  const [row] = await tx
    .select()
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, id), isNull(tenant.deletedAt)))
    .for('update')
  return row ?? notFound('Tenant')
}
