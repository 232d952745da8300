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
export type Found =
  | { propertyId: string | null; unitId: string | null }
  | { path: 'property' | 'unit'; message: string }

/** How what a file calls a property and a unit is looked up. It means exactly one, or it is told why not. */
export type FindPlace = (property: string, unit: string) => Found

/** `units`: all there are of these properties, the first ones among them. */
export function placeFinder(properties: readonly NamedProperty[], units: readonly NamedUnit[]): FindPlace {
  const byName = new Map<string, Set<string>>()
  for (const { propertyId, name, address } of properties)
    for (const key of [plain(name), plain(address)])
      if (key) byName.set(key, (byName.get(key) ?? new Set()).add(propertyId))
  const unitsOf = Map.groupBy(units, ({ propertyId }) => propertyId)

  return (property, unit) => {
    if (property === '')
      return unit === ''
        ? { propertyId: null, unitId: null }
        : { path: 'property', message: 'Name the property that the unit is in' }
    const [propertyId, ...others] = byName.get(plain(property)) ?? []
    if (propertyId === undefined)
      return { path: 'property', message: 'None of your properties has this name or address' }
    if (others.length > 0)
      return {
        path: 'property',
        message: `${others.length + 1} of your properties have this name or address: give them different names, or write the address`,
      }
    return findUnit(unitsOf.get(propertyId) ?? [], { propertyId, unit })
  }
}

function findUnit(units: readonly NamedUnit[], { propertyId, unit }: { propertyId: string; unit: string }): Found {
  const [only, ...others] = units
  if (unit === '')
    return others.length === 0
      ? { propertyId, unitId: only?.unitId ?? null }
      : { path: 'unit', message: `This property has ${units.length} units: say which` }
  const exact = units.filter(({ name }) => plain(name) === plain(unit))
  const found = exact.length > 0 ? exact : units.filter(({ name }) => bare(name) === bare(unit))
  if (found.length === 1) return { propertyId, unitId: found[0]!.unitId }
  return {
    path: 'unit',
    message:
      found.length === 0
        ? 'This property has no unit of this name'
        : `${found.length} units of this property have this name`,
  }
}

const plain = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/** "Apt 2B", "#2b" and "Unit 2B" are the same door. */
const bare = (text: string) => plain(text).replace(/^(?:(?:unit|apartment|apt\.?|suite|no\.?)\s+|#\s*)+/, '')
