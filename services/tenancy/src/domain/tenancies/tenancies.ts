import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { and, eq, sql } from 'drizzle-orm'
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
  const dateAtProperty = await datesAtProperties(tx, landlordId, [propertyId], at)
  return dateAtProperty(propertyId)
}

/** The date at each of these properties; null is no property. */
export async function datesAtProperties(
  tx: Tx,
  landlordId: string,
  propertyIds: readonly (string | null)[],
  at: string,
): Promise<(propertyId: string | null) => string> {
  const ids = [...new Set(propertyIds.filter((id) => id !== null))]
  const found =
    ids.length === 0
      ? []
      : await tx
          .select({ propertyId: property.propertyId, timeZone: property.timeZone })
          .from(property)
          .where(and(eq(property.landlordId, landlordId), sql`${property.propertyId} = any(${sql.param(ids)}::uuid[])`))
  const zones = new Map(found.map((one) => [one.propertyId, one.timeZone]))
  return (propertyId) => dateAt(at, propertyId === null ? null : zones.get(propertyId))
}
