import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import { isNewer, upsertSnapshots } from '@keyhold/kit/messaging/projection'
import { and, eq, sql } from 'drizzle-orm'
import { tenancies } from '../../projections/tenants.ts'
import { tenancy, tenant } from '../../schema/projections.ts'
import { rule } from '../../schema/recurring-rules.ts'
import { cancelUnpaid } from '../ledger/cancel-charges.ts'
import { lockTenant } from '../ledger/charges.ts'
import { syncCharges } from './sync-charges.ts'
import { allocateCredit } from '../ledger/allocations.ts'
import { endedBefore, rentRuleOf, type Rule, stepsOf, type Terms, withinTenancy } from './recurring-rules.ts'

type TenancyRow = typeof tenancy.$inferSelect

/**
 * Stores a tenancy as of `asOf` and syncs its rents and other recurring charges. A late, older event changes nothing, and neither does a repeated
 * one.
 */
export async function applyTenancy(
  tx: Tx,
  snapshot: TenancySnapshot,
  { asOf, now }: { asOf: string; now: string },
): Promise<void> {
  const { landlordId, tenancyId, accountId } = snapshot
  await insertMissingTenants(tx, snapshot)
  await lockTenant(tx, landlordId, accountId)
  const mine = and(eq(tenancy.landlordId, landlordId), eq(tenancy.tenancyId, tenancyId))
  const [old] = await tx.select().from(tenancy).where(mine)
  if (isNewer(old, asOf)) return
  const isPast = snapshot.movedOutOn !== null && (old?.isPast ?? true)
  await upsertTenancy(tx, snapshot, { asOf, isPast })
  await updateMembers(tx, snapshot, asOf)
  const rentNeedsAllocation = await syncRent(tx, snapshot, { old: old ?? null, isPast, now })
  const othersNeedAllocation = await syncOtherRules(tx, snapshot, old ?? null, now)
  if (snapshot.isVoid)
    await cancelUnpaid(tx, { landlordId, tenantId: accountId, tenancyId }, { by: null, reason: voidReason, now })
  // Only after all rules are synced: otherwise deallocated money could go to charges that are about to be cancelled.
  if (rentNeedsAllocation || othersNeedAllocation) await allocateCredit(tx, { landlordId, tenantId: accountId, now })
}

const voidReason = 'The tenancy was entered by mistake and voided.'
const reasonOf = ({ isVoid }: TenancySnapshot) => (isVoid ? voidReason : 'The terms of the tenancy changed.')

/** The event of a tenancy may arrive before those of its tenants. Its ledger needs the account row at once; the name follows. */
async function insertMissingTenants(
  tx: Tx,
  { landlordId, accountId, tenantIds, propertyId }: TenancySnapshot,
): Promise<void> {
  const ids = [...new Set([accountId, ...tenantIds])].toSorted()
  const rows = ids.map((tenantId) => ({
    landlordId,
    tenantId,
    name: '',
    propertyId,
    active: true,
    accountId: tenantId,
  }))
  await tx.insert(tenant).values(rows).onConflictDoNothing()
}

async function upsertTenancy(
  tx: Tx,
  snapshot: TenancySnapshot,
  { asOf, isPast }: { asOf: string; isPast: boolean },
): Promise<void> {
  const { landlordId, tenancyId, accountId, startDate, endDate, monthlyRent } = snapshot
  const { tenantIds, propertyId, unitId, termKind, securityDeposit, movedOutOn, isVoid } = snapshot
  const steps = monthlyRent === null ? [] : stepsOf(snapshot, startDate ?? '1900-01-01', monthlyRent)
  const row = {
    landlordId,
    tenancyId,
    tenantId: accountId,
    tenantIds,
    propertyId,
    unitId,
    startDate,
    endDate,
    termKind,
    steps,
    securityDeposit,
    movedOutOn,
    isVoid,
    isPast,
  }
  await upsertSnapshots(tx, tenancies, [row], asOf)
}

/**
 * The members of a tenancy share its account. A tenant who is in another tenancy as well belongs to the one that ends last. A tenant who left gets
 * their own account back and no longer sees this one.
 */
async function updateMembers(
  tx: Tx,
  { landlordId, tenancyId, accountId, tenantIds, movedOutOn, isVoid }: TenancySnapshot,
  asOf: string,
): Promise<void> {
  const members = sql`array[${sql.join(
    (isVoid ? [] : tenantIds).map((id) => sql`${id}::uuid`),
    sql`, `,
  )}]::uuid[]`
  await tx.execute(sql`
    update tenant t set account_id = ${accountId}::uuid, tenancy_id = ${tenancyId}::uuid
    where t.landlord_id = ${landlordId} and t.tenant_id = any(${members}) and not exists (
      select from tenancy y where y.landlord_id = t.landlord_id and y.tenancy_id = t.tenancy_id and y.tenancy_id <> ${tenancyId} and not y.is_void
        and (coalesce(y.moved_out_on, 'infinity'), y.as_of) > (coalesce(${movedOutOn}::date, 'infinity'), ${asOf}::timestamptz))`)
  await tx.execute(sql`
    update tenant t set account_id = t.tenant_id, tenancy_id = null
    where t.landlord_id = ${landlordId} and t.account_id = ${accountId} and t.tenancy_id = ${tenancyId} and t.tenant_id <> all(${members})`)
}

/** The rent is the rule with the tenancy's id. @returns whether credit must be allocated afterwards */
async function syncRent(
  tx: Tx,
  snapshot: TenancySnapshot,
  { old, isPast, now }: { old: TenancyRow | null; isPast: boolean; now: string },
): Promise<boolean> {
  const { landlordId, tenancyId, movedOutOn } = snapshot
  const [stored] = await tx
    .select()
    .from(rule)
    .where(and(eq(rule.landlordId, landlordId), eq(rule.id, tenancyId)))
  const before = stored ? { ...stored, leftOn: old?.movedOutOn ?? null } : null
  // Voiding a tenancy is not a move-out: money paid on its charges stays allocated.
  const leftOn = snapshot.isVoid ? (old?.movedOutOn ?? null) : movedOutOn
  const after = rentRuleOf(snapshot) ?? (before && endedBefore({ ...before, leftOn }))
  if (!after) return false
  const { leftOn: _, ...values } = after
  await tx
    .insert(rule)
    .values({ ...values, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: [rule.landlordId, rule.id], set: { ...values, updatedAt: now } })
  return (await syncCharges(tx, { before, after, isPast, reason: reasonOf(snapshot), defersAllocation: true, now }))
    .needsAllocation
}

/** The other recurring charges end with the tenancy. @returns whether credit must be allocated afterwards */
async function syncOtherRules(
  tx: Tx,
  snapshot: TenancySnapshot,
  old: TenancyRow | null,
  now: string,
): Promise<boolean> {
  const { landlordId, tenancyId, accountId } = snapshot
  const others: Rule[] = await tx
    .select()
    .from(rule)
    .where(
      and(
        eq(rule.landlordId, landlordId),
        eq(rule.tenantId, accountId),
        eq(rule.tenancyId, tenancyId),
        eq(rule.isRent, false),
      ),
    )
  let anyNeedsAllocation = false
  for (const stored of others) {
    const home = { propertyId: snapshot.propertyId, unitId: snapshot.unitId }
    const before: Terms = withinTenancy(stored, old)
    const after: Terms = withinTenancy({ ...stored, ...home }, snapshot)
    await tx
      .update(rule)
      .set(home)
      .where(and(eq(rule.landlordId, landlordId), eq(rule.id, stored.id)))
    const { needsAllocation } = await syncCharges(tx, {
      before,
      after,
      reason: reasonOf(snapshot),
      defersAllocation: true,
      now,
    })
    anyNeedsAllocation ||= needsAllocation
  }
  return anyNeedsAllocation
}
