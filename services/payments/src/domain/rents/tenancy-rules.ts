import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { rule } from '../../schema/recurring-rules.ts'
import { isAnyOf } from '../ledger/sql.ts'
import type { TenancyChange } from './tenancies.ts'
import { endedBefore, rentRuleOf, type Rule, type Terms, withinTenancy } from './recurring-rules.ts'
import { causeOf } from './describe-change.ts'
import type { Cause, Change } from './sync-charges.ts'

/** Stores the rules of tenancies that have changed. @returns what their charges are synced with */
export async function changeRules(
  tx: Tx,
  changes: readonly TenancyChange[],
  { landlordId, now }: { landlordId: string; now: string },
): Promise<Change[]> {
  const stored = await readRules(tx, landlordId, changes)
  const rents: Change[] = []
  const others: Change[] = []
  for (const change of changes) {
    const { tenancyId, accountId } = change.snapshot
    const own = Object.groupBy(stored.get(tenancyId) ?? [], ({ isRent }) => (isRent ? 'rent' : 'other'))
    const rent = changeRent(own.rent?.[0], change)
    const cause = causeOf(change, rent ?? { before: null, after: null })
    if (rent) rents.push({ ...rent, ...cause })
    for (const one of own.other ?? [])
      if (one.tenantId === accountId) others.push({ ...(await changeOther(tx, one, change)), ...cause })
  }
  await upsertRents(
    tx,
    rents.map(({ after }) => after),
    now,
  )
  return [...rents, ...others]
}

/** By tenancy. Two queries in one statement, each of which uses its index: with `or` every rule of the landlord would be read. */
async function readRules(
  tx: Tx,
  landlordId: string,
  changes: readonly TenancyChange[],
): Promise<ReadonlyMap<string | null, Rule[]>> {
  const ids = changes.map(({ snapshot }) => snapshot.tenancyId)
  const accounts = changes.map(({ snapshot }) => snapshot.accountId)
  const isRent = and(eq(rule.landlordId, landlordId), isAnyOf(rule.id, ids))
  const isOther = and(
    eq(rule.landlordId, landlordId),
    isAnyOf(rule.tenantId, accounts),
    isAnyOf(rule.tenancyId, ids),
    eq(rule.isRent, false),
  )
  const rents = tx.select().from(rule).where(isRent)
  const rules = await rents.unionAll(tx.select().from(rule).where(isOther)).orderBy(rule.id)
  return Map.groupBy(rules, ({ tenancyId }) => tenancyId)
}

type Uncaused = Omit<Change, keyof Cause>

/** The rent is the rule with the tenancy's id. */
function changeRent(stored: Rule | undefined, { snapshot, old, isPast }: TenancyChange): Uncaused | null {
  const before = stored ? { ...stored, leftOn: old?.movedOutOn ?? null } : null
  // Voiding a tenancy is not a move-out: money paid on its charges stays allocated.
  const leftOn = snapshot.isVoid ? (old?.movedOutOn ?? null) : snapshot.movedOutOn
  const rent = rentRuleOf(snapshot) ?? (before && endedBefore({ ...before, leftOn }))
  if (rent === null) return null
  const after = { ...rent, resumesOn: stored?.resumesOn ?? null }
  return { before, after, isPast }
}

async function upsertRents(tx: Tx, rents: readonly Terms[], now: string): Promise<void> {
  if (rents.length === 0) return
  const rows = rents.map(({ leftOn: _, ...terms }) => ({ ...terms, createdAt: now, updatedAt: now }))
  const {
    landlordId: _landlordId,
    id: _id,
    createdAt: _createdAt,
    nextPostOn: _nextPostOn,
    ...columns
  } = getTableColumns(rule)
  const set = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
  )
  await tx
    .insert(rule)
    .values(rows)
    .onConflictDoUpdate({ target: [rule.landlordId, rule.id], set })
}

/** The other recurring charges end with the tenancy and are at its home. */
async function changeOther(tx: Tx, stored: Rule, { snapshot, old }: TenancyChange): Promise<Uncaused> {
  const { propertyId, unitId } = snapshot
  if (stored.propertyId !== propertyId || stored.unitId !== unitId)
    await tx
      .update(rule)
      .set({ propertyId, unitId })
      .where(and(eq(rule.landlordId, stored.landlordId), eq(rule.id, stored.id)))
  return {
    before: withinTenancy(stored, old),
    after: withinTenancy({ ...stored, propertyId, unitId }, snapshot),
  }
}
