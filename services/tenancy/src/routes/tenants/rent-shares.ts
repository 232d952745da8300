import { type RentShares, rentShares, saveRentShares } from '@keyhold/contracts/tenancy/tenant-profile'
import { TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { toCents } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { fullName } from '@keyhold/kit/lib/names'
import { and, eq, inArray } from 'drizzle-orm'
import { authorOf, changesOf, recordChanges } from '../../domain/history/history.ts'
import { tenantSnapshotOf } from '../../domain/snapshots.ts'
import { tenancyOf, tenancyRecordOf } from '../../domain/tenancies/tenancies.ts'
import { member, tenancy, type WhichTenancy } from '../../schema/tenancies.ts'
import { tenant } from '../../schema/tenants.ts'

type Shares = z.output<typeof RentShares>

export const rentShareRoutes = () => [
  serve(rentShares, async ({ actor, params, db, clock }) =>
    db.transaction(actor, (tx) => sharesOf(tx, { landlordId: actor.landlordId, id: params.id }, clock.now())),
  ),

  serve(saveRentShares, async ({ actor, params, body, db, clock }) => {
    const which = { landlordId: actor.landlordId, id: params.id }
    const now = clock.now()
    return db.transaction(actor, async (tx) => {
      // Locks the tenancy, so that two people who save at once do not exceed the rent together.
      await tx.select({ id: tenancy.id }).from(tenancy).where(isTenancy(which)).for('update')
      const before = await sharesOf(tx, which, now)
      const wanted = new Map(body.shares.map(({ tenantId, share }) => [tenantId, share ?? null]))
      const present = new Set(before.shares.map(({ tenantId }) => tenantId))
      for (const tenantId of wanted.keys()) if (!present.has(tenantId)) notFound('Tenant')
      const after = before.shares.map((one) => ({ ...one, share: wanted.get(one.tenantId) ?? null }))
      const kept = after.map((one, index) => (wanted.has(one.tenantId) ? one : before.shares[index]!))
      assertWithinRent(before.monthlyRent, kept)
      await store(tx, which, { before: before.shares, after: kept, at: now.toISOString(), by: authorOf(actor) })
      return { monthlyRent: before.monthlyRent, shares: kept }
    })
  }),
]

const isTenancy = ({ landlordId, id }: WhichTenancy) => and(eq(tenancy.landlordId, landlordId), eq(tenancy.id, id))

async function sharesOf(tx: Tx, which: WhichTenancy, now: Date): Promise<Shares> {
  const { currentRent } = tenancyOf(await tenancyRecordOf(tx, which), now)
  const rows = await tx
    .select({
      tenantId: member.tenantId,
      firstName: tenant.firstName,
      lastName: tenant.lastName,
      share: member.rentShare,
    })
    .from(member)
    .innerJoin(tenant, and(eq(tenant.landlordId, member.landlordId), eq(tenant.id, member.tenantId)))
    .where(and(eq(member.landlordId, which.landlordId), eq(member.tenancyId, which.id), eq(member.hasLeft, false)))
    .orderBy(tenant.sortName, tenant.id)
  return {
    monthlyRent: currentRent,
    shares: rows.map(({ tenantId, share, ...names }) => ({ tenantId, name: fullName(names), share })),
  }
}

/** @throws Refusal 400 */
function assertWithinRent(rent: number | null, shares: Shares['shares']): void {
  const sum = shares.reduce((total, { share }) => total + toCents(share ?? 0), 0)
  if (sum > toCents(rent ?? 0)) refuseField('shares', 'The shares are more than the rent')
}

interface Change {
  before: Shares['shares']
  after: Shares['shares']
  at: string
  by: ReturnType<typeof authorOf>
}

async function store(tx: Tx, { landlordId, id }: WhichTenancy, { before, after, at, by }: Change): Promise<void> {
  const changed = after.filter(({ share }, index) => share !== before[index]?.share)
  if (changed.length === 0) return
  for (const { tenantId, share } of changed)
    await tx
      .update(member)
      .set({ rentShare: share })
      .where(and(eq(member.landlordId, landlordId), eq(member.tenancyId, id), eq(member.tenantId, tenantId)))
  const entries = changed.map(({ tenantId, share }) => ({
    landlordId,
    tenantId,
    what: 'changed' as const,
    changes: changesOf(
      { rentShare: before.find((one) => one.tenantId === tenantId)?.share ?? null },
      { rentShare: share },
    ),
  }))
  await recordChanges(tx, entries, { at, by })
  const [terms] = await tx.select().from(tenancy).where(isTenancy({ landlordId, id }))
  const ids = changed.map(({ tenantId }) => tenantId)
  const people = await tx
    .select()
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), inArray(tenant.id, ids)))
  for (const person of people) await emit(tx, TenantUpdated, tenantSnapshotOf(person, terms ?? null))
}
