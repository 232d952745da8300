import { UnitChanged } from '@keyhold/contracts/properties/units'
import { on } from '@keyhold/kit/messaging/handlers'
import { sql } from 'drizzle-orm'
import { unit } from '../schema/projections.ts'

/** Updates the projection of units. A removed unit stays removed. */
export const unitEvents = () => [
  on(UnitChanged, async ({ data: { landlordId, unitId, propertyId, name, isDeleted }, tx }) => {
    await tx
      .insert(unit)
      .values({ landlordId, unitId, propertyId, name, isDeleted })
      .onConflictDoUpdate({
        target: [unit.landlordId, unit.unitId],
        set: { propertyId, name, isDeleted: sql`${unit.isDeleted} or excluded.is_deleted` },
      })
  }),
]
