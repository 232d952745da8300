import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { and, eq } from 'drizzle-orm'
import { property } from '../../schema/projections.ts'
import { type TenancyRecord, tenancyRecord, type TenancyRow, type WhichTenancy } from '../../schema/tenancies.ts'
import { rentOn, statusOf } from './terms.ts'

/** The API's representation. */
export function tenancyOf({ timeZone, isVoid, ...record }: TenancyRecord, now: Date): Tenancy {
  const today = dateAt(now, timeZone)
  return { ...record, currentRent: rentOn(record, today), status: statusOf({ ...record, isVoid }, today) }
}

/** A tenancy with its members and names, as the transaction sees them. @throws Refusal 404 */
export async function tenancyRecordOf(tx: Tx, { id, landlordId }: WhichTenancy): Promise<TenancyRecord> {
  const [row] = await tx
    .select()
    .from(tenancyRecord)
    .where(and(eq(tenancyRecord.landlordId, landlordId), eq(tenancyRecord.id, id)))
  return row ?? notFound('Tenancy')
}

/** The date at the tenancy's property. */
export async function todayOf(
  tx: Tx,
  { landlordId, propertyId }: Pick<TenancyRow, 'landlordId' | 'propertyId'>,
  at: string,
): Promise<string> {
  if (propertyId === null) return dateAt(at, null)
  const [found] = await tx
    .select({ timeZone: property.timeZone })
    .from(property)
    .where(and(eq(property.landlordId, landlordId), eq(property.propertyId, propertyId)))
  return dateAt(at, found?.timeZone)
}
