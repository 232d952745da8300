import { getMaintenance } from '@keyhold/contracts/maintenance/requests'
import { getTenantSnapshot, type TenantSnapshot } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { isNull } from 'drizzle-orm'
import { occupancy } from '../../schema.ts'
import { tenantName } from '../../projections/tenants.ts'

/** The records that a document stands with; absent and null: none. */
export interface Links {
  propertyId?: string | null | undefined
  tenantId?: string | null | undefined
  requestId?: string | null | undefined
}

/**
 * Before a document is linked: sees to it that every record is the landlord's own. Answers what tenancy says of a tenant whose name
 * is not kept here yet; it is kept by `keepName`, in the transaction that links. @throws Refusal 404
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
  // As the landlord: maintenance answers for their own requests alone.
  if (requestId !== null) await call(getMaintenance, actor, { params: { id: requestId } })
  if (tenantId === null || known) return null
  const facts = await call(getTenantSnapshot, serviceActor('properties', landlordId), { params: { id: tenantId } })
  return facts.landlordId === landlordId ? facts : notFound('Tenant')
}

/** Keeps the name of a tenant; where they live is left to the facts, which are newer than the epoch. */
export async function storeTenantName(tx: Tx, facts: z.output<typeof TenantSnapshot> | null): Promise<void> {
  if (!facts) return
  const { landlordId, tenantId } = facts
  const name = tenantName(facts)
  await tx
    .insert(occupancy)
    .values({ landlordId, tenantId, name, isActive: false, asOf: new Date(0).toISOString() })
    .onConflictDoUpdate({
      target: [occupancy.landlordId, occupancy.tenantId],
      set: { name },
      setWhere: isNull(occupancy.name),
    })
}
