import type { Tx } from '@keyhold/kit/database/database'
import { sql } from 'drizzle-orm'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { allocateCredit, deallocate } from '../ledger/allocations.ts'
import { cancelCharges } from '../ledger/cancel-charges.ts'
import { type Posted, type Reconciliation, reconcile } from './plan-charges.ts'
import type { Terms } from './recurring-rules.ts'
import { changeCharges, findPosted, findRulesWithCancelled, type Posting, postCharges } from './rule-charges.ts'
import { readTodayAtProperties } from './today-at-properties.ts'

/** Why charges change, for their history. */
export interface Cause {
  /** Null: Keyhold. */
  by: string | null
  reason: string
  /** Why those are cancelled that no longer apply, if it is not the same. */
  cancellation?: string | undefined
}

/** The new terms of a rule. */
export interface Change extends Cause {
  before: Terms | null
  after: Terms
  /** Post nothing, even for days that the terms cover. */
  isPast?: boolean
}

/** Lists of the same cause. */
const byCause = <T extends Cause>(list: readonly T[]): T[][] => [
  ...Map.groupBy(list, ({ by, reason, cancellation }) => JSON.stringify([by, reason, cancellation])).values(),
]

/** The landlord whose rules are synced, and the moment at which. */
interface Occasion {
  landlordId: string
  now: string
}

export interface Plan extends Change, Reconciliation {
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
  const accounts = new Set(await adjustCharges(tx, plans, { landlordId, now }))
  let posted = 0
  for (const postings of byCause(await postingsOf(tx, plans))) {
    const { by = null, reason } = postings[0] ?? {}
    const counts = await postCharges(tx, postings, { landlordId, by, reason, now })
    for (const { terms } of postings) if (counts.has(terms.id)) accounts.add(terms.tenantId)
    posted += counts.values().reduce((sum, count) => sum + count, 0)
  }
  await setNextPostings(tx, landlordId, plans)
  return { posted, accounts: [...accounts] }
}

/** Like `syncCharges`, and allocates the credit that there may be. @returns how many charges were posted */
export async function syncAndAllocate(
  tx: Tx,
  changes: readonly Change[],
  { landlordId, now }: Occasion,
): Promise<number> {
  const { posted, accounts } = await syncCharges(tx, changes, { landlordId, now })
  await allocateCredit(tx, accounts, { landlordId, by: null, now })
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

/** Cancels and changes the charges that the new terms reach. @returns the accounts that may have credit to allocate to open charges */
export async function adjustCharges(tx: Tx, plans: readonly Plan[], occasion: Occasion): Promise<string[]> {
  const reaching = plans.filter(({ cancel, change }) => cancel.length > 0 || change.length > 0)
  const accounts: string[] = []
  for (const list of byCause(reaching)) accounts.push(...(await adjustForCause(tx, list, occasion)))
  return accounts
}

async function adjustForCause(tx: Tx, plans: readonly Plan[], { landlordId, now }: Occasion): Promise<string[]> {
  const { by = null, reason = '', cancellation = reason } = plans[0] ?? {}
  const author = { landlordId, by, reason, now }
  const cancelled = plans.flatMap(({ cancel, ...plan }) => cancel.map((charge) => ({ ...plan, charge })))
  const changed = plans.flatMap(({ change, ...plan }) => change.map((one) => ({ ...plan, ...one })))
  const reductions = [
    // Money paid for days after a move-out becomes the tenant's credit.
    ...cancelled.map(({ charge, after, today }) => ({ ...charge, tenantId: after.tenantId, today, keepCents: 0 })),
    ...changed.map(({ charge, to, after, today }) => ({
      ...charge,
      tenantId: after.tenantId,
      today,
      keepCents: to.cents,
    })),
  ]
  const lost = await deallocate(tx, reductions, author)
  const byReason = Map.groupBy(cancelled, ({ charge: { dueDate }, after: { leftOn } }) =>
    leftOn !== null && dueDate > leftOn ? 'The tenant moved out before it was due.' : cancellation,
  )
  for (const [why, list] of byReason) {
    const ids = list.map(({ charge }) => charge.id)
    // Whoever changed the terms: Keyhold cancels it, and posts it again if they change back.
    await cancelCharges(tx, landlordId, ids, { by: null, reason: why, now, cause: { by, reason: cancellation } })
  }
  await changeCharges(tx, changed, author)
  await reassessLateFees(tx, { landlordId, chargeIds: changed.map(({ charge }) => charge.id), now })
  return [...changed.map(({ after }) => after.tenantId), ...lost.map(({ tenantId }) => tenantId)]
}

async function postingsOf(tx: Tx, plans: readonly Plan[]): Promise<(Posting & Cause)[]> {
  const posting = plans.filter(({ post }) => post.length > 0)
  const unposted = posting.filter(({ after, posted }) => after.isRent && posted.length === 0)
  const old = unposted.filter(({ before }) => before !== null).map(({ after }) => after)
  const notNew = await findRulesWithCancelled(tx, old)
  return posting.map((plan) => {
    const isFirst = unposted.includes(plan) && !notNew.has(plan.after.id)
    return { terms: plan.after, post: plan.post, isFirst, by: plan.by, reason: plan.reason }
  })
}

async function setNextPostings(tx: Tx, landlordId: string, plans: readonly Plan[]): Promise<void> {
  // A new rule has none.
  const known = plans.filter(({ before, nextPostOn }) => before !== null || nextPostOn !== null)
  if (known.length === 0) return
  const rows = known.map(({ after: { id }, nextPostOn }) => ({ id, next: nextPostOn }))
  await tx.execute(sql`
    update rule r set next_post_on = g.next from json_to_recordset(${JSON.stringify(rows)}::text::json) as g (id uuid, next date)
    where r.landlord_id = ${landlordId} and r.id = any(${sql.param(rows.map(({ id }) => id))}::uuid[]) and r.id = g.id and r.next_post_on is distinct from g.next`)
}
