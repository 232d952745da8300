import { toCents, toDollars } from '@keyhold/kit/lib/money'
import type { PropertyFigures } from '@keyhold/contracts/payments/reports'
import type { z } from '@keyhold/contracts/zod'
import { maxPropertyRows } from '../../limits.ts'
import type { PropertySums } from './property-rows.ts'
import type { Costs } from './report-summary.ts'

type PropertyRow = z.output<typeof PropertyFigures>

/** Money in cents. */
interface Row {
  propertyId: string | null
  name: string
  units: number
  occupied: number
  revenue: number
  outstanding: number
  costs: number
}

interface Given {
  rows: readonly PropertySums[]
  costs: Costs['costs']
  /** Names of properties of which nothing but costs is known. */
  names: ReadonlyMap<string, string>
}

/**
 * One row per property, highest revenue first. Properties beyond the limit share one row, in which those with nothing but costs are not counted; the
 * last row is what belongs to no property.
 */
export function propertyFigures({ rows, costs, names }: Given): PropertyRow[] {
  const spent = new Map<string | null, number>()
  for (const { propertyId, amount } of costs) spent.set(propertyId, (spent.get(propertyId) ?? 0) + toCents(amount))
  const together = rows.find(({ properties }) => properties > 1)
  const alone = rows.filter((row) => row !== together)
  const nameOf = (id: string | null, name?: string | null) =>
    id === null ? 'No property' : (name ?? names.get(id) ?? 'Unknown property')
  const withCosts = (row: PropertySums): Row => ({
    propertyId: row.propertyId,
    name: nameOf(row.propertyId, row.name),
    units: row.units,
    occupied: row.occupied,
    revenue: toCents(row.revenue),
    outstanding: toCents(row.outstanding),
    costs: spent.get(row.propertyId) ?? 0,
  })
  const known = new Set(alone.map(({ propertyId }) => propertyId))
  const ofCosts = [...spent].filter(([id, cents]) => !known.has(id) && cents !== 0)
  const list = [
    ...alone.map(withCosts),
    ...ofCosts
      .filter(([id]) => id === null || together === undefined)
      .map(([id, cents]) => ({ ...nothing, propertyId: id, name: nameOf(id), costs: cents })),
  ].toSorted(byRevenue)
  if (together === undefined && list.length <= maxPropertyRows) return list.map(shown)
  const last = list.at(-1)?.propertyId === null ? 1 : 0
  const kept = maxPropertyRows - 1 - last
  const further = list.slice(kept, list.length - last)
  const count = (together?.properties ?? 0) + further.length
  const others = [
    ...(together ? [{ ...withCosts(together), costs: 0 }] : []),
    ...further,
    ...(together ? ofCosts.filter(([id]) => id !== null).map(([, cents]) => ({ ...nothing, costs: cents })) : []),
  ].reduce(added, nothing)
  return [
    ...list.slice(0, Math.min(kept, list.length - last)),
    { ...others, name: `${count} further properties` },
    ...list.slice(list.length - last),
  ].map(shown)
}

const nothing: Row = { propertyId: null, name: '', units: 0, occupied: 0, revenue: 0, outstanding: 0, costs: 0 }

const added = (all: Row, row: Row): Row => ({
  ...all,
  units: all.units + row.units,
  occupied: all.occupied + row.occupied,
  revenue: all.revenue + row.revenue,
  outstanding: all.outstanding + row.outstanding,
  costs: all.costs + row.costs,
})

const byRevenue = (a: Row, b: Row): number =>
  Number(a.propertyId === null) - Number(b.propertyId === null) ||
  b.revenue - a.revenue ||
  a.name.localeCompare(b.name, 'en') ||
  ((a.propertyId ?? '') < (b.propertyId ?? '') ? -1 : 1)

const shown = ({ propertyId, name, units, occupied, revenue, outstanding, costs }: Row): PropertyRow => ({
  propertyId,
  name,
  units,
  occupiedUnits: occupied,
  revenue: toDollars(revenue),
  outstanding: toDollars(outstanding),
  maintenanceCosts: toDollars(costs),
  netIncome: toDollars(revenue - costs),
})
