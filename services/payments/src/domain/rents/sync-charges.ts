import type { Tx } from '@keyhold/kit/database/database'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { and, eq, sql } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { property, tenancy } from '../../schema/projections.ts'
import { rule } from '../../schema/recurring-rules.ts'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { deallocate, allocateCredit } from '../ledger/allocations.ts'
import { cancelCharges } from '../ledger/cancel-charges.ts'
import { lockTenant } from '../ledger/charges.ts'
import { type Posted, reconcile } from './plan-charges.ts'
import { type Rule, type Terms, withinTenancy } from './recurring-rules.ts'
import { findPosted, hasPosted, changeCharge, postCharges } from './rule-charges.ts'

export interface Change {
  before: Terms | null
  after: Terms
  /** Post nothing, even for days that the terms cover. */
  isPast?: boolean
  /** The cancellation reason for charges that no longer apply. */
  reason: string
  /** The caller allocates the credit once all rules of the tenancy are synced. */
  defersAllocation?: boolean
  now: string
}

/**
 * Brings the charges of a rule in line with its terms and sets `nextPostOn`. The caller has written the rule and locked the account.
 * @returns how many charges were posted, and whether there may be credit to allocate to open charges
 */
export async function syncCharges(
  tx: Tx,
  { before, after, isPast = false, reason, defersAllocation = false, now }: Change,
): Promise<{ posted: number; needsAllocation: boolean }> {
  const { landlordId, tenantId, id } = after
  const today = await readTodayAtProperty(tx, { landlordId, propertyId: after.propertyId, now })
  const posted = before === null ? [] : await findPosted(tx, after)
  const plan = reconcile({ before, after, posted, today })
  const { cancel, change } = plan
  const { post, nextPostOn } = isPast ? { post: [], nextPostOn: null } : plan

  const { leftOn } = after
  const left = cancel.filter(({ dueDate }) => leftOn !== null && dueDate > leftOn)
  const other = cancel.filter((one) => !left.includes(one))
  const idsOf = (charges: Posted[]) => charges.map((one) => one.id)
  // Money paid for days after a move-out becomes the tenant's credit.
  const deallocated = await deallocate(tx, { landlordId, tenantId, today, now }, [
    ...cancel.map((one) => ({ id: one.id, keepCents: 0 })),
    ...change.map(({ charge: { id: old }, to }) => ({ id: old, keepCents: to.cents })),
  ])
  await cancelCharges(tx, landlordId, idsOf(left), { by: null, reason: 'The tenant moved out before it was due.', now })
  await cancelCharges(tx, landlordId, idsOf(other), { by: null, reason, now })
  for (const { charge: old, to } of change) await changeCharge(tx, after, old, to, now)
  await reassessLateFees(tx, { landlordId, chargeIds: change.map((one) => one.charge.id), now })
  const isFirst = after.isRent && posted.length === 0 && (before === null || !(await hasPosted(tx, after)))
  const count = await postCharges(tx, after, post, { isFirst, now })
  const needsAllocation = count > 0 || change.length > 0 || deallocated.length > 0
  if (needsAllocation && !defersAllocation) await allocateCredit(tx, { landlordId, tenantId, now })
  await tx
    .update(rule)
    .set({ nextPostOn })
    .where(and(eq(rule.landlordId, landlordId), eq(rule.id, id)))
  return { posted: count, needsAllocation }
}

/** Posts the charges of a rule that are due to be posted and sets `nextPostOn`. Idempotent. @returns how many were posted */
export async function postDue(
  tx: Tx,
  { landlordId, id, now }: { landlordId: string; id: string; now: string },
): Promise<number> {
  const mine = and(eq(rule.landlordId, landlordId), eq(rule.id, id))
  const [found] = await tx.select({ tenantId: rule.tenantId }).from(rule).where(mine)
  if (!found) return 0
  await lockTenant(tx, landlordId, found.tenantId)
  // Read again under the lock: another replica or a change of terms may have been first.
  const [stored] = await tx.select().from(rule).where(mine)
  if (!stored?.nextPostOn) return 0
  const terms = await termsOf(tx, stored)
  return (
    await syncCharges(tx, {
      before: terms,
      after: terms,
      reason: 'Replaced by another charge for the same period.',
      now,
    })
  ).posted
}

/**
 * Called under the account's lock when a report on a charge was answered. The report kept the charge unchanged; if the tenants have moved out since,
 * the days after the move-out are removed now.
 */
export async function syncAfterReport(
  tx: Tx,
  { landlordId, id, now }: { landlordId: string; id: string; now: string },
): Promise<void> {
  const [found] = await tx
    .select({ rule, isPast: tenancy.isPast })
    .from(charge)
    .innerJoin(rule, and(eq(rule.landlordId, charge.landlordId), eq(rule.id, charge.ruleId)))
    .innerJoin(tenancy, and(eq(tenancy.landlordId, rule.landlordId), eq(tenancy.tenancyId, rule.tenancyId)))
    .where(and(eq(charge.landlordId, landlordId), eq(charge.id, id)))
  if (!found) return
  const after = await termsOf(tx, found.rule)
  if (after.leftOn === null) return
  // Applies only the move-out; nothing else about the terms changes.
  const before = { ...after, leftOn: null }
  await syncCharges(tx, { before, after, isPast: found.isPast, reason: 'The terms of the tenancy changed.', now })
}

/** The terms of a rule, limited by the current state of its tenancy. */
export async function termsOf(tx: Tx, stored: Rule): Promise<Terms> {
  if (stored.tenancyId === null) return withinTenancy(stored, null)
  const [row] = await tx
    .select()
    .from(tenancy)
    .where(and(eq(tenancy.landlordId, stored.landlordId), eq(tenancy.tenancyId, stored.tenancyId)))
  return withinTenancy(stored, row ?? null)
}

/** Today at a property. */
export async function readTodayAtProperty(
  tx: Tx,
  { landlordId, propertyId, now }: { landlordId: string; propertyId: string | null; now: string },
): Promise<string> {
  const zone = sql`coalesce((select ${property.timeZone} from ${property} where ${property.landlordId} = ${landlordId} and ${property.propertyId} = ${propertyId}::uuid), ${defaultTimeZone}::text)`
  const [row] = await tx.execute<{ today: string }>(
    sql`select (${now}::timestamptz at time zone ${zone})::date as today`,
  )
  return row?.today ?? now.slice(0, 10)
}
