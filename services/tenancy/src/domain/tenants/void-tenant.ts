import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancies'
import { TenantLeft } from '@keyhold/contracts/tenancy/tenants'
import type { Tx } from '@keyhold/kit/database/database'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import { and, eq, inArray, ne, notExists, sql } from 'drizzle-orm'
import { invitation } from '../../schema/invitations.ts'
import { property } from '../../schema/projections.ts'
import { member, tenancy } from '../../schema/tenancies.ts'
import { tenant, tenantChange } from '../../schema/tenants.ts'
import { type ChangeAuthor, recordChanges } from '../history/history.ts'
import { lastLeftOn, type MemberRow, tenancySnapshotOf, type TenancyRow } from '../tenancies/tenancies.ts'
import { tenantSnapshotOf, type TenantRow } from './tenants.ts'

interface Voiding {
  /** Instant, ISO 8601. */
  at: string
  by: ChangeAuthor
  /** What history says of it, as a person reads it. */
  reason: string
}

/** Takes back one: `voidTenants`. */
export const voidTenant = (tx: Tx, row: TenantRow, voiding: Voiding): Promise<void> => voidTenants(tx, [row], voiding)

/**
 * Takes back tenants of one landlord that should never have been, with as many statements as one takes: they are archived, and a tenancy never
 * was where nobody else is part of it. The caller has locked them (`lockTenant`), and seen that they are untouched.
 */
export async function voidTenants(tx: Tx, rows: readonly TenantRow[], { at, by, reason }: Voiding): Promise<void> {
  const [first] = rows
  if (!first) return
  const { landlordId } = first
  const tenantIds = rows.map(({ id }) => id)
  const gone = await tx
    .update(tenant)
    .set({ isActive: false, deletedAt: at, updatedAt: at })
    .where(and(eq(tenant.landlordId, landlordId), inArray(tenant.id, tenantIds)))
    .returning()
  const changes = [{ field: 'reason', from: null, to: reason }]
  const entries = tenantIds.map((tenantId) => ({ landlordId, tenantId, what: 'archived' as const, changes }))
  await recordChanges(tx, entries, { at, by })

  const ended = await voidTenancies(tx, {
    landlordId,
    tenantIds,
    tenancyIds: rows.flatMap(({ tenancyId }) => tenancyId ?? []),
    at,
  })
  const homes = new Map(ended.map((one) => [one.tenancy.id, one.tenancy]))
  const wereActive = new Set(rows.flatMap(({ id, isActive }) => (isActive ? id : [])))
  const left = gone
    .filter(({ id }) => wereActive.has(id))
    .map((row) => tenantSnapshotOf(row, homes.get(row.tenancyId ?? '') ?? null))
  await emitAll(tx, TenantLeft, left)
  const facts = ended.map((one) => tenancySnapshotOf(one.tenancy, one.members))
  await emitAll(tx, TenancyChanged, facts)
}

interface Leaving {
  landlordId: string
  tenantIds: string[]
  tenancyIds: string[]
  at: string
}

/** They leave today at the property; a tenancy that is all theirs never was. */
async function voidTenancies(
  tx: Tx,
  { landlordId, tenantIds, tenancyIds, at }: Leaving,
): Promise<{ tenancy: TenancyRow; members: MemberRow[] }[]> {
  if (tenancyIds.length === 0) return []
  const theirs = and(eq(tenancy.landlordId, landlordId), inArray(tenancy.id, tenancyIds))
  await tx.select({ id: tenancy.id }).from(tenancy).where(theirs).orderBy(tenancy.id).for('update')
  const today = sql`(${at}::timestamptz at time zone coalesce((
    select ${property.timeZone} from ${tenancy} join ${property} on ${property.landlordId} = ${tenancy.landlordId} and ${property.propertyId} = ${tenancy.propertyId}
    where ${tenancy.landlordId} = ${landlordId} and ${tenancy.id} = ${member.tenancyId}), ${defaultTimeZone}))::date`
  const ofThem = and(eq(member.landlordId, landlordId), inArray(member.tenancyId, tenancyIds))
  await tx
    .update(member)
    .set({ leftOn: today, hasLeft: true })
    .where(and(ofThem, inArray(member.tenantId, tenantIds), eq(member.hasLeft, false)))
  const members = Map.groupBy(await tx.select().from(member).where(ofThem), ({ tenancyId }) => tenancyId)
  const alone = tenancyIds.filter((id) => members.get(id)?.every(({ tenantId }) => tenantIds.includes(tenantId)))
  const ended = await tx
    .update(tenancy)
    .set({ movedOutOn: lastLeftOn, isVoid: inArray(tenancy.id, alone), isAnnounced: true, updatedAt: at })
    .where(theirs)
    .returning()
  return ended.map((row) => ({ tenancy: row, members: members.get(row.id) ?? [] }))
}

/** Which of the tenants are as they were made: nothing changed, nobody invited, nobody registered. */
export async function untouchedOf(tx: Tx, landlordId: string, tenantIds: readonly string[]): Promise<Set<string>> {
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
  // Somebody who joined since would be left in a tenancy without the one who opened it.
  const joined = tx
    .select({ one: sql`1` })
    .from(member)
    .where(
      and(eq(member.landlordId, landlordId), eq(member.tenancyId, tenant.tenancyId), ne(member.tenantId, tenant.id)),
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

export const isUntouched = async (tx: Tx, { id, landlordId }: Pick<TenantRow, 'id' | 'landlordId'>): Promise<boolean> =>
  (await untouchedOf(tx, landlordId, [id])).has(id)
