import { listPropertySnapshots, type PropertySnapshot } from '@keyhold/contracts/properties/properties'
import { firstUnitName } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tools } from '@keyhold/kit/http/request'
import { type FindPlace, type NamedUnit, placeFinder } from './import-homes.ts'

type Facts = z.output<typeof PropertySnapshot>

const page = 500

/**
 * The landlord's properties that tenants may live in, as their owner tells them now (addresses are kept nowhere else), and their units.
 * @throws Refusal `unavailable` while the owner does not answer
 */
export async function readPortfolio(
  actor: LandlordActor,
  { db, call }: Pick<Tools, 'db' | 'call'>,
): Promise<{ find: FindPlace; facts: Map<string, Facts> }> {
  const { landlordId } = actor
  const all: Facts[] = []
  for (let after: string | undefined; ;) {
    const some = await call(listPropertySnapshots, serviceActor('tenancy', landlordId), {
      query: { limit: page, ...(after ? { after } : {}) },
    })
    all.push(...some.filter((one) => one.landlordId === landlordId && !one.isDeleted && !one.isArchived))
    after = some.at(-1)?.propertyId
    if (some.length < page) break
  }
  const told = await db.read(
    actor,
    (read) =>
      read<
        (NamedUnit & { isDeleted: boolean })[]
      >`select unit_id, property_id, name, is_deleted from unit where landlord_id = ${landlordId}`,
  )
  const named = new Set(told.map(({ unitId }) => unitId))
  const first = all
    .filter(({ propertyId }) => !named.has(propertyId))
    .map(({ propertyId }) => ({ unitId: propertyId, propertyId, name: firstUnitName }))
  return {
    find: placeFinder(all, [...first, ...told.filter(({ isDeleted }) => !isDeleted)]),
    facts: new Map(all.map((one) => [one.propertyId, one])),
  }
}
