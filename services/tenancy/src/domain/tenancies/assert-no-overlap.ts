import type { Tx } from '@keyhold/kit/database/database'
import { refuseField } from '@keyhold/kit/http/problem'
import { and, eq, gt, lt, max, ne } from 'drizzle-orm'
import { tenancy, type TenancyRow } from '../../schema/tenancies.ts'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * Tenancies on one ledger must not overlap, or the same month would be charged twice. A stale form that still shows the previous lease could
 * otherwise set such a start date. `path`: the form's name for the start date. @throws Refusal 400
 */
export async function assertNoOverlap(
  tx: Tx,
  {
    id,
    landlordId,
    accountId,
    startDate,
    movedOutOn,
  }: Pick<TenancyRow, 'id' | 'landlordId' | 'accountId' | 'startDate' | 'movedOutOn'>,
  path: string,
): Promise<void> {
  if (startDate === null) return
  const [earlier] = await tx
    .select({ until: max(tenancy.movedOutOn) })
    .from(tenancy)
    .where(
      and(
        eq(tenancy.landlordId, landlordId),
        eq(tenancy.accountId, accountId),
        ne(tenancy.id, id),
        eq(tenancy.isVoid, false),
        gt(tenancy.movedOutOn, startDate),
        // A tenancy without a start date, or in which nobody lived, charged nothing.
        gt(tenancy.movedOutOn, tenancy.startDate),
        movedOutOn === null ? undefined : lt(tenancy.movedOutOn, movedOutOn),
      ),
    )
  if (!earlier?.until) return
  const until = longDate.format(new Date(earlier.until))
  refuseField(path, `An earlier tenancy on the same ledger lasted until ${until}. Enter that date or a later one`)
}
