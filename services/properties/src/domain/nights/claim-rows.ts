import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { and, asc, eq, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { nightClaim, type NightClaimRow } from '../../schema/nights.ts'
import { property, unit } from '../../schema/properties.ts'
import type { Nights } from './free-nights.ts'

/** A claim with its nights as dates. */
export interface Claim extends Omit<NightClaimRow, 'nights' | 'isLease'>, Nights {}

/** `[2026-07-01,2026-07-05)` as `{ from, until }`. */
export function nightsOf(range: string): Nights {
  const [from = '', until = ''] = range.slice(1, -1).split(',')
  return { from, until: until || null }
}

export const rangeOf = ({ from, until }: Nights): string => `[${from},${until ?? ''})`

export function claimOf({ nights, isLease: _, ...row }: NightClaimRow): Claim {
  return { ...row, ...nightsOf(nights) }
}

export const isAmong = (column: PgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`

export interface LockedUnit {
  id: string
  propertyId: string
  isDeleted: boolean
  timeZone: string
}

/**
 * Locks units in the order of their ids. Whoever claims nights of a unit holds this lock until the end of the transaction, so that of two who want
 * the same night the second waits, sees the first one's claim and is refused by name. Without it both would insert, wait for each other inside the
 * exclusion constraint and end in a deadlock or an error that names nobody. The lock is on the row and not an advisory one, because it must also
 * keep the unit from being removed meanwhile. A transaction that claims nights of several units locks all of them here first.
 */
export async function lockUnits(
  tx: Tx,
  landlordId: string,
  unitIds: readonly string[],
): Promise<Map<string, LockedUnit>> {
  const rows = await tx
    .select({ id: unit.id, propertyId: unit.propertyId, deletedAt: unit.deletedAt, timeZone: zoneOfUnit })
    .from(unit)
    .where(and(eq(unit.landlordId, landlordId), isAmong(unit.id, unitIds)))
    .orderBy(unit.id)
    .for('no key update')
  return new Map(rows.map(({ deletedAt, ...row }) => [row.id, { ...row, isDeleted: deletedAt !== null }]))
}

const zoneOfUnit = sql<string>`(
  select ${property.timeZone} from ${property} where ${property.landlordId} = ${unit.landlordId} and ${property.id} = ${unit.propertyId})`

/** @throws Refusal 404 */
export async function lockUnit(tx: Tx, landlordId: string, unitId: string): Promise<LockedUnit> {
  return (await lockUnits(tx, landlordId, [unitId])).get(unitId) ?? notFound('Unit')
}

interface Wanted extends Nights {
  landlordId: string
  unitId: string
  isLease: boolean
  /** Of the claim that is being changed. */
  exceptId?: string | undefined
}

/** The claims of a locked unit that exclude the wanted nights, oldest first. */
export const claimsInTheWay = (tx: Tx, wanted: Wanted): Promise<Claim[]> =>
  selectClaims(tx, and(excludes(wanted), sql`${nightClaim.nights} && ${rangeOf(wanted)}::daterange`))

/** Likewise, whatever their nights, if they end after today. */
export const claimsFromToday = (tx: Tx, wanted: Wanted, today: string): Promise<Claim[]> =>
  selectClaims(
    tx,
    and(excludes(wanted), sql`${nightClaim.nights} && ${rangeOf({ from: today, until: null })}::daterange`),
  )

const excludes = ({ landlordId, unitId, isLease, exceptId }: Wanted) =>
  and(
    eq(nightClaim.landlordId, landlordId),
    eq(nightClaim.unitId, unitId),
    isLease ? ne(nightClaim.kind, 'lease') : undefined,
    exceptId === undefined ? undefined : ne(nightClaim.id, exceptId),
  )

export async function selectClaims(tx: Tx, condition: SQL | undefined): Promise<Claim[]> {
  const rows = await tx
    .select()
    .from(nightClaim)
    .where(condition)
    .orderBy(asc(sql`lower(${nightClaim.nights})`), nightClaim.id)
  return rows.map(claimOf)
}

/** Deletes the holds of locked units whose time is over, except one that is just being confirmed. */
export async function deleteExpiredHolds(
  tx: Tx,
  { landlordId, unitIds, exceptId }: { landlordId: string; unitIds: readonly string[]; exceptId?: string | undefined },
  now: Date,
): Promise<void> {
  await tx
    .delete(nightClaim)
    .where(
      and(
        eq(nightClaim.landlordId, landlordId),
        isAmong(nightClaim.unitId, unitIds),
        eq(nightClaim.kind, 'hold'),
        lte(nightClaim.expiresAt, now.toISOString()),
        exceptId === undefined ? undefined : ne(nightClaim.id, exceptId),
      ),
    )
}

export const todayAt = (at: LockedUnit, now: Date): string => dateAt(now, at.timeZone)

/** Not a hold whose time is over. */
export const isInForce = (now: Date) =>
  or(isNull(nightClaim.expiresAt), sql`${nightClaim.expiresAt} > ${now.toISOString()}::timestamptz`)
