import type { Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { tenancy } from '../../schema/projections.ts'
import { rule } from '../../schema/recurring-rules.ts'
import { dayText } from '../explain/format.ts'
import type { Author } from '../journal/record.ts'
import { syncAndAllocate } from './sync-charges.ts'
import { termsOf } from './tenancies.ts'

/**
 * Called under the account's lock when a report on a charge was answered. The report kept the charge unchanged; if the tenants have moved out since,
 * the days after the move-out are removed now.
 */
export async function syncAfterReport(tx: Tx, { landlordId, id, by, now }: Author & { id: string }): Promise<void> {
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
  const reason = `Moved out on ${dayText(after.leftOn)}.`
  await syncAndAllocate(tx, [{ before, after, isPast: found.isPast, by, reason }], { landlordId, now })
}
