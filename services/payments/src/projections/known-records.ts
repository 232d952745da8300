import { getPropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { getTenantSnapshot } from '@keyhold/contracts/tenancy/tenants'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Call } from '@keyhold/kit/http/call'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { notFound, Refusal } from '@keyhold/kit/http/problem'
import { sql } from 'drizzle-orm'
import { property, tenant } from '../schema/projections.ts'

export type TenantRow = typeof tenant.$inferSelect
export type PropertyRow = typeof property.$inferSelect

type Lookup = { db: Database; call: Call; actor: LandlordActor }

/**
 * A tenant of this landlord: what is kept here, else what tenancy says, so that a tenant added a moment ago can be charged.
 * Not inside a transaction. @throws Refusal 404 for nobody's and somebody else's
 */
export async function findTenant({ db, call, actor }: Lookup, tenantId: string): Promise<TenantRow> {
  const { landlordId } = actor
  const [stored] = await db.read(
    actor,
    (read) =>
      read<
        TenantRow[]
      >`select landlord_id, tenant_id, name, property_id, active, account_id, tenancy_id from tenant where landlord_id = ${landlordId} and tenant_id = ${tenantId}`,
  )
  if (stored) return stored
  const snapshot = await absentAsNull(
    call(getTenantSnapshot, serviceActor('payments', landlordId), { params: { id: tenantId } }),
  )
  if (snapshot?.landlordId !== landlordId) return notFound('Tenant')
  const { propertyId, isActive: active, accountId, tenancyId = null } = snapshot
  return {
    landlordId,
    tenantId,
    name: nameOf(snapshot),
    propertyId,
    active,
    accountId: accountId ?? tenantId,
    tenancyId,
  }
}

/** The account of a tenant besides the tenant, where somebody else opened it. Likewise; null where it is the tenant. */
export async function findAccount(lookup: Lookup, { tenantId, accountId }: TenantRow): Promise<TenantRow | null> {
  return accountId === tenantId ? null : findTenant(lookup, accountId)
}

/** A property of this landlord, likewise. @throws Refusal 404 */
export async function findProperty({ db, call, actor }: Lookup, propertyId: string): Promise<PropertyRow> {
  const { landlordId } = actor
  const [stored] = await db.read(
    actor,
    (read) =>
      read<
        PropertyRow[]
      >`select landlord_id, property_id, name, time_zone, monthly_rent, is_gone from property where landlord_id = ${landlordId} and property_id = ${propertyId}`,
  )
  if (stored) return stored
  const snapshot = await absentAsNull(
    call(getPropertySnapshot, serviceActor('payments', landlordId), { params: { id: propertyId } }),
  )
  if (snapshot?.landlordId !== landlordId) return notFound('Property')
  return {
    landlordId,
    propertyId,
    name: snapshot.name,
    timeZone: snapshot.timeZone,
    monthlyRent: snapshot.monthlyRent,
    isGone: isGone(snapshot),
  }
}

/** Keeps what was asked for; what an event brought meanwhile is newer. */
export async function storeSnapshots(
  tx: Tx,
  tenantRow: TenantRow | null,
  propertyRow: PropertyRow | null,
): Promise<void> {
  if (tenantRow) await tx.insert(tenant).values(tenantRow).onConflictDoNothing()
  if (propertyRow)
    await tx
      .insert(property)
      .values({ ...propertyRow, timeZone: await knownZone(tx, propertyRow.timeZone) })
      .onConflictDoNothing()
}

/** Deleted or put away. */
export const isGone = ({ isDeleted, isArchived = false }: { isDeleted: boolean; isArchived?: boolean | undefined }) =>
  isDeleted || isArchived

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

/** Judges dates in SQL by this zone from now on, so it must be one that Postgres knows: an unknown name would fail every list. */
export async function knownZone(tx: Tx, timeZone: string): Promise<string> {
  const [zone] = await tx.execute<{ name: string }>(
    sql`select name from pg_timezone_names where lower(name) = lower(${timeZone}) limit 1`,
  )
  return zone?.name ?? defaultTimeZone
}

async function absentAsNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') return null
    throw error
  }
}
