import type { Tx } from '@keyhold/kit/database/database'
import { bySystem, recordChanges } from '../history/history.ts'
import { leave } from './leave-tenancy.ts'
import { lockHousehold, settle, todayOf, type WhichTenancy } from './tenancies.ts'

/** Members whose noted day of moving out has come are gone, and inactive. Doing it again changes nothing. */
export async function endStays(tx: Tx, which: WhichTenancy, at: string): Promise<void> {
  const household = await lockHousehold(tx, which)
  if (!household) return
  const { landlordId } = which
  const today = await todayOf(tx, household.tenancy, at)
  const left: string[] = []
  for (const { member } of household.members) {
    const { tenantId, leftOn, hasLeft } = member
    if (hasLeft || leftOn === null || leftOn > today) continue
    left.push(...(await leave(tx, household, { tenantIds: [tenantId], at, on: leftOn })))
  }
  if (left.length === 0) return
  const changes = [{ field: 'isActive', from: 'true', to: 'false' }]
  await recordChanges(
    tx,
    left.map((tenantId) => ({ landlordId, tenantId, what: 'moved_out' as const, changes })),
    { at, by: bySystem },
  )
  await settle(tx, which, { at, updated: left, left })
}
