import { listPropertySnapshots, type PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { firstUnitName } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tools } from '@keyhold/kit/http/request'
import { type FindHome, type NamedUnit, createHomeFinder } from './import-homes.ts'

type Property = z.output<typeof PropertySnapshot>

const pageSize = 500

/**
 * The landlord's available properties with their units. The properties are asked for, because the projection has no addresses.
 * @throws Refusal `unavailable`
 */
export async function readPortfolio(
  actor: LandlordActor,
  { db, call }: Pick<Tools, 'db' | 'call'>,
): Promise<{ findHome: FindHome; properties: Map<string, Property> }> {
  const { landlordId } = actor
  const all: Property[] = []
  for (let after: string | undefined; ;) {
    const page = await call(listPropertySnapshots, serviceActor('tenancy', landlordId), {
      query: { limit: pageSize, ...(after ? { after } : {}) },
    })
    all.push(...page.filter((one) => one.landlordId === landlordId && !one.isDeleted && !one.isArchived))
    after = page.at(-1)?.propertyId
    if (page.length < pageSize) break
  }
  const stored = await db.read(
    actor,
    (read) =>
      read<
        (NamedUnit & { isDeleted: boolean })[]
      >`select unit_id, property_id, name, is_deleted from unit where landlord_id = ${landlordId}`,
  )
  const storedIds = new Set(stored.map(({ unitId }) => unitId))
  // A first unit may have no row.
  const unstored = all
    .filter(({ propertyId }) => !storedIds.has(propertyId))
    .map(({ propertyId }) => ({ unitId: propertyId, propertyId, name: firstUnitName }))
  return {
    findHome: createHomeFinder(all, [...unstored, ...stored.filter(({ isDeleted }) => !isDeleted)]),
    properties: new Map(all.map((one) => [one.propertyId, one])),
  }
}
