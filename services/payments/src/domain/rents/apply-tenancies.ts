import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import { type Dated, isNewer, upsertDated } from '@keyhold/kit/messaging/projection'
import { sql } from 'drizzle-orm'
import { tenancies } from '../../projections/tenants.ts'
import { allocateCredit } from '../ledger/allocations.ts'
import { cancelUnpaid } from '../ledger/cancel-charges.ts'
import { stepsOf } from './recurring-rules.ts'
import { syncCharges } from './sync-charges.ts'
import { readTenancies, type TenancyChange, type TenancyRow } from './tenancies.ts'
import { lockTenants, updateMembers } from './tenancy-members.ts'
import { changeRules, voidReason } from './tenancy-rules.ts'

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
  list: readonly Dated<TenancySnapshot>[],
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
function roundsOf(list: readonly Dated<TenancySnapshot>[]): Dated<TenancySnapshot>[][] {
  const rounds: Dated<TenancySnapshot>[][] = []
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
  round: readonly Dated<TenancySnapshot>[],
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
  const voided = changes.map(({ snapshot }) => snapshot).filter(({ isVoid }) => isVoid)
  await cancelUnpaid(
    tx,
    {
      landlordId,
      accounts: voided.map(({ accountId }) => accountId),
      tenancies: voided.map(({ tenancyId }) => tenancyId),
    },
    { by: null, reason: voidReason, now },
  )
  // Only after all rules are synced: otherwise deallocated money could go to charges that are about to be cancelled.
  await allocateCredit(tx, { landlordId, accounts, now })
}

function tenancyRowOf({ snapshot, asOf, isPast }: TenancyChange): Dated<Omit<TenancyRow, 'asOf'>> {
  const { landlordId, tenancyId, accountId, startDate, endDate, monthlyRent } = snapshot
  const { tenantIds, propertyId, unitId, termKind, securityDeposit, movedOutOn, isVoid } = snapshot
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
    steps: monthlyRent === null ? [] : stepsOf(snapshot, startDate ?? '1900-01-01', monthlyRent),
    securityDeposit,
    movedOutOn,
    isVoid,
    isPast,
  }
  return { snapshot: row, asOf }
}
