import type { Tenant, TenantFacts } from '@keyhold/contracts/tenancy'
import type { z } from '@keyhold/contracts/zod'
import { type ReadSql, type Tx, violated } from '@keyhold/kit/db'
import { notFound, Refusal } from '@keyhold/kit/problem'
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { invitation, property, tenant } from '../schema.ts'

export type TenantRow = typeof tenant.$inferSelect

/** The columns of a tenant as the wire shows it; `t` is the tenant, `p` its property. */
export const tenantColumns = (read: ReadSql, now: string) => read`
  t.*, p.name as property_name,
  case when t.registered_with_login then 'active'
    when exists (select from invitation i where i.landlord_id = t.landlord_id and i.tenant_id = t.id and i.status = 'pending' and i.expires_at > ${now}::timestamptz) then 'invited'
    else 'none' end as portal_access`

export const tenantTables = (read: ReadSql) => read`tenant t left join property p on p.landlord_id = t.landlord_id and p.property_id = t.property_id`

/** The record as the wire shows it, inside the transaction that changed it. */
export async function tenantOf(tx: Tx, { id, landlordId }: { id: string; landlordId: string }, now: Date): Promise<Tenant> {
  const invited = tx
    .select({ one: sql`1` })
    .from(invitation)
    .where(
      and(
        eq(invitation.landlordId, landlordId),
        eq(invitation.tenantId, id),
        eq(invitation.status, 'pending'),
        sql`${invitation.expiresAt} > ${now.toISOString()}::timestamptz`,
      ),
    )
  const portalAccess = sql<
    Tenant['portalAccess']
  >`case when ${tenant.registeredWithLogin} then 'active' when exists (${invited}) then 'invited' else 'none' end`
  const [row] = await tx
    .select({ ...getTableColumns(tenant), propertyName: property.name, portalAccess })
    .from(tenant)
    .leftJoin(property, and(eq(property.landlordId, tenant.landlordId), eq(property.propertyId, tenant.propertyId)))
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, id)))
  return row ?? notFound('Tenant')
}

/** Locks a landlord's tenant that is not archived. @throws Refusal 404 */
export async function lockTenant(tx: Tx, { id, landlordId }: { id: string; landlordId: string }): Promise<TenantRow> {
  const [row] = await tx
    .select()
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, id), isNull(tenant.deletedAt)))
    .for('update')
  return row ?? notFound('Tenant')
}

/** What other services keep of a tenant. */
export function factsOf(row: TenantRow): z.output<typeof TenantFacts> {
  const { id: tenantId, landlordId, firstName, lastName, email, phone, propertyId, leaseStartDate, leaseEndDate, monthlyRent, isActive } = row
  return { tenantId, landlordId, firstName, lastName, email, phone, propertyId, leaseStartDate, leaseEndDate, monthlyRent, isActive }
}

/** One person, one active record per landlord: inviting, adding and registering the same e-mail address wait for each other. */
export const lockEmail = (tx: Tx, landlordId: string, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${landlordId} ${email}`}, 0))`)

/** Says in words which rule of the table was broken. */
export async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = violated(error)?.constraint
    if (constraint === 'tenant_email_of_active') throw new Refusal('conflict', 'You already have an active tenant with this e-mail address.')
    if (constraint === 'tenant_lease_ends_after_start') throw endsTooEarly()
    throw error
  }
}

export function endsTooEarly(): Refusal {
  const message = 'The lease must end after it starts'
  return new Refusal('invalid-input', `${message}.`, { issues: [{ path: 'leaseEndDate', message }] })
}
