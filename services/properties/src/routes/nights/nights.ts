import {
  claimLeaseNights,
  createBlock,
  deleteBlock,
  listNights,
  maxCalendarDays,
  type NightClaim,
} from '@keyhold/contracts/properties/nights'
import { calendarDate, id } from '@keyhold/contracts/scalars'
import { cursorCodec } from '@keyhold/kit/http/cursor'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { addMonths, daysBetween } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { lockUnit, selectClaims } from '../../domain/nights/claim-rows.ts'
import { claimForLeases, emitNightsChanged } from '../../domain/nights/lease-nights.ts'
import { claimNights, releaseNights } from '../../domain/nights/nights.ts'
import { nightClaim } from '../../schema/nights.ts'

function assertDays(from: string, to: string, path: string): void {
  if (to <= from) refuseField(path, 'The last day must be after the first')
  if (daysBetween(from, to) > maxCalendarDays) refuseField(path, 'Choose at most three years')
}

const byFirstNight = cursorCodec(calendarDate, id)

const list = serve(listNights, async ({ actor, params, query, db, clock }) => {
  const { landlordId } = actor
  const { unitId, limit, cursor, from = dateAt(clock.now(), 'UTC'), to = addMonths(from, 12) } = query
  assertDays(from, to, 'to')
  const after = byFirstNight.decode(cursor)
  const [homes, claims, [counts]] = await db.read(actor, (sql) => {
    // A tenancy that asks for more nights has two claims until its event comes: the provisional one is shown where it is the only one.
    const matching = () => sql`
      c.landlord_id = ${landlordId} and c.property_id = ${params.id} and c.nights && daterange(${from}::date, ${to}::date)
      ${unitId ? sql`and c.unit_id = ${unitId}` : sql``} and (c.expires_at is null or c.expires_at > ${clock.now().toISOString()}::timestamptz)
      and not (c.is_provisional and exists (
        select from night_claim held where held.landlord_id = c.landlord_id and held.id = c.source_id and held.unit_id = c.unit_id))`
    return [
      sql<
        object[]
      >`select from property where landlord_id = ${landlordId} and id = ${params.id} and deleted_at is null`,
      sql<NightClaim[]>`
        select c.id, c.property_id, c.unit_id, c.kind, lower(c.nights) as "from", upper(c.nights) as until, c.label, c.source_id, c.expires_at
        from night_claim c where ${matching()} ${after ? sql`and (lower(c.nights), c.id) > (${after[0]}::date, ${after[1]})` : sql``}
        order by lower(c.nights), c.id limit ${whole(sql, limit + 1)}`,
      sql<{ total: number }[]>`select count(*)::int as total from night_claim c where ${matching()}`,
    ] as const
  })
  if (homes.length === 0) notFound('Property')
  return pageBy(claims, {
    limit,
    total: counts?.total ?? 0,
    cursorOf: (last) => byFirstNight.encode(last.from, last.id),
  })
})

const block = serve(createBlock, async ({ actor, params, body: { from, until, reason }, db, clock }) => {
  const { landlordId } = actor
  const wanted = { landlordId, unitId: params.id, kind: 'block' as const, from, until, label: reason }
  return db.transaction(actor, async (tx) => {
    const { isDeleted } = await lockUnit(tx, landlordId, params.id)
    if (isDeleted) notFound('Unit')
    assertDays(from, until, 'until')
    const claim = await claimNights(tx, wanted, { now: clock.now() })
    await emitNightsChanged(tx, landlordId, [{ id: claim.unitId, propertyId: claim.propertyId }])
    return claim
  })
})

const unblock = serve(deleteBlock, async ({ actor, params, db }) => {
  const { landlordId } = actor
  await db.transaction(actor, async (tx) => {
    const [found] = await selectClaims(tx, and(eq(nightClaim.landlordId, landlordId), eq(nightClaim.id, params.id)))
    if (!found) notFound('Block')
    if (found.kind !== 'block') refuse('conflict', 'This is not a block. Change the lease or the booking itself.')
    await releaseNights(tx, { landlordId, ids: [found.id] })
    await emitNightsChanged(tx, landlordId, [{ id: found.unitId, propertyId: found.propertyId }])
  })
})

const claimLeases = serve(claimLeaseNights, async ({ actor, body: { claims }, db, clock }) => {
  const landlordId = scopeOf(actor).landlordId || notFound('Landlord')
  return db.transaction(actor, (tx) => claimForLeases(tx, { landlordId, claims }, clock.now()))
})

export const nightRoutes = [list, block, unblock, claimLeases]
