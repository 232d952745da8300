export interface NamedProperty {
  propertyId: string
  name: string
  address: string
}
export interface NamedUnit {
  unitId: string
  propertyId: string
  name: string
}
export type HomeMatch =
  | { propertyId: string | null; unitId: string | null }
  | { path: 'property' | 'unit'; message: string }

/** Finds the home that the cells of a row name: exactly one, or an issue. */
export type FindHome = (property: string, unit: string) => HomeMatch

/** `units`: all units of these properties, including the first ones. */
export function createHomeFinder(properties: readonly NamedProperty[], units: readonly NamedUnit[]): FindHome {
  const byName = new Map<string, Set<string>>()
  for (const { propertyId, name, address } of properties)
    for (const key of [normalize(name), normalize(address)])
      if (key) byName.set(key, (byName.get(key) ?? new Set()).add(propertyId))
  const unitsOf = Map.groupBy(units, ({ propertyId }) => propertyId)

  return (property, unit) => {
    if (property === '')
      return unit === ''
        ? { propertyId: null, unitId: null }
        : { path: 'property', message: 'Enter the property of this unit' }
    const [propertyId, ...others] = byName.get(normalize(property)) ?? []
    if (propertyId === undefined)
      return { path: 'property', message: 'None of your properties has this name or address' }
    if (others.length > 0)
      return {
        path: 'property',
        message: `${others.length + 1} of your properties have this name or address: give them different names, or enter the address`,
      }
    return findUnit(unitsOf.get(propertyId) ?? [], { propertyId, unit })
  }
}

function findUnit(units: readonly NamedUnit[], { propertyId, unit }: { propertyId: string; unit: string }): HomeMatch {
  const [only, ...others] = units
  if (unit === '')
    return others.length === 0
      ? { propertyId, unitId: only?.unitId ?? null }
      : { path: 'unit', message: `This property has ${units.length} units: enter one` }
  const exact = units.filter(({ name }) => normalize(name) === normalize(unit))
  const found = exact.length > 0 ? exact : units.filter(({ name }) => withoutPrefix(name) === withoutPrefix(unit))
  if (found.length === 1) return { propertyId, unitId: found[0]!.unitId }
  return {
    path: 'unit',
    message:
      found.length === 0
        ? 'This property has no unit of this name'
        : `${found.length} units of this property have this name`,
  }
}

const normalize = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/** "Apt 2B", "#2b" and "Unit 2B" are the same unit. */
const withoutPrefix = (text: string) =>
  normalize(text).replace(/^(?:(?:unit|apartment|apt\.?|suite|no\.?)\s+|#\s*)+/, '')
