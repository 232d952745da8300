import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancies'
import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, sql } from 'drizzle-orm'
import { tenancy, tenant } from '../../schema/projections.ts'
import { rule } from '../../schema/recurring-rules.ts'
import { cancelUnpaid } from '../ledger/cancel-charges.ts'
import { lockTenant } from '../ledger/charges.ts'
import { follow } from './post-charges.ts'
import { settleCredit } from '../ledger/receipts.ts'
import { endedBefore, rentRuleOf, type Rule, stepsOf, type Terms, withinTenancy } from './recurring-rules.ts'

type Kept = typeof tenancy.$inferSelect

/**
 * Keeps what a tenancy says as of `asOf`, and lets its rents and other recurring charges follow. An older fact that comes late changes
 * nothing, the same one told again neither.
 */
export async function followTenancy(
  tx: Tx,
  facts: TenancySnapshot,
  { asOf, now }: { asOf: string; now: string },
): Promise<void> {
  const { landlordId, tenancyId, accountId } = facts
  await introduce(tx, facts)
  await lockTenant(tx, landlordId, accountId)
  const mine = and(eq(tenancy.landlordId, landlordId), eq(tenancy.tenancyId, tenancyId))
  const [old] = await tx.select().from(tenancy).where(mine)
  if (old && old.asOf > asOf) return
  const isPast = facts.movedOutOn !== null && (old?.isPast ?? true)
  await keepTenancy(tx, facts, { asOf, isPast })
  await keepMembers(tx, facts, asOf)
  const rentMoved = await followRent(tx, facts, { old: old ?? null, isPast, now })
  const othersMoved = await followOthers(tx, facts, old ?? null, now)
  if (facts.isVoid)
    await cancelUnpaid(tx, { landlordId, tenantId: accountId, tenancyId }, { by: null, reason: neverWas, now })
  // After all of them: what one frees is not given to charges that go next.
  if (rentMoved || othersMoved) await settleCredit(tx, { landlordId, tenantId: accountId, now })
}

const neverWas = 'The tenancy was taken back: it was entered by mistake.'
const reasonOf = ({ isVoid }: TenancySnapshot) => (isVoid ? neverWas : 'The terms of the tenancy changed.')

/** The facts of a tenant may come later than those of the tenancy: a ledger needs its account at once, the name follows. */
async function introduce(tx: Tx, { landlordId, accountId, tenantIds, propertyId }: TenancySnapshot): Promise<void> {
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

async function keepTenancy(
  tx: Tx,
  facts: TenancySnapshot,
  { asOf, isPast }: { asOf: string; isPast: boolean },
): Promise<void> {
  const { landlordId, tenancyId, accountId, startDate, endDate, monthlyRent } = facts
  const { tenantIds, propertyId, unitId, termKind, securityDeposit, movedOutOn, isVoid } = facts
  const steps = monthlyRent === null ? [] : stepsOf(facts, startDate ?? '1900-01-01', monthlyRent)
  const values = {
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
    asOf,
  }
  await tx
    .insert(tenancy)
    .values({ landlordId, tenancyId, ...values })
    .onConflictDoUpdate({ target: [tenancy.landlordId, tenancy.tenancyId], set: values })
}

/**
 * Who lives there shares the account. Who was taken into another tenancy meanwhile stays there, unless that one is over sooner than this:
 * where they live or lived last is theirs. Who left has an account of their own again, and sees nothing more of this one.
 */
async function keepMembers(
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

/** The rent: the rule whose id is the tenancy's. @returns whether there is credit to be given */
async function followRent(
  tx: Tx,
  facts: TenancySnapshot,
  { old, isPast, now }: { old: Kept | null; isPast: boolean; now: string },
): Promise<boolean> {
  const { landlordId, tenancyId, movedOutOn } = facts
  const [kept] = await tx
    .select()
    .from(rule)
    .where(and(eq(rule.landlordId, landlordId), eq(rule.id, tenancyId)))
  const before = kept ? { ...kept, leftOn: old?.movedOutOn ?? null } : null
  // From a tenancy that never was nobody moved out: what was paid on it stays where it is.
  const leftOn = facts.isVoid ? (old?.movedOutOn ?? null) : movedOutOn
  const after = rentRuleOf(facts) ?? (before && endedBefore({ ...before, leftOn }))
  if (!after) return false
  const { leftOn: _, ...values } = after
  await tx
    .insert(rule)
    .values({ ...values, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: [rule.landlordId, rule.id], set: { ...values, updatedAt: now } })
  return (await follow(tx, { before, after, isPast, reason: reasonOf(facts), isSettledLater: true, now })).isMoved
}

/** What else comes again ends with the tenancy. Likewise. */
async function followOthers(tx: Tx, facts: TenancySnapshot, old: Kept | null, now: string): Promise<boolean> {
  const { landlordId, tenancyId, accountId } = facts
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
  let anyMoved = false
  for (const kept of others) {
    const place = { propertyId: facts.propertyId, unitId: facts.unitId }
    const before: Terms = withinTenancy(kept, old)
    const after: Terms = withinTenancy({ ...kept, ...place }, facts)
    await tx
      .update(rule)
      .set(place)
      .where(and(eq(rule.landlordId, landlordId), eq(rule.id, kept.id)))
    const { isMoved } = await follow(tx, { before, after, reason: reasonOf(facts), isSettledLater: true, now })
    anyMoved ||= isMoved
  }
  return anyMoved
}
