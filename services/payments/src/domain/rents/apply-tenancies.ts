import type { Tx } from '@keyhold/kit/database/database'
import { type Dated, isNewer, upsertDated } from '@keyhold/kit/messaging/projection'
import { sql } from 'drizzle-orm'
import { tenancies } from '../../projections/tenants.ts'
import { allocateCredit } from '../ledger/allocations.ts'
import { cancelUnpaid } from '../ledger/cancel-charges.ts'
import { voidReason } from './describe-change.ts'
import { noStart, stepsOf } from './recurring-rules.ts'
import { syncCharges } from './sync-charges.ts'
import { type ChangedTenancy, readTenancies, type TenancyChange, type TenancyRow } from './tenancies.ts'
import { lockTenants, updateMembers } from './tenancy-members.ts'
import { changeRules } from './tenancy-rules.ts'

/**
 * From so many tenancies on, the statements are planned anew: a prepared statement keeps the plan of a time when the tables were small, which reads all
 * rows of the landlord, and an import fills them. Planning costs 4 ms in all.
 */
const replanFrom = 10

/**
 * Stores a landlord's tenancies as of their times and syncs their rents and other recurring charges. Those of one tenancy are in order. A late, older one
 * changes nothing, and neither does a repeated one.
 */
export async function applyTenancies(
  tx: Tx,
  list: readonly Dated<ChangedTenancy>[],
  { now }: { now: string },
): Promise<void> {
  const snapshots = list.map(({ snapshot }) => snapshot)
  const landlordId = snapshots[0]?.landlordId
  if (landlordId === undefined) return
  if (list.length >= replanFrom) await tx.execute(sql`set local plan_cache_mode = force_custom_plan`)
  await lockTenants(tx, { landlordId, snapshots })
  for (const round of roundsOf(list)) await applyRound(tx, round, { landlordId, now })
}

/** Parts of a list in which no two tenancies share an account or a tenant, so that each part is applied at once with the result of one by one. */
function roundsOf(list: readonly Dated<ChangedTenancy>[]): Dated<ChangedTenancy>[][] {
  const rounds: Dated<ChangedTenancy>[][] = []
  const nextRound = new Map<string, number>()
  for (const one of list) {
    const { tenancyId, accountId, tenantIds } = one.snapshot
    const ids = [tenancyId, accountId, ...tenantIds]
    const number = Math.max(...ids.map((id) => nextRound.get(id) ?? 0))
    for (const id of ids) nextRound.set(id, number + 1)
    ;(rounds[number] ??= []).push(one)
  }
  return rounds
}

async function applyRound(
  tx: Tx,
  round: readonly Dated<ChangedTenancy>[],
  { landlordId, now }: { landlordId: string; now: string },
): Promise<void> {
  const stored = await readTenancies(
    tx,
    landlordId,
    round.map(({ snapshot }) => snapshot.tenancyId),
  )
  const changes = round.flatMap(({ snapshot, asOf }): TenancyChange[] => {
    const old = stored.get(snapshot.tenancyId)
    if (isNewer(old, asOf)) return []
    return [{ snapshot, asOf, old: old ?? null, isPast: snapshot.movedOutOn !== null && (old?.isPast ?? true) }]
  })
  if (changes.length === 0) return
  await upsertDated(tx, tenancies, changes.map(tenancyRowOf))
  await updateMembers(tx, { landlordId, tenancies: changes })
  const rules = await changeRules(tx, changes, { landlordId, now })
  const { accounts } = await syncCharges(tx, rules, { landlordId, now })
  await cancelVoided(
    tx,
    changes.map(({ snapshot }) => snapshot).filter(({ isVoid }) => isVoid),
    { landlordId, now },
  )
  // Only after all rules are synced: otherwise deallocated money could go to charges that are about to be cancelled.
  await allocateCredit(tx, accounts, { landlordId, by: null, now })
}

async function cancelVoided(
  tx: Tx,
  voided: readonly ChangedTenancy[],
  { landlordId, now }: { landlordId: string; now: string },
): Promise<void> {
  for (const [by, list] of Map.groupBy(voided, ({ changedBy = null }) => changedBy)) {
    const accounts = list.map(({ accountId }) => accountId)
    const theirs = { landlordId, accounts, tenancies: list.map(({ tenancyId }) => tenancyId) }
    await cancelUnpaid(tx, theirs, { by: null, reason: voidReason, now, cause: { by, reason: voidReason } })
  }
}

function tenancyRowOf({ snapshot, asOf, isPast }: TenancyChange): Dated<Omit<TenancyRow, 'asOf' | 'onlyRent'>> {
  const { landlordId, tenancyId, accountId, startDate, endDate, monthlyRent } = snapshot
  const { tenantIds, members = null, propertyId, unitId, termKind, securityDeposit, movedOutOn, isVoid } = snapshot
  const row = {
    landlordId,
    tenancyId,
    tenantId: accountId,
    tenantIds,
    members,
    propertyId,
    unitId,
    startDate,
    endDate,
    termKind,
    steps: monthlyRent === null ? [] : stepsOf(snapshot, startDate ?? noStart, monthlyRent),
    securityDeposit,
    movedOutOn,
    isVoid,
    isPast,
  }
  return { snapshot: row, asOf }
}
