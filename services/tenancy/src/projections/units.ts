import { getUnitSnapshot, type UnitSnapshot } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import type { Tools } from '@keyhold/kit/http/request'
import { defineProjection, findOrAsk } from '@keyhold/kit/messaging/projection'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { sql } from 'drizzle-orm'
import { unit } from '../schema/projections.ts'

type UnitRow = typeof unit.$inferSelect

/** A removed unit stays removed. */
export const units = defineProjection({
  table: unit,
  row: ({ landlordId, unitId, propertyId, name, isDeleted }: z.output<typeof UnitSnapshot>) => ({
    landlordId,
    unitId,
    propertyId,
    name,
    isDeleted,
  }),
  merge: { isDeleted: sql`${unit.isDeleted} or excluded.is_deleted` },
})

/** A unit of the landlord, or null. May call another service: never inside a transaction. */
export function findUnit(
  { landlordId }: LandlordActor,
  unitId: string,
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<UnitRow | null> {
  const actor = serviceActor('tenancy', landlordId)
  return findOrAsk(units, tools, {
    actor,
    find: (read) => read<UnitRow[]>`select * from unit where landlord_id = ${landlordId} and unit_id = ${unitId}`,
    ask: () => tools.call(getUnitSnapshot, actor, { params: { id: unitId } }),
  })
}
