import { ChargeChanged, ChargePaid, RentsPlanned } from '@keyhold/contracts/payments/events'
import { ChargesPosted } from '@keyhold/contracts/payments/events'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, sql } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { property, tenancy } from '../../schema/projections.ts'
import { rule } from '../../schema/recurring-rules.ts'
import { cancelCharges } from '../ledger/cancel-charges.ts'
import { chargeSnapshotOf, lockTenant } from '../ledger/charges.ts'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { deallocate, allocateCredit } from '../ledger/allocations.ts'
import { type Posted, reconcile } from './plan-charges.ts'
import { type PlannedCharge, type Rule, type Terms, withinTenancy, describePeriod } from './recurring-rules.ts'
import { hasOpenReport, paidAmount } from '../ledger/charge-balance.ts'

export interface Change {
  before: Terms | null
  after: Terms
  /** Nothing is posted any more, whatever the terms say of the days that were. */
  isPast?: boolean
  /** Why what is not wanted any more is cancelled. */
  reason: string
  /** The caller gives the credit to what is open once all rules of the tenancy have followed. */
  defersAllocation?: boolean
  now: string
}

/**
 * Brings the charges of a rule in line with its terms, and notes when it posts next. The rule's row is written by the caller, and the
 * account locked. @returns how many were posted, and whether credit may have become due to what is open
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
  // What was paid for days on which nobody lives there is the tenant's again.
  const freed = await deallocate(tx, { landlordId, tenantId, today, now }, [
    ...cancel.map((one) => ({ id: one.id, keep: 0 })),
    ...change.map(({ charge: { id: old }, to }) => ({ id: old, keep: to.cents })),
  ])
  await cancelCharges(tx, landlordId, idsOf(left), { by: null, reason: 'The tenant left before it fell due.', now })
  await cancelCharges(tx, landlordId, idsOf(other), { by: null, reason, now })
  for (const { charge: old, to } of change) await changeCharge(tx, after, old, to, now)
  await reassessLateFees(tx, { landlordId, chargeIds: change.map((one) => one.charge.id), now })
  const isFirst = after.isRent && posted.length === 0 && (before === null || !(await hasPosted(tx, after)))
  const count = await postCharges(tx, after, post, { isFirst, now })
  const needsAllocation = count > 0 || change.length > 0 || freed.length > 0
  if (needsAllocation && !defersAllocation) await allocateCredit(tx, { landlordId, tenantId, now })
  await tx
    .update(rule)
    .set({ nextPostOn })
    .where(and(eq(rule.landlordId, landlordId), eq(rule.id, id)))
  return { posted: count, needsAllocation }
}

/** Posts what a rule is to have posted by now, and notes when the next is to come. Done again, it posts nothing. @returns how many */
export async function postDue(
  tx: Tx,
  { landlordId, id, now }: { landlordId: string; id: string; now: string },
): Promise<number> {
  const mine = and(eq(rule.landlordId, landlordId), eq(rule.id, id))
  const [found] = await tx.select({ tenantId: rule.tenantId }).from(rule).where(mine)
  if (!found) return 0
  await lockTenant(tx, landlordId, found.tenantId)
  // Read under the lock: another replica, or a change of the terms, may have come first.
  const [stored] = await tx.select().from(rule).where(mine)
  if (!stored?.nextPostOn) return 0
  const terms = await termsOf(tx, stored)
  return (await syncCharges(tx, { before: terms, after: terms, reason: 'What it was for is charged otherwise.', now }))
    .posted
}

/**
 * A report on a charge was answered. Where the tenants have moved out meanwhile, it was for that answer alone that the charge still covers days on
 * which nobody lives there: it follows now. Under the account's lock.
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
  // As if the move-out were told once more: nothing else is to change by it.
  const before = { ...after, leftOn: null }
  await syncCharges(tx, { before, after, isPast: found.isPast, reason: 'The terms of the tenancy changed.', now })
}

/** The terms of a rule as its tenancy is by now. */
export async function termsOf(tx: Tx, stored: Rule): Promise<Terms> {
  if (stored.tenancyId === null) return withinTenancy(stored, null)
  const [row] = await tx
    .select()
    .from(tenancy)
    .where(and(eq(tenancy.landlordId, stored.landlordId), eq(tenancy.tenancyId, stored.tenancyId)))
  return withinTenancy(stored, row ?? null)
}

/** The day it is at a property. */
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

/** Word for word the condition of the index by which each period is posted once. */
const findPosted = (tx: Tx, { landlordId, id }: Terms) =>
  tx.execute<Posted & Record<string, unknown>>(sql`
    select c.id, c.period, c.covers_from as "coversFrom", c.covers_to as "coversTo", c.amount, (c.basis -> 'inputs' ->> 'full')::numeric as full, c.due_date as "dueDate", c.cancelled_at is not null as "isCancelled", s.paid, ${hasOpenReport(sql)} or c.type = 'security_deposit' and s.paid > 0 as "isHeld"
    from charge c cross join lateral (select ${paidAmount(sql)} as paid) s
    where c.landlord_id = ${landlordId} and c.rule_id = ${id} and (c.cancelled_at is null or c.cancelled_by is not null)
    order by c.period`)

async function hasPosted(tx: Tx, { landlordId, tenantId, id }: Terms): Promise<boolean> {
  const any = await tx.execute(
    sql`select from charge c where c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId} and c.cancelled_at is not null and c.rule_id = ${id} limit 1`,
  )
  return any.length > 0
}

async function changeCharge(
  tx: Tx,
  terms: Terms,
  { id, amount, paid }: Posted,
  to: PlannedCharge,
  now: string,
): Promise<void> {
  const { landlordId, propertyId, unitId } = terms
  const [changed] = await tx
    .update(charge)
    .set({ ...valuesOf(terms, to), propertyId, unitId, updatedAt: now })
    .where(and(eq(charge.landlordId, landlordId), eq(charge.id, id)))
    .returning()
  if (!changed) return
  await emit(tx, ChargeChanged, chargeSnapshotOf(changed))
  // What was too little for the whole month is enough for a part of it.
  if (paid < amount && toCents(paid) >= to.cents) await emit(tx, ChargePaid, chargeSnapshotOf(changed))
}

/** Writes charges of a rule, each period once whoever comes first. */
async function postCharges(
  tx: Tx,
  terms: Terms,
  post: PlannedCharge[],
  { isFirst, now }: { isFirst: boolean; now: string },
): Promise<number> {
  if (post.length === 0) return 0
  const { landlordId, tenantId, tenancyId, propertyId, unitId, id: ruleId, type } = terms
  const common = {
    landlordId,
    tenantId,
    tenancyId,
    propertyId,
    unitId,
    ruleId,
    type,
    method: 'check',
    source: 'recurring',
  } as const
  const made = await tx
    .insert(charge)
    .values(
      post.map((judged) => ({
        ...common,
        ...valuesOf(terms, judged),
        period: judged.period.key,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: charge.id })
  if (made.length === 0) return 0
  // One fact for all of them: an import of a thousand tenants is not twelve thousand messages.
  if (isFirst) await emit(tx, RentsPlanned, { tenantId, landlordId, count: made.length })
  else await emit(tx, ChargesPosted, { ruleId, landlordId, tenantId, count: made.length })
  return made.length
}

const valuesOf = (terms: Terms, { cents, basis, period }: PlannedCharge) => ({
  amount: toDollars(cents),
  dueDate: period.dueOn,
  coversFrom: period.from,
  coversTo: period.to,
  basis,
  description: describePeriod(terms, period),
})
