import type { Tx } from '@keyhold/kit/database/database'
import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { tenancyRecord } from '../../schema/tenancies.ts'

/** Tenants who live in a unit, or will. */
export interface Resident {
  unitId: string
  tenancyId: string
  /** "Ann Archer & Ben Baker" */
  names: string
}

/** The tenancies of these properties whose tenants have not moved out, by the date at the property; oldest first. */
export async function readResidents(
  tx: Tx,
  { landlordId, propertyIds, at }: { landlordId: string; propertyIds: readonly string[]; at: string },
): Promise<Resident[]> {
  if (propertyIds.length === 0) return []
  // No time zone is more than a day away from UTC.
  const dayBefore = addDays(dateAt(at, 'UTC'), -1)
  const rows = await tx
    .select()
    .from(tenancyRecord)
    .where(
      and(
        eq(tenancyRecord.landlordId, landlordId),
        sql`${tenancyRecord.propertyId} = any(${sql.param([...new Set(propertyIds)])}::uuid[])`,
        eq(tenancyRecord.isVoid, false),
        or(isNull(tenancyRecord.movedOutOn), gt(tenancyRecord.movedOutOn, dayBefore)),
      ),
    )
    .orderBy(tenancyRecord.createdAt, tenancyRecord.id)
  return rows.flatMap(({ id, unitId, timeZone, movedOutOn, tenants }) => {
    const today = dateAt(at, timeZone)
    const isPresent = ({ leftOn }: { leftOn: string | null }) => leftOn === null || leftOn > today
    if (unitId === null || !isPresent({ leftOn: movedOutOn })) return []
    const names = tenants.filter(isPresent).map(({ firstName, lastName }) => `${firstName} ${lastName}`)
    return [{ unitId, tenancyId: id, names: names.join(' & ') }]
  })
}
