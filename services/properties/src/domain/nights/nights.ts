import type { ClaimKind } from '@keyhold/contracts/properties/claim-kinds'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuseField } from '@keyhold/kit/http/problem'
import { and, eq, sql } from 'drizzle-orm'
import { nightClaim } from '../../schema/nights.ts'
import {
  type Claim,
  claimOf,
  claimsFromToday,
  claimsInTheWay,
  deleteExpiredHolds,
  isAmong,
  isInForce,
  type LockedUnit,
  lockUnit,
  lockUnits,
  rangeOf,
  selectClaims,
  todayAt,
} from './claim-rows.ts'
import { nearestFreeNights, type Nights } from './free-nights.ts'
import { type Audience, refuseNights } from './refuse-nights.ts'

export interface NewClaim extends Nights {
  landlordId: string
  unitId: string
  kind: ClaimKind
  /** That of the booking, tenancy or feed's entry; a new one, unless given. */
  id?: string | undefined
  sourceId?: string | null | undefined
  label?: string | null | undefined
  /** Of a hold, and required there. */
  expiresAt?: string | null | undefined
  isProvisional?: boolean | undefined
}

interface Options {
  now: Date
  /** Who reads a refusal; the owner, unless given. */
  audience?: Audience | undefined
}

/**
 * Claims nights of a unit for somebody, in the caller's transaction. Locks the unit until its end; a transaction that claims nights of several
 * units calls `lockUnits` with all of them first. @throws Refusal 409 `nights-taken`; 404 for a unit that is not there; 400 for no night
 */
export async function claimNights(tx: Tx, claim: NewClaim, { now, audience }: Options): Promise<Claim> {
  const { landlordId, unitId, kind, from, until, id, ...rest } = claim
  assertNights(claim)
  const at = await lockUnit(tx, landlordId, unitId)
  if (at.isDeleted) notFound('Unit')
  await deleteExpiredHolds(tx, { landlordId, unitIds: [unitId] }, now)
  await assertFree(tx, { landlordId, unitId, kind, from, until }, { at, now, audience })
  const stamp = now.toISOString()
  const [row] = await tx
    .insert(nightClaim)
    .values({
      ...(id === undefined ? {} : { id }),
      ...rest,
      landlordId,
      propertyId: at.propertyId,
      unitId,
      kind,
      nights: rangeOf({ from, until }),
      createdAt: stamp,
      updatedAt: stamp,
    })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return claimOf(row)
}

/** Undefined: unchanged. A hold that becomes a booking is given `kind` and loses its expiry. */
export type ClaimChanges = {
  [K in 'from' | 'until' | 'unitId' | 'kind' | 'label' | 'sourceId' | 'expiresAt']?: Claim[K] | undefined
}

/**
 * Moves, extends or shortens a claim, or turns a hold into a booking. A hold whose time is over is still there until somebody else claims its
 * nights; afterwards it is not found. @throws Refusal 404, 409 `nights-taken`, 400 for no night
 */
export async function changeNights(
  tx: Tx,
  { landlordId, id }: Pick<Claim, 'landlordId' | 'id'>,
  changes: ClaimChanges,
  { now, audience }: Options,
): Promise<Claim> {
  const mine = and(eq(nightClaim.landlordId, landlordId), eq(nightClaim.id, id))
  const [found] = await selectClaims(tx, mine)
  if (!found) notFound('Reservation')
  const units = await lockUnits(tx, landlordId, [...new Set([found.unitId, changes.unitId ?? found.unitId])])
  // Read again under the lock. A claim that was moved to a third unit meanwhile is locked there by the next attempt.
  const [before] = await selectClaims(tx, mine)
  if (!before) notFound('Reservation')
  if (!units.has(before.unitId)) return changeNights(tx, { landlordId, id }, changes, { now, audience })
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const { from, until, unitId, kind, label, sourceId, expiresAt }: Claim = { ...before, ...given }
  assertNights({ from, until })
  const at = units.get(unitId) ?? notFound('Unit')
  if (at.isDeleted && unitId !== before.unitId) notFound('Unit')
  await deleteExpiredHolds(tx, { landlordId, unitIds: [...units.keys()], exceptId: id }, now)
  await assertFree(tx, { landlordId, unitId, kind, from, until, exceptId: id }, { at, now, audience })
  const [row] = await tx
    .update(nightClaim)
    .set({
      unitId,
      propertyId: at.propertyId,
      kind,
      label,
      sourceId,
      expiresAt: kind === 'hold' ? expiresAt : null,
      nights: rangeOf({ from, until }),
      updatedAt: now.toISOString(),
    })
    .where(mine)
    .returning()
  return row ? claimOf(row) : notFound('Reservation')
}

/** Gives nights back. Ids that are not there (any more) are no error. @returns the claims that were */
export async function releaseNights(
  tx: Tx,
  { landlordId, ids }: { landlordId: string; ids: readonly string[] },
): Promise<Claim[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .delete(nightClaim)
    .where(and(eq(nightClaim.landlordId, landlordId), isAmong(nightClaim.id, ids)))
    .returning()
  return rows.map(claimOf)
}

interface Range {
  landlordId: string
  unitIds: readonly string[]
  from: string
  /** Exclusive; null: everything from then on. */
  to: string | null
  now: Date
}

/** The claims that have a night in `[from, to)`, by their first night; without holds whose time is over. */
export async function readClaims(tx: Tx, { landlordId, unitIds, from, to, now }: Range): Promise<Claim[]> {
  if (unitIds.length === 0) return []
  return selectClaims(
    tx,
    and(
      eq(nightClaim.landlordId, landlordId),
      isAmong(nightClaim.unitId, unitIds),
      sql`${nightClaim.nights} && ${rangeOf({ from, until: to })}::daterange`,
      isInForce(now),
    ),
  )
}

function assertNights({ from, until }: Nights): void {
  if (until !== null && until <= from) refuseField('checkOut', 'The last day must be after the first')
}

interface Wanted extends Nights {
  landlordId: string
  unitId: string
  kind: ClaimKind
  exceptId?: string | undefined
}

async function assertFree(
  tx: Tx,
  { kind, ...wanted }: Wanted,
  { at, now, audience }: Options & { at: LockedUnit },
): Promise<void> {
  const sought = { ...wanted, isLease: kind === 'lease' }
  const inTheWay = await claimsInTheWay(tx, sought)
  if (inTheWay.length === 0) return
  const today = todayAt(at, now)
  const taken = await claimsFromToday(tx, sought, today)
  refuseNights(inTheWay, nearestFreeNights(taken, wanted, today), { audience })
}
