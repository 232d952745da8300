import { TenancyChanged, type TenancyNights } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { property } from '../../schema/projections.ts'
import { member, type MemberRow, nightClaimOutcome, tenancy, type TenancyRow } from '../../schema/tenancies.ts'
import { tenant } from '../../schema/tenants.ts'
import { tenancySnapshotOf } from '../snapshots.ts'
import { covers, heldNights, isHoldover, neededNights, type Nights } from './needed-nights.ts'
import { type NightClaims, nightClaimsOf, NightsGivenUp } from './with-nights.ts'

export interface ChangedTenancy {
  tenancy: TenancyRow
  members: readonly MemberRow[]
}

interface Announcement {
  at: string
  /** The user who made the change; null: Keyhold. */
  changedBy: string | null
}

/** What a tenancy has from now on. */
interface Settled {
  row: TenancyRow
  nights: Nights | null
  claimId: string | undefined
  isClaimed: boolean
}

/**
 * Publishes changed tenancies of one landlord with the nights that they have from now on: the one place where their event is emitted. Nights that
 * are more than before must have been claimed; `transactionWithNights` claims them and runs the transaction again. @throws Refusal 409 `nights-taken`
 */
export async function emitTenancies(
  tx: Tx,
  changed: readonly ChangedTenancy[],
  { at, changedBy }: Announcement,
): Promise<void> {
  const [first] = changed
  if (!first) return
  const { landlordId } = first.tenancy
  const claims = nightClaimsOf(tx)
  const rows = changed.map((one) => one.tenancy)
  const zones = await zonesOf(tx, landlordId, rows)
  const labels = await labelsOf(tx, landlordId, rows)
  const settled = rows.map((row) => {
    const zone = zones.get(row.propertyId ?? '')
    const [recordedOn, today] = [dateAt(row.createdAt, zone), dateAt(at, zone)]
    return settle(claims, row, { recordedOn, today, label: labels.get(row.id) ?? null })
  })
  await useClaims(tx, landlordId, settled, at)
  await storeNights(tx, landlordId, settled)
  await emitAll(
    tx,
    TenancyChanged,
    changed.map((one, n) => {
      const { nights = null, claimId } = settled[n] ?? {}
      return {
        ...tenancySnapshotOf(one.tenancy, one.members),
        changedBy,
        nights: nights && ({ ...nights, label: labels.get(one.tenancy.id) ?? null } satisfies TenancyNights),
        claimIds: claimId === undefined ? [] : [claimId],
      }
    }),
  )
}

interface Judged {
  recordedOn: string
  today: string
  label: string | null
}

function settle(claims: NightClaims | undefined, row: TenancyRow, { recordedOn, today, label }: Judged): Settled {
  const held = heldNights(row)
  const isOver = isHoldover(row, today)
  const stated = neededNights(row, recordedOn)
  const needed = stated && isOver && claims?.isExtending ? { ...stated, until: null } : stated
  if (!needed) return { row, nights: null, claimId: undefined, isClaimed: true }
  if (covers(held, needed)) {
    // Who lives there past the term keeps the nights that a schedule has claimed for them.
    const nights = isOver && held ? { ...needed, until: held.until } : needed
    return { row, nights, claimId: undefined, isClaimed: true }
  }
  if (!claims) throw new Error('A tenancy needs nights: open the transaction with transactionWithNights')
  // Tenants who live there whatever the calendar says are not refused: they have what is free.
  const canBeCut = !row.isClaimed || claims.isExtending
  const granted = claims.granted.get(row.id)
  if (granted && isEnough(granted, needed, canBeCut)) {
    const until = granted.isCut ? granted.until : needed.until
    return { row, nights: { ...needed, until }, claimId: granted.claimId, isClaimed: row.isClaimed || !granted.isCut }
  }
  const refused = claims.refused.get(row.id)
  if (refused && covers(needed, refused.wanted)) {
    if (!canBeCut) throw refused.refusal
    const kept = held && held.unitId === needed.unitId && held.from >= needed.from ? held : null
    return { row, nights: kept, claimId: undefined, isClaimed: row.isClaimed }
  }
  claims.wanted.set(row.id, { tenancyId: row.id, ...needed, label, canBeCut })
  return { row, nights: needed, claimId: undefined, isClaimed: true }
}

const isEnough = (granted: Nights & { isCut: boolean }, needed: Nights, canBeCut: boolean): boolean =>
  covers(granted, needed) || (granted.isCut && canBeCut && covers(needed, granted) && granted.from === needed.from)

/** Takes the claims that were granted, and runs the transaction again where one was given up because it took too long to come. */
async function useClaims(tx: Tx, landlordId: string, settled: readonly Settled[], at: string): Promise<void> {
  const rows = settled.flatMap(({ claimId }) =>
    claimId === undefined ? [] : [{ landlordId, claimId, isUsed: true, decidedAt: at }],
  )
  if (rows.length === 0) return
  const used = await tx
    .insert(nightClaimOutcome)
    .values(rows)
    .onConflictDoNothing()
    .returning({ claimId: nightClaimOutcome.claimId })
  if (used.length < rows.length) throw new NightsGivenUp()
}

const isAmong = (column: PgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...new Set(ids)])}::uuid[])`

async function zonesOf(tx: Tx, landlordId: string, rows: readonly TenancyRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ propertyId }) => propertyId ?? [])
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({ id: property.propertyId, timeZone: property.timeZone })
    .from(property)
    .where(and(eq(property.landlordId, landlordId), isAmong(property.propertyId, ids)))
  return new Map(found.map(({ id, timeZone }) => [id, timeZone]))
}

/** "Ann Archer & Ben Baker": who lives there, or did. */
async function labelsOf(tx: Tx, landlordId: string, rows: readonly TenancyRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ id, unitId }) => (unitId === null ? [] : id))
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({
      tenancyId: member.tenancyId,
      present: sql<
        string | null
      >`string_agg(${nameOfTenant}, ' & ' order by ${tenant.id}) filter (where not ${member.hasLeft})`,
      all: sql<string>`string_agg(${nameOfTenant}, ' & ' order by ${tenant.id})`,
    })
    .from(member)
    .innerJoin(tenant, and(eq(tenant.landlordId, member.landlordId), eq(tenant.id, member.tenantId)))
    .where(and(eq(member.landlordId, landlordId), isAmong(member.tenancyId, ids)))
    .groupBy(member.tenancyId)
  return new Map(found.map(({ tenancyId, present, all }) => [tenancyId, present ?? all]))
}

const nameOfTenant = sql`${tenant.firstName} || ' ' || ${tenant.lastName}`

async function storeNights(tx: Tx, landlordId: string, settled: readonly Settled[]): Promise<void> {
  const changed = settled.filter(
    ({ row, nights, isClaimed }) =>
      row.isClaimed !== isClaimed ||
      row.claimedUnitId !== (nights?.unitId ?? null) ||
      row.claimedFrom !== (nights?.from ?? null) ||
      row.claimedUntil !== (nights?.until ?? null),
  )
  if (changed.length === 0) return
  const values = <T>(of: (one: Settled) => T) => sql.param(changed.map(of))
  await tx.execute(sql`
    update ${tenancy} set claimed_unit_id = n.unit_id, claimed_from = n.first, claimed_until = n.last, is_claimed = n.is_claimed
    from unnest(
        ${values(({ row }) => row.id)}::uuid[], ${values(({ nights }) => nights?.unitId ?? null)}::uuid[],
        ${values(({ nights }) => nights?.from ?? null)}::date[], ${values(({ nights }) => nights?.until ?? null)}::date[],
        ${values(({ isClaimed }) => isClaimed)}::boolean[]) n (id, unit_id, first, last, is_claimed)
    where ${tenancy.landlordId} = ${landlordId} and ${tenancy.id} = n.id`)
}
