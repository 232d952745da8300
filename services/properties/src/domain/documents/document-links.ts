import { getMaintenance } from '@keyhold/contracts/maintenance/requests'
import { getTenantSnapshot, type TenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { fullName } from '@keyhold/kit/lib/names'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { isNull } from 'drizzle-orm'
import { occupancy } from '../../schema/projections.ts'

/** The records that a document is linked to; absent and null mean none. */
export interface Links {
  propertyId?: string | null | undefined
  tenantId?: string | null | undefined
  requestId?: string | null | undefined
}

/**
 * Checks that all records belong to the landlord. Answers the snapshot of a tenant whose name is not stored here yet, for `storeTenantName` in
 * the transaction that links the document. @throws Refusal 404
 */
export async function validateLinks(
  actor: LandlordActor,
  { propertyId = null, tenantId = null, requestId = null }: Links,
  { db, call }: Pick<Tools, 'db' | 'call'>,
): Promise<z.output<typeof TenantSnapshot> | null> {
  const { landlordId } = actor
  const [[home], [known]] = await db.read(actor, (sql) => [
    sql<object[]>`select from property where landlord_id = ${landlordId} and id = ${propertyId} and deleted_at is null`,
    sql<
      object[]
    >`select from occupancy where landlord_id = ${landlordId} and tenant_id = ${tenantId} and name is not null`,
  ])
  if (propertyId !== null && !home) notFound('Property')
  // As the landlord: maintenance then answers only for their own requests.
  if (requestId !== null) await call(getMaintenance, actor, { params: { id: requestId } })
  return tenantId === null || known ? null : snapshotOf({ landlordId, tenantId }, { call })
}

/** The snapshot of a tenant whose name is not stored here yet. @throws Refusal 404 */
export async function unnamedTenant(
  { landlordId, tenantId }: { landlordId: string; tenantId: string },
  { db, call }: Pick<Tools, 'db' | 'call'>,
): Promise<z.output<typeof TenantSnapshot> | null> {
  const [known] = await db.read(
    serviceActor('properties', landlordId),
    (sql) =>
      sql`select from occupancy where landlord_id = ${landlordId} and tenant_id = ${tenantId} and name is not null`,
  )
  return known ? null : snapshotOf({ landlordId, tenantId }, { call })
}

async function snapshotOf(
  { landlordId, tenantId }: { landlordId: string; tenantId: string },
  { call }: Pick<Tools, 'call'>,
): Promise<z.output<typeof TenantSnapshot>> {
  const snapshot = await call(getTenantSnapshot, serviceActor('properties', landlordId), { params: { id: tenantId } })
  return snapshot.landlordId === landlordId ? snapshot : notFound('Tenant')
}

/** Stores the name of a tenant. Where they live comes with events only, which are all newer than the epoch. */
export async function storeTenantName(tx: Tx, snapshot: z.output<typeof TenantSnapshot> | null): Promise<void> {
  if (!snapshot) return
  const { landlordId, tenantId } = snapshot
  const name = fullName(snapshot)
  await tx
    .insert(occupancy)
    .values({ landlordId, tenantId, name, isActive: false, asOf: new Date(0).toISOString() })
    .onConflictDoUpdate({
      target: [occupancy.landlordId, occupancy.tenantId],
      set: { name },
      setWhere: isNull(occupancy.name),
    })
}
