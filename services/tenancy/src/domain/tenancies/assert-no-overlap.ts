import type { Tx } from '@keyhold/kit/database/database'
import { Refusal } from '@keyhold/kit/http/problem'
import { and, eq, gt, lt, max, ne } from 'drizzle-orm'
import { tenancy } from '../../schema/tenancies.ts'
import type { TenancyRow } from './tenancies.ts'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * Tenancies on one ledger follow each other: one that is given an earlier start, by a page that shows the lease of before for instance, does not
 * begin in the days of another, or their rents were charged twice. `path`: how the form calls the start. @throws Refusal 400
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
  const [before] = await tx
    .select({ until: max(tenancy.movedOutOn) })
    .from(tenancy)
    .where(
      and(
        eq(tenancy.landlordId, landlordId),
        eq(tenancy.accountId, accountId),
        ne(tenancy.id, id),
        eq(tenancy.isVoid, false),
        gt(tenancy.movedOutOn, startDate),
        // One without a start, or in which nobody lived, charged nothing.
        gt(tenancy.movedOutOn, tenancy.startDate),
        movedOutOn === null ? undefined : lt(tenancy.movedOutOn, movedOutOn),
      ),
    )
  if (!before?.until) return
  const message = `An earlier tenancy on the same ledger lasted until ${longDate.format(new Date(before.until))}: enter that day or a later one`
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path, message }] })
}
