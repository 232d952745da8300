import type { Tenant, TenantSnapshot } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { type Tx, violated } from '@keyhold/kit/database/database'
import { notFound, Refusal } from '@keyhold/kit/http/problem'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { tenant, tenantRecord } from '../../schema/tenants.ts'
import type { TenancyRow } from '../tenancies/tenancies.ts'

export type TenantRow = typeof tenant.$inferSelect
export type TenantRecord = typeof tenantRecord.$inferSelect
export type WhichTenant = Pick<TenantRow, 'id' | 'landlordId'>

/** The record as the wire shows it. */
export function tenantOf({ invitedUntil, registeredWithLogin, ...record }: TenantRecord, now: Date): Tenant {
  const isInvited = invitedUntil !== null && new Date(invitedUntil) > now
  return { ...record, portalAccess: registeredWithLogin ? 'active' : isInvited ? 'invited' : 'none' }
}

/** A tenant with the terms they rent on, inside the transaction that changed them. */
export async function tenantRecordOf(tx: Tx, { id, landlordId }: WhichTenant): Promise<TenantRecord> {
  const [row] = await tx
    .select()
    .from(tenantRecord)
    .where(and(eq(tenantRecord.landlordId, landlordId), eq(tenantRecord.id, id)))
  return row ?? notFound('Tenant')
}

/** Locks a landlord's tenant that is not archived. @throws Refusal 404 */
export async function lockTenantRow(tx: Tx, { id, landlordId }: WhichTenant): Promise<TenantRow> {
  const [row] = await tx
    .select()
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, id), isNull(tenant.deletedAt)))
    .for('update')
  return row ?? notFound('Tenant')
}

/** What other services keep of a tenant, who rents on the terms of `tenancy`. */
export function tenantSnapshotOf(row: TenantRow, tenancy: TenancyRow | null): z.output<typeof TenantSnapshot> {
  const { id: tenantId, landlordId, firstName, lastName, email, phone, isActive, tenancyId } = row
  const {
    propertyId = null,
    unitId = null,
    startDate = null,
    endDate = null,
    monthlyRent = null,
    accountId = tenantId,
  } = tenancy ?? {}
  const terms = { propertyId, unitId, leaseStartDate: startDate, leaseEndDate: endDate, monthlyRent }
  return { tenantId, landlordId, firstName, lastName, email, phone, isActive, tenancyId, accountId, ...terms }
}

/** One person, one active record per landlord: inviting, adding and registering the same e-mail address wait for each other. */
export const lockEmail = (tx: Tx, landlordId: string, email: string) => lockEmails(tx, landlordId, [email])

/** In an order, so that two who add the same people don't wait for each other. */
export const lockEmails = (tx: Tx, landlordId: string, emails: readonly string[]) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${landlordId} || ' ' || email, 0)) from unnest(${sql.param(emails.toSorted())}::text[]) email`,
  )

/** Says in words which rule of the tables was broken. */
export async function mapEmailConflict<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = violated(error)?.constraint
    if (constraint === 'tenant_email_of_active')
      throw new Refusal('conflict', 'You already have an active tenant with this e-mail address.')
    throw error
  }
}
