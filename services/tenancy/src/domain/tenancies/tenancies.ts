import { type Tenancy, TenancyChanged, type TenancySnapshot } from '@keyhold/contracts/tenancy/tenancies'
import { TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenants'
import type { Tx } from '@keyhold/kit/database/database'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { emit, emitAll } from '@keyhold/kit/messaging/outbox'
import { notFound } from '@keyhold/kit/http/problem'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { property } from '../../schema/projections.ts'
import { member, tenancy, tenancyRecord } from '../../schema/tenancies.ts'
import { tenant } from '../../schema/tenants.ts'
import { tenantSnapshotOf, type TenantRow } from '../tenants/tenants.ts'
import { rentOn, statusOf } from './terms.ts'

export type TenancyRow = typeof tenancy.$inferSelect
export type MemberRow = typeof member.$inferSelect
export type TenancyRecord = typeof tenancyRecord.$inferSelect
export type WhichTenancy = Pick<TenancyRow, 'id' | 'landlordId'>

/** Everybody who is part of a tenancy, or was. */
export interface TenancyGroup {
  tenancy: TenancyRow
  members: { member: MemberRow; tenant: TenantRow }[]
}

/** The record as the wire shows it. */
export function tenancyOf({ timeZone, isVoid, ...record }: TenancyRecord, now: Date): Tenancy {
  const today = dateAt(now, timeZone)
  return { ...record, currentRent: rentOn(record, today), status: statusOf({ ...record, isVoid }, today) }
}

/** A tenancy with its names, inside the transaction that changed it. */
export async function tenancyRecordOf(tx: Tx, { id, landlordId }: WhichTenancy): Promise<TenancyRecord> {
  const [row] = await tx
    .select()
    .from(tenancyRecord)
    .where(and(eq(tenancyRecord.landlordId, landlordId), eq(tenancyRecord.id, id)))
  return row ?? notFound('Tenancy')
}

/** The day it is where a tenancy is. */
export async function todayOf(
  tx: Tx,
  { landlordId, propertyId }: Pick<TenancyRow, 'landlordId' | 'propertyId'>,
  at: string,
): Promise<string> {
  if (propertyId === null) return dateAt(at, null)
  const [known] = await tx
    .select({ timeZone: property.timeZone })
    .from(property)
    .where(and(eq(property.landlordId, landlordId), eq(property.propertyId, propertyId)))
  return dateAt(at, known?.timeZone)
}

const membersOf = (tx: Tx, { id, landlordId }: WhichTenancy) => membersOfThose(tx, landlordId, [id])

const membersOfThose = (tx: Tx, landlordId: string, ids: readonly string[]) =>
  tx
    .select({ member, tenant })
    .from(member)
    .innerJoin(tenant, and(eq(tenant.landlordId, member.landlordId), eq(tenant.id, member.tenantId)))
    .where(and(eq(member.landlordId, landlordId), inArray(member.tenancyId, [...ids])))
    .orderBy(tenant.id)

/** Locks a tenancy with all of its tenants. None where the landlord has no such tenancy. */
export const lockTenancyGroup = async (tx: Tx, { id, landlordId }: WhichTenancy): Promise<TenancyGroup | null> =>
  (await lockTenancyGroups(tx, landlordId, [id])).get(id) ?? null

/**
 * Locks tenancies with all of their tenants: these first and in the order of their ids, everywhere, so that two who change homes don't wait for
 * each other.
 */
export async function lockTenancyGroups(
  tx: Tx,
  landlordId: string,
  ids: readonly string[],
): Promise<Map<string, TenancyGroup>> {
  if (ids.length === 0) return new Map()
  await membersOfThose(tx, landlordId, ids).for('update')
  const rows = await tx
    .select()
    .from(tenancy)
    .where(and(eq(tenancy.landlordId, landlordId), inArray(tenancy.id, [...ids])))
    .orderBy(tenancy.id)
    .for('update')
  // Once more: who joined while it waited is locked as well.
  const members = Map.groupBy(await membersOfThose(tx, landlordId, ids).for('update'), (one) => one.member.tenancyId)
  return new Map(rows.map((row) => [row.id, { tenancy: row, members: members.get(row.id) ?? [] }]))
}

/** What other services keep of a tenancy. */
export function tenancySnapshotOf(row: TenancyRow, members: readonly MemberRow[]): TenancySnapshot {
  const { id: tenancyId, createdAt: _, updatedAt: __, isAnnounced: ___, ...facts } = row
  const there = members.filter(({ hasLeft }) => !hasLeft)
  const theirs = there.length > 0 ? there : members.filter(({ leftOn }) => leftOn === row.movedOutOn)
  return { ...facts, tenancyId, tenantIds: theirs.map(({ tenantId }) => tenantId) }
}

/** The day on which the last of a tenancy leaves, once that is known of all. */
export const lastLeftOn = sql<string | null>`(
  select case when bool_and(${member.leftOn} is not null) then max(${member.leftOn}) end from ${member}
  where ${member.landlordId} = ${tenancy.landlordId} and ${member.tenancyId} = ${tenancy.id})`

/**
 * Settles when all of a tenancy are gone, and tells of it: first of its tenants in `updated` (all of them, unless given), then of those who
 * left, then of the tenancy. The caller holds its lock.
 */
export async function finishTenancyChange(
  tx: Tx,
  { id, landlordId }: WhichTenancy,
  { at, updated, left = [] }: { at: string; updated?: readonly string[]; left?: readonly string[] },
): Promise<void> {
  const mine = and(eq(tenancy.landlordId, landlordId), eq(tenancy.id, id))
  const [row] = await tx
    .update(tenancy)
    .set({ movedOutOn: lastLeftOn, isAnnounced: true, updatedAt: at })
    .where(mine)
    .returning()
  const members = await membersOf(tx, { id, landlordId })
  const theirs = members.filter((one) => one.tenant.tenancyId === id)
  const factsOfThose = (those: readonly string[]) =>
    theirs.flatMap((one) => (those.includes(one.tenant.id) ? tenantSnapshotOf(one.tenant, row!) : []))
  await emitAll(
    tx,
    TenantUpdated,
    updated ? factsOfThose(updated) : theirs.map((one) => tenantSnapshotOf(one.tenant, row!)),
  )
  await emitAll(tx, TenantLeft, factsOfThose(left))
  const facts = tenancySnapshotOf(
    row!,
    members.map((one) => one.member),
  )
  await emit(tx, TenancyChanged, facts)
}
