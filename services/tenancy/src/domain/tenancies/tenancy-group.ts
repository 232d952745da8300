import { TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { member, type MemberRow, tenancy, type TenancyRow, type WhichTenancy } from '../../schema/tenancies.ts'
import { tenant, type TenantRow } from '../../schema/tenants.ts'
import type { ChangeAuthor } from '../history/history.ts'
import { emitTenancies } from '../nights/emit-tenancies.ts'
import { tenantSnapshotOf } from '../snapshots.ts'

/** A tenancy with its present and former members. */
export interface TenancyGroup {
  tenancy: TenancyRow
  members: { member: MemberRow; tenant: TenantRow }[]
}

const selectMembers = (tx: Tx, landlordId: string, tenancyIds: readonly string[]) =>
  tx
    .select({ member, tenant })
    .from(member)
    .innerJoin(tenant, and(eq(tenant.landlordId, member.landlordId), eq(tenant.id, member.tenantId)))
    .where(and(eq(member.landlordId, landlordId), inArray(member.tenancyId, [...tenancyIds])))
    .orderBy(tenant.id)

/** Locks a tenancy with all of its tenants; null where the landlord has no such tenancy. */
export const lockTenancyGroup = async (tx: Tx, { id, landlordId }: WhichTenancy): Promise<TenancyGroup | null> =>
  (await lockTenancyGroups(tx, landlordId, [id])).get(id) ?? null

/** Locks tenancies with all of their tenants. The order is the same everywhere (tenants by id, then tenancies), so that no two transactions deadlock. */
export async function lockTenancyGroups(
  tx: Tx,
  landlordId: string,
  ids: readonly string[],
): Promise<Map<string, TenancyGroup>> {
  if (ids.length === 0) return new Map()
  await selectMembers(tx, landlordId, ids).for('update')
  const rows = await tx
    .select()
    .from(tenancy)
    .where(and(eq(tenancy.landlordId, landlordId), inArray(tenancy.id, [...ids])))
    .orderBy(tenancy.id)
    .for('update')
  // Read again: somebody may have joined while this waited for the locks.
  const members = Map.groupBy(await selectMembers(tx, landlordId, ids).for('update'), (one) => one.member.tenancyId)
  return new Map(rows.map((row) => [row.id, { tenancy: row, members: members.get(row.id) ?? [] }]))
}

/** The day on which the last member of a tenancy leaves, once it is known for all of them. */
export const lastLeftOn = sql<string | null>`(
  select case when bool_and(${member.leftOn} is not null) then max(${member.leftOn}) end from ${member}
  where ${member.landlordId} = ${tenancy.landlordId} and ${member.tenancyId} = ${tenancy.id})`

interface FinishedChange {
  at: string
  by: ChangeAuthor
  updated?: readonly string[]
  left?: readonly string[]
}

/**
 * Completes a change of a locked tenancy: derives its move-out day from its members and emits the events, first those of the tenants in
 * `updated` (all of them, unless given), then of those in `left`, then that of the tenancy.
 */
export async function finishTenancyChange(
  tx: Tx,
  { id, landlordId }: WhichTenancy,
  { at, by, updated, left = [] }: FinishedChange,
): Promise<void> {
  const [row] = await tx
    .update(tenancy)
    .set({ movedOutOn: lastLeftOn, isAnnounced: true, updatedAt: at })
    .where(and(eq(tenancy.landlordId, landlordId), eq(tenancy.id, id)))
    .returning()
  const members = await selectMembers(tx, landlordId, [id])
  const tenants = members.map((one) => one.tenant).filter(({ tenancyId }) => tenancyId === id)
  const snapshotsOf = (some: readonly TenantRow[]) => some.map((one) => tenantSnapshotOf(one, row!))
  const among = (ids: readonly string[]) => tenants.filter((one) => ids.includes(one.id))
  await emitAll(tx, TenantUpdated, snapshotsOf(updated ? among(updated) : tenants))
  await emitAll(tx, TenantLeft, snapshotsOf(among(left)))
  const memberRows = members.map((one) => one.member)
  await emitTenancies(tx, [{ tenancy: row!, members: memberRows }], { at, changedBy: by.userId })
}
