import { firstUnitName } from '@keyhold/contracts/properties/units'
import type { RollData, RollRow } from './types.ts'

export type Home = Pick<RollRow, 'propertyId' | 'propertyName' | 'unitId' | 'unitName' | 'marketRent'>

/** The names of properties and units. A property always has its first unit, even before its first event; the name of an only unit is left out. */
export function homesOf({ properties, units }: Pick<RollData, 'properties' | 'units'>) {
  const known = new Map(properties.map((property) => [property.propertyId, property]))
  const named = new Map(units.map((unit) => [unit.unitId, unit]))
  for (const { propertyId } of properties)
    if (!named.has(propertyId))
      named.set(propertyId, { unitId: propertyId, propertyId, name: firstUnitName, marketRent: null, isDeleted: false })
  const existing = [...named.values()].filter(
    ({ propertyId, isDeleted }) => !isDeleted && known.get(propertyId)?.isGone === false,
  )
  const unitCounts = new Map<string, number>()
  for (const { propertyId } of existing) unitCounts.set(propertyId, (unitCounts.get(propertyId) ?? 0) + 1)
  return {
    units: existing,
    of(propertyId: string | null, unitId: string | null): Home {
      const property = propertyId === null ? undefined : known.get(propertyId)
      const unit = unitId === null ? undefined : named.get(unitId)
      const isOnly = unit?.isDeleted === false && (unitCounts.get(unit.propertyId) ?? 0) <= 1
      const marketRent =
        unit?.marketRent ?? (unitId !== null && unitId === propertyId ? property?.monthlyRent : null) ?? null
      const propertyName = property?.name ?? (propertyId === null ? 'No property' : 'Unknown property')
      return { propertyId, propertyName, unitId, unitName: unit === undefined || isOnly ? null : unit.name, marketRent }
    },
  }
}

/** The sort key of a row. Names follow from the ids, so a cursor of ids is enough to find the position again. */
export type RollKey = Pick<RollRow, 'propertyId' | 'propertyName' | 'unitId' | 'unitName' | 'tenancyId' | 'tenantId'>

const names = new Intl.Collator('en', { numeric: true })

/** Sorts by property, unit and tenancy; rows without a property or unit come last. */
export function byHome(a: RollKey, b: RollKey): number {
  return (
    Number(a.propertyId === null) - Number(b.propertyId === null) ||
    names.compare(a.propertyName, b.propertyName) ||
    compareText(a.propertyId ?? '', b.propertyId ?? '') ||
    Number(a.unitId === null) - Number(b.unitId === null) ||
    names.compare(a.unitName ?? '', b.unitName ?? '') ||
    compareText(a.unitId ?? '', b.unitId ?? '') ||
    compareText(a.tenancyId ?? '', b.tenancyId ?? '') ||
    compareText(a.tenantId ?? '', b.tenantId ?? '')
  )
}

export const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
