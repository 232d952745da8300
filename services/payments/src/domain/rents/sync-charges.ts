import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { tenancy } from '../../schema/projections.ts'
import { rule } from '../../schema/recurring-rules.ts'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { allocateCredit, deallocate } from '../ledger/allocations.ts'
import { cancelCharges } from '../ledger/cancel-charges.ts'
import { lockAccounts } from '../ledger/charges.ts'
import { isAnyOf } from '../ledger/sql.ts'
import { type Posted, type Reconciliation, reconcile } from './plan-charges.ts'
import { type Terms, withinTenancy } from './recurring-rules.ts'
import { changeCharge, findPosted, findRulesWithCancelled, type Posting, postCharges } from './rule-charges.ts'
import { readTenancies, termsOf } from './tenancies.ts'
import { readTodayAtProperties } from './today-at-properties.ts'

/** The new terms of a rule. */
export interface Change {
  before: Terms | null
  after: Terms
  /** Post nothing, even for days that the terms cover. */
  isPast?: boolean
  /** The cancellation reason for charges that no longer apply. */
  reason: string
}

/** The landlord whose rules are synced, and the moment at which. */
interface Occasion {
  landlordId: string
  now: string
}

interface Plan extends Change, Reconciliation {
  posted: readonly Posted[]
  today: string
}

/**
 * Brings the charges of rules in line with their terms and sets `nextPostOn`. The caller has written the rules and locked their accounts, and allocates
 * credit afterwards.
 * @returns how many charges were posted, and the accounts that may have credit to allocate to open charges
 */
export async function syncCharges(
  tx: Tx,
  changes: readonly Change[],
  { landlordId, now }: Occasion,
): Promise<{ posted: number; accounts: string[] }> {
  const plans = await planChanges(tx, changes, { landlordId, now })
  const accounts = new Set<string>()
  for (const plan of plans) if (await adjustCharges(tx, plan, now)) accounts.add(plan.after.tenantId)
  const counts = await postCharges(tx, landlordId, { postings: await postingsOf(tx, plans), now })
  for (const { after } of plans) if (counts.has(after.id)) accounts.add(after.tenantId)
  await setNextPostings(tx, landlordId, plans)
  return { posted: [...counts.values()].reduce((sum, count) => sum + count, 0), accounts: [...accounts] }
}

/** Like `syncCharges`, and allocates the credit that there may be. @returns how many charges were posted */
export async function syncAndAllocate(
  tx: Tx,
  changes: readonly Change[],
  { landlordId, now }: Occasion,
): Promise<number> {
  const { posted, accounts } = await syncCharges(tx, changes, { landlordId, now })
  await allocateCredit(tx, { landlordId, accounts, now })
  return posted
}

async function planChanges(tx: Tx, changes: readonly Change[], { landlordId, now }: Occasion): Promise<Plan[]> {
  if (changes.length === 0) return []
  const propertyIds = changes.map(({ after }) => after.propertyId)
  const todayAt = await readTodayAtProperties(tx, { landlordId, propertyIds, now })
  const known = changes.filter(({ before }) => before !== null)
  const postedOf = await findPosted(
    tx,
    landlordId,
    known.map(({ after }) => after.id),
  )
  return changes.map((change) => {
    const { before, after } = change
    const posted = postedOf.get(after.id) ?? []
    const today = todayAt(after.propertyId)
    const plan = reconcile({ before, after, posted, today })
    return { ...change, ...plan, ...(change.isPast ? { post: [], nextPostOn: null } : {}), posted, today }
  })
}

/** Cancels and changes the charges that the new terms reach. @returns whether there may be credit to allocate to open charges */
async function adjustCharges(tx: Tx, { after, reason, cancel, change, today }: Plan, now: string): Promise<boolean> {
  if (cancel.length === 0 && change.length === 0) return false
  const { landlordId, tenantId, leftOn } = after
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
  return change.length > 0 || deallocated.length > 0
}

async function postingsOf(tx: Tx, plans: readonly Plan[]): Promise<Posting[]> {
  const posting = plans.filter(({ post }) => post.length > 0)
  const unposted = posting.filter(({ after, posted }) => after.isRent && posted.length === 0)
  const old = unposted.filter(({ before }) => before !== null).map(({ after }) => after)
  const notNew = await findRulesWithCancelled(tx, old)
  return posting.map((plan) => {
    const isFirst = unposted.includes(plan) && !notNew.has(plan.after.id)
    return { terms: plan.after, post: plan.post, isFirst }
  })
}

async function setNextPostings(tx: Tx, landlordId: string, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return
  const rows = plans.map(({ after: { id }, nextPostOn }) => ({ id, next: nextPostOn }))
  await tx.execute(sql`
    update rule r set next_post_on = g.next from json_to_recordset(${JSON.stringify(rows)}::text::json) as g (id uuid, next date)
    where r.landlord_id = ${landlordId} and r.id = g.id and r.next_post_on is distinct from g.next`)
}

/** Posts the charges of rules that are due to be posted and sets `nextPostOn`. Idempotent. @returns how many were posted */
export async function postDue(
  tx: Tx,
  { landlordId, ids, now }: { landlordId: string; ids: readonly string[]; now: string },
): Promise<number> {
  const these = and(eq(rule.landlordId, landlordId), isAnyOf(rule.id, ids))
  const found = await tx.selectDistinct({ tenantId: rule.tenantId }).from(rule).where(these)
  await lockAccounts(
    tx,
    landlordId,
    found.map(({ tenantId }) => tenantId),
  )
  // Read again under the locks: another replica or a change of terms may have been first.
  const stored = await tx
    .select()
    .from(rule)
    .where(and(these, isNotNull(rule.nextPostOn)))
    .orderBy(rule.id)
  const tenancies = await readTenancies(
    tx,
    landlordId,
    stored.map(({ tenancyId }) => tenancyId),
  )
  const changes = stored.map((own) => {
    const terms = withinTenancy(own, tenancies.get(own.tenancyId) ?? null)
    return { before: terms, after: terms, reason: 'Replaced by another charge for the same period.' }
  })
  return syncAndAllocate(tx, changes, { landlordId, now })
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
  const reason = 'The terms of the tenancy changed.'
  await syncAndAllocate(tx, [{ before, after, isPast: found.isPast, reason }], { landlordId, now })
}
