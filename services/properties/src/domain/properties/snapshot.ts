import type { PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { PropertyRow } from '../../schema.ts'

/** What other services keep of a property. */
export function factsOf({
  id,
  landlordId,
  name,
  address,
  city,
  state,
  timeZone,
  monthlyRent,
  propertyType,
  bedrooms,
  squareFeet,
  archivedAt,
  deletedAt,
}: PropertyRow): z.output<typeof PropertySnapshot> {
  return {
    propertyId: id,
    landlordId,
    name,
    address,
    city,
    state,
    timeZone,
    monthlyRent,
    isDeleted: deletedAt !== null,
    propertyType,
    bedrooms,
    squareFeet,
    isArchived: archivedAt !== null,
  }
}
