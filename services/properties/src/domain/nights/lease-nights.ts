import type { BodyOf, ResponseOf } from '@keyhold/contracts/endpoint'
import type { claimLeaseNights } from '@keyhold/contracts/properties/nights'
import type { TenancyNights } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { nightClaim } from '../../schema/nights.ts'
import {
  type Claim,
  claimsFromToday,
  claimsInTheWay,
  deleteExpiredHolds,
  isAmong,
  type LockedUnit,
  lockUnits,
  rangeOf,
  selectClaims,
  todayAt,
} from './claim-rows.ts'
import { nearestFreeNights, type Nights } from './free-nights.ts'
import { nightsSentence } from './refuse-nights.ts'

type Asked = BodyOf<typeof claimLeaseNights>['claims'][number]
type Answer = ResponseOf<typeof claimLeaseNights>[number]

/**
 * Claims nights for tenancies that are about to be stored, as many of them as are free. In a constant number of statements where all are, because
 * an import brings fifty at a time and leases do not exclude each other.
 */
export async function claimForLeases(
  tx: Tx,
  { landlordId, claims }: { landlordId: string; claims: readonly Asked[] },
  now: Date,
): Promise<Answer[]> {
  const unitIds = [...new Set(claims.map(({ unitId }) => unitId))]
  const units = await lockUnits(tx, landlordId, unitIds)
  await deleteExpiredHolds(tx, { landlordId, unitIds: [...units.keys()] }, now)
  const isOneOf = isAmong(
    nightClaim.id,
    claims.map(({ claimId }) => claimId),
  )
  const earlier = await selectClaims(tx, and(eq(nightClaim.landlordId, landlordId), isOneOf))
  const known = new Map(earlier.map((one) => [one.id, one]))
  const inTheWay = await stayClaims(tx, landlordId, claims)
  const answers: Answer[] = []
  const claimed: (Asked & { at: LockedUnit })[] = []
  for (const asked of claims) {
    const { claimId, unitId } = asked
    const before = known.get(claimId)
    const at = units.get(unitId)
    const isFree = !inTheWay.has(claimId)
    const nights: Nights | null = before ?? (at && (isFree ? asked : cut(asked, inTheWay.get(claimId) ?? []))) ?? null
    const refusal = before || (isFree && at) ? null : await refusalOf(tx, { landlordId, asked, at, now })
    if (nights && at && !before) claimed.push({ ...asked, ...nights, at })
    answers.push({ claimId, nights: nights && { from: nights.from, until: nights.until }, refusal })
  }
  await insertProvisional(tx, landlordId, claimed, now)
  return answers
}

/** What excludes each of the wanted nights, by the id of the claim. */
async function stayClaims(tx: Tx, landlordId: string, claims: readonly Asked[]): Promise<Map<string, Nights[]>> {
  const rows = await tx.execute<{ claimId: string; from: string; until: string | null }>(sql`
    select w.claim_id as "claimId", lower(c.nights)::text as "from", upper(c.nights)::text as "until"
    from unnest(
        ${sql.param(claims.map(({ claimId }) => claimId))}::uuid[], ${sql.param(claims.map(({ unitId }) => unitId))}::uuid[],
        ${sql.param(claims.map(rangeOf))}::daterange[]) w (claim_id, unit_id, nights)
      join ${nightClaim} c on c.landlord_id = ${landlordId} and c.unit_id = w.unit_id and c.nights && w.nights and c.is_lease <> 1
    order by lower(c.nights)`)
  return Map.groupBy(rows, ({ claimId }) => claimId)
}

/** The nights before the first that something else has; null where that is the first of all. */
function cut({ from, canBeCut }: Asked, inTheWay: readonly Nights[]): Nights | null {
  const until = inTheWay[0]?.from
  return canBeCut && until !== undefined && until > from ? { from, until } : null
}

interface Refused {
  landlordId: string
  asked: Asked
  at: LockedUnit | undefined
  now: Date
}

async function refusalOf(tx: Tx, { landlordId, asked, at, now }: Refused): Promise<NonNullable<Answer['refusal']>> {
  if (!at) return { detail: 'This unit does not exist any more.', freeNights: [] }
  const today = todayAt(at, now)
  const wanted = { landlordId, unitId: asked.unitId, isLease: true, from: asked.from, until: asked.until }
  const inTheWay = await claimsInTheWay(tx, wanted)
  const freeNights = nearestFreeNights(await claimsFromToday(tx, wanted, today), wanted, today)
  return { detail: nightsSentence(inTheWay, freeNights, {}), freeNights }
}

async function insertProvisional(
  tx: Tx,
  landlordId: string,
  claims: readonly (Asked & { at: LockedUnit })[],
  now: Date,
): Promise<void> {
  if (claims.length === 0) return
  const stamp = now.toISOString()
  await tx.insert(nightClaim).values(
    claims.map(({ claimId, tenancyId, unitId, label, at, ...nights }) => ({
      id: claimId,
      landlordId,
      propertyId: at.propertyId,
      unitId,
      kind: 'lease' as const,
      nights: rangeOf(nights),
      sourceId: tenancyId,
      label,
      isProvisional: true,
      createdAt: stamp,
      updatedAt: stamp,
    })),
  )
}

/** What a tenancy has from now on, as its event says. */
export interface LeaseChange {
  tenancyId: string
  nights: TenancyNights | null
  /** The provisional claims that the change used. */
  claimIds: readonly string[]
}

/**
 * Gives tenancies the nights that their events name and deletes the claims that were made for them. They are free for each: what a tenancy has more
 * than before was claimed before its change was stored. One change for each tenancy.
 */
export async function applyLeaseChanges(
  tx: Tx,
  { landlordId, changes }: { landlordId: string; changes: readonly LeaseChange[] },
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  const tenancyIds = changes.map(({ tenancyId }) => tenancyId)
  const claimIds = changes.flatMap((one) => one.claimIds)
  const mine = (condition: SQL | undefined) => and(eq(nightClaim.landlordId, landlordId), condition)
  const theirs = mine(or(isAmong(nightClaim.id, tenancyIds), isAmong(nightClaim.id, claimIds)))
  const before = await selectClaims(tx, theirs)
  const unitIds = [...before, ...changes.flatMap(({ nights }) => nights ?? [])].map(({ unitId }) => unitId)
  const units = await lockUnits(tx, landlordId, [...new Set(unitIds)])
  const stamp = now.toISOString()
  const createdAt = new Map(before.map((one) => [one.id, one.createdAt]))
  const rows = changes.flatMap(({ tenancyId, nights }) => {
    const at = units.get(nights?.unitId ?? '')
    if (!nights || !at) return []
    const { unitId, label } = nights
    const claim = { id: tenancyId, landlordId, propertyId: at.propertyId, unitId, label, nights: rangeOf(nights) }
    const times = { createdAt: createdAt.get(tenancyId) ?? stamp, updatedAt: stamp }
    return [{ ...claim, kind: 'lease' as const, sourceId: tenancyId, ...times }]
  })
  await tx.delete(nightClaim).where(theirs)
  if (rows.length > 0) await tx.insert(nightClaim).values(rows)
}

/** Provisional claims from before `until`, of all landlords, oldest first; `after` is the last one of the page before. */
export const olderProvisionals = (
  tx: Tx,
  { until, after, limit }: { until: Date; after: Pick<Claim, 'createdAt' | 'id'> | undefined; limit: number },
): Promise<Pick<Claim, 'landlordId' | 'id' | 'createdAt'>[]> =>
  tx
    .select({ landlordId: nightClaim.landlordId, id: nightClaim.id, createdAt: nightClaim.createdAt })
    .from(nightClaim)
    .where(
      and(
        eq(nightClaim.isProvisional, true),
        sql`${nightClaim.createdAt} < ${until.toISOString()}::timestamptz`,
        after &&
          sql`(${nightClaim.createdAt}, ${nightClaim.id}) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(nightClaim.createdAt, nightClaim.id)
    .limit(limit)
