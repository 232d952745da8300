import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, isNotNull } from 'drizzle-orm'
import { rule } from '../../schema/recurring-rules.ts'
import { lockAccounts } from '../ledger/charges.ts'
import { isAnyOf } from '../ledger/sql.ts'
import { withinTenancy } from './recurring-rules.ts'
import { syncAndAllocate } from './sync-charges.ts'
import { readTenancies } from './tenancies.ts'

const comingDue = {
  reason: 'Posted as it comes due.',
  cancellation: 'Replaced by another charge for the same period.',
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
    return { before: terms, after: terms, by: null, ...comingDue }
  })
  return syncAndAllocate(tx, changes, { landlordId, now })
}
