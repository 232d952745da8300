import {
  claimLeaseNights,
  createBlock,
  deleteBlock,
  listNights,
  maxCalendarDays,
  type NightClaim,
} from '@keyhold/contracts/properties/nights'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { daysBetween } from '@keyhold/kit/lib/dates'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { type Claim, selectClaims } from '../../domain/nights/claim-rows.ts'
import { claimForLeases } from '../../domain/nights/lease-nights.ts'
import { claimNights, releaseNights } from '../../domain/nights/nights.ts'
import { nightClaim } from '../../schema/nights.ts'

function assertDays(from: string, to: string, path: string): void {
  if (to <= from) refuseField(path, 'The last day must be after the first')
  if (daysBetween(from, to) > maxCalendarDays) refuseField(path, 'Choose at most three years')
}

const list = serve(listNights, async ({ actor, params, query: { from, to, unitId }, db, clock }) => {
  const { landlordId } = actor
  assertDays(from, to, 'to')
  const [homes, claims] = await db.read(
    actor,
    (sql) =>
      [
        sql<
          object[]
        >`select from property where landlord_id = ${landlordId} and id = ${params.id} and deleted_at is null`,
        // A tenancy that asks for more nights has two claims until its event comes: the provisional one is shown where it is the only one.
        sql<NightClaim[]>`
          select c.id, c.property_id, c.unit_id, c.kind, lower(c.nights) as "from", upper(c.nights) as until, c.label, c.source_id, c.expires_at
          from night_claim c
          where c.landlord_id = ${landlordId} and c.property_id = ${params.id} and c.nights && daterange(${from}::date, ${to}::date)
            ${unitId ? sql`and c.unit_id = ${unitId}` : sql``} and (c.expires_at is null or c.expires_at > ${clock.now().toISOString()}::timestamptz)
            and not (c.is_provisional and exists (
              select from night_claim held where held.landlord_id = c.landlord_id and held.id = c.source_id and held.unit_id = c.unit_id))
          order by c.unit_id, lower(c.nights), c.id`,
      ] as const,
  )
  return homes.length > 0 ? claims : notFound('Property')
})

const wireOf = (claim: Claim): NightClaim => claim

const block = serve(createBlock, async ({ actor, params, body: { from, until, reason }, db, clock }) => {
  assertDays(from, until, 'until')
  const { landlordId } = actor
  const wanted = { landlordId, unitId: params.id, kind: 'block' as const, from, until, label: reason }
  return db.transaction(actor, async (tx) => wireOf(await claimNights(tx, wanted, { now: clock.now() })))
})

const unblock = serve(deleteBlock, async ({ actor, params, db }) => {
  const { landlordId } = actor
  await db.transaction(actor, async (tx) => {
    const [found] = await selectClaims(tx, and(eq(nightClaim.landlordId, landlordId), eq(nightClaim.id, params.id)))
    if (!found) notFound('Block')
    if (found.kind !== 'block') refuse('conflict', 'This is not a block. Change the lease or the booking itself.')
    await releaseNights(tx, { landlordId, ids: [found.id] })
  })
})

const claimLeases = serve(claimLeaseNights, async ({ actor, body: { claims }, db, clock }) => {
  const landlordId = scopeOf(actor).landlordId || notFound('Landlord')
  return db.transaction(actor, (tx) => claimForLeases(tx, { landlordId, claims }, clock.now()))
})

export const nightRoutes = [list, block, unblock, claimLeases]
