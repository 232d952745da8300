import type { Tx } from '@keyhold/kit/database/database'
import type { WhichTenancy } from '../../schema/tenancies.ts'
import { recordChanges, systemAuthor } from '../history/history.ts'
import { leaveTenancy } from './leave-tenancy.ts'
import { todayOf } from './tenancies.ts'
import { finishTenancyChange, lockTenancyGroup } from './tenancy-group.ts'

/** Makes members inactive whose planned move-out day has come. Idempotent. */
export async function completeMoveOuts(tx: Tx, which: WhichTenancy, at: string): Promise<void> {
  const group = await lockTenancyGroup(tx, which)
  if (!group) return
  const { landlordId } = which
  const today = await todayOf(tx, group.tenancy, at)
  const left: string[] = []
  for (const { member } of group.members) {
    const { tenantId, leftOn, hasLeft } = member
    if (hasLeft || leftOn === null || leftOn > today) continue
    left.push(...(await leaveTenancy(tx, group, { tenantIds: [tenantId], at, on: leftOn })))
  }
  if (left.length === 0) return
  const changes = [{ field: 'isActive', from: 'true', to: 'false' }]
  await recordChanges(
    tx,
    left.map((tenantId) => ({ landlordId, tenantId, what: 'moved_out' as const, changes })),
    { at, by: systemAuthor },
  )
  await finishTenancyChange(tx, which, { at, by: systemAuthor, updated: left, left })
}
