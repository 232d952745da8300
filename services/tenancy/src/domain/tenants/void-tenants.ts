import { TenantLeft } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import { and, eq, inArray, ne, notExists, notInArray, sql } from 'drizzle-orm'
import { tenantImportRow } from '../../schema/imports.ts'
import { invitation } from '../../schema/invitations.ts'
import { property } from '../../schema/projections.ts'
import { member, type MemberRow, tenancy, type TenancyRow } from '../../schema/tenancies.ts'
import { tenant, tenantChange, type TenantRow } from '../../schema/tenants.ts'
import { type ChangeAuthor, recordChanges } from '../history/history.ts'
import { emitTenancies } from '../nights/emit-tenancies.ts'
import { tenantSnapshotOf } from '../snapshots.ts'
import { lastLeftOn } from '../tenancies/tenancy-group.ts'

interface VoidTenants {
  /** ISO 8601 */
  at: string
  by: ChangeAuthor
  /** A sentence for the history. */
  reason: string
}

/**
 * Undoes the creation of tenants of one landlord, in a constant number of statements: they are archived, and a tenancy without other members
 * becomes void. The caller has locked the rows and made sure that they are unchanged (`unchangedTenants`).
 */
export async function voidTenants(tx: Tx, rows: readonly TenantRow[], { at, by, reason }: VoidTenants): Promise<void> {
  const [first] = rows
  if (!first) return
  const { landlordId } = first
  const tenantIds = rows.map(({ id }) => id)
  const archived = await tx
    .update(tenant)
    .set({ isActive: false, deletedAt: at, updatedAt: at })
    .where(and(eq(tenant.landlordId, landlordId), inArray(tenant.id, tenantIds)))
    .returning()
  const changes = [{ field: 'reason', from: null, to: reason }]
  const entries = tenantIds.map((tenantId) => ({ landlordId, tenantId, what: 'archived' as const, changes }))
  await recordChanges(tx, entries, { at, by })

  const left = await voidTenancies(tx, {
    landlordId,
    tenantIds,
    tenancyIds: rows.flatMap(({ tenancyId }) => tenancyId ?? []),
    at,
  })
  const tenancies = new Map(left.map((one) => [one.tenancy.id, one.tenancy]))
  const wereActive = new Set(rows.flatMap(({ id, isActive }) => (isActive ? id : [])))
  const tenantSnapshots = archived
    .filter(({ id }) => wereActive.has(id))
    .map((row) => tenantSnapshotOf(row, tenancies.get(row.tenancyId ?? '') ?? null))
  await emitAll(tx, TenantLeft, tenantSnapshots)
  await emitTenancies(tx, left, { at, changedBy: by.userId })
}

interface VoidTenancies {
  landlordId: string
  tenantIds: string[]
  tenancyIds: string[]
  at: string
}

/** The tenants leave today, by the date at the property; tenancies without other members become void. */
async function voidTenancies(
  tx: Tx,
  { landlordId, tenantIds, tenancyIds, at }: VoidTenancies,
): Promise<{ tenancy: TenancyRow; members: MemberRow[] }[]> {
  if (tenancyIds.length === 0) return []
  const isAffected = and(eq(tenancy.landlordId, landlordId), inArray(tenancy.id, tenancyIds))
  await tx.select({ id: tenancy.id }).from(tenancy).where(isAffected).orderBy(tenancy.id).for('update')
  const today = sql`(${at}::timestamptz at time zone coalesce((
    select ${property.timeZone} from ${tenancy} join ${property} on ${property.landlordId} = ${tenancy.landlordId} and ${property.propertyId} = ${tenancy.propertyId}
    where ${tenancy.landlordId} = ${landlordId} and ${tenancy.id} = ${member.tenancyId}), ${defaultTimeZone}))::date`
  const isMember = and(eq(member.landlordId, landlordId), inArray(member.tenancyId, tenancyIds))
  await tx
    .update(member)
    .set({ leftOn: today, hasLeft: true })
    .where(and(isMember, inArray(member.tenantId, tenantIds), eq(member.hasLeft, false)))
  const members = Map.groupBy(await tx.select().from(member).where(isMember), ({ tenancyId }) => tenancyId)
  const undone = await tx
    .select({ id: member.tenantId })
    .from(member)
    .where(and(isMember, wasUndone(landlordId)))
  const gone = new Set([...tenantIds, ...undone.map(({ id }) => id)])
  const withoutOthers = tenancyIds.filter((id) => members.get(id)?.every(({ tenantId }) => gone.has(tenantId)))
  const updated = await tx
    .update(tenancy)
    .set({ movedOutOn: lastLeftOn, isVoid: inArray(tenancy.id, withoutOthers), isAnnounced: true, updatedAt: at })
    .where(isAffected)
    .returning()
  return updated.map((row) => ({ tenancy: row, members: members.get(row.id) ?? [] }))
}

/** The `member` came with an import that was undone. */
const wasUndone = (landlordId: string) => sql`exists (
  select from ${tenantImportRow} r where r.landlord_id = ${landlordId} and r.made_tenant_id = ${member.tenantId} and r.status = 'undone')`

/** Which of the tenants are as they were created: not changed, invited, registered, joined or archived since. */
export async function unchangedTenants(tx: Tx, landlordId: string, tenantIds: readonly string[]): Promise<Set<string>> {
  if (tenantIds.length === 0) return new Set()
  const changed = tx
    .select({ one: sql`1` })
    .from(tenantChange)
    .where(
      and(
        eq(tenantChange.landlordId, landlordId),
        eq(tenantChange.recordId, tenant.id),
        ne(tenantChange.what, 'created'),
      ),
    )
  const invited = tx
    .select({ one: sql`1` })
    .from(invitation)
    .where(and(eq(invitation.landlordId, landlordId), eq(invitation.tenantId, tenant.id)))
  // A co-tenant who joined since would be left in a tenancy without the tenant who opened it.
  const joined = tx
    .select({ one: sql`1` })
    .from(member)
    .innerJoin(tenancy, and(eq(tenancy.landlordId, member.landlordId), eq(tenancy.id, member.tenancyId)))
    .where(
      and(
        eq(member.landlordId, landlordId),
        eq(member.tenancyId, tenant.tenancyId),
        eq(tenancy.accountId, tenant.id),
        notInArray(member.tenantId, [...tenantIds]),
        sql`not ${wasUndone(landlordId)}`,
      ),
    )
  const rows = await tx
    .select({ id: tenant.id })
    .from(tenant)
    .where(
      and(
        eq(tenant.landlordId, landlordId),
        inArray(tenant.id, [...tenantIds]),
        eq(tenant.registeredWithLogin, false),
        sql`${tenant.deletedAt} is null`,
        notExists(changed),
        notExists(invited),
        notExists(joined),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
