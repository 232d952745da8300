import { toDollars } from '@keyhold/kit/lib/money'
import type { PropertyFigures } from '@keyhold/contracts/payments/reports'
import type { z } from '@keyhold/contracts/zod'
import { maxPropertyRows } from '../../limits.ts'
import type { ChargesRow, OccupancyRow, RevenueRow } from './report-figures.ts'
import { type Costs, type PeriodData, totalsOf } from './report-summary.ts'

type PropertyRow = z.output<typeof PropertyFigures>

/** One row per property, highest revenue first. Properties beyond the limit share one row; the last row is what belongs to no property. */
export function propertyFigures(data: PeriodData, names: ReadonlyMap<string, string>): PropertyRow[] {
  const ids = new Set(
    [...data.homes, ...data.revenue, ...data.charges, ...data.costs].map(({ propertyId }) => propertyId),
  )
  const [revenue, charges, costs, homes] = [data.revenue, data.charges, data.costs, data.homes].map((rows) =>
    Map.groupBy(rows as { propertyId: string | null }[], ({ propertyId }) => propertyId),
  ) as [Groups<RevenueRow>, Groups<ChargesRow>, Groups<Costs['costs'][number]>, Groups<OccupancyRow>]
  const rows = [...ids].map((propertyId) => {
    const of = <T>(groups: Groups<T>) => groups.get(propertyId) ?? []
    const totals = totalsOf({
      ...data,
      revenue: of(revenue),
      charges: of(charges),
      costs: of(costs),
      homes: of(homes),
    })
    return {
      propertyId,
      name: propertyId === null ? 'No property' : (names.get(propertyId) ?? 'Unknown property'),
      totals,
    }
  })
  const isEmpty = ({ totals: t }: (typeof rows)[number]) =>
    t.units === 0 && t.revenue === 0 && t.outstanding === 0 && t.maintenanceCosts === 0
  const shown = rows
    .filter((row) => !isEmpty(row))
    .toSorted(
      (a, b) =>
        Number(a.propertyId === null) - Number(b.propertyId === null) ||
        b.totals.revenue - a.totals.revenue ||
        a.name.localeCompare(b.name, 'en') ||
        ((a.propertyId ?? '') < (b.propertyId ?? '') ? -1 : 1),
    )
  if (shown.length <= maxPropertyRows) return shown.map(rowOf)
  const last = shown.at(-1)?.propertyId === null ? 1 : 0
  const shownAlone = maxPropertyRows - 1 - last
  const others = shown.slice(shownAlone, shown.length - last)
  const together = others.reduce(
    (all, { totals }) => ({
      units: all.units + totals.units,
      occupied: all.occupied + totals.occupied,
      revenue: all.revenue + totals.revenue,
      outstanding: all.outstanding + totals.outstanding,
      maintenanceCosts: all.maintenanceCosts + totals.maintenanceCosts,
      netIncome: all.netIncome + totals.netIncome,
    }),
    { units: 0, occupied: 0, revenue: 0, outstanding: 0, maintenanceCosts: 0, netIncome: 0 },
  )
  return [
    ...shown.slice(0, shownAlone).map(rowOf),
    rowOf({ propertyId: null, name: `${others.length} further properties`, totals: together }),
    ...shown.slice(shown.length - last).map(rowOf),
  ]
}

type Groups<T> = Map<string | null, T[]>
type Sums = Pick<
  ReturnType<typeof totalsOf>,
  'units' | 'occupied' | 'revenue' | 'outstanding' | 'maintenanceCosts' | 'netIncome'
>

const rowOf = ({
  propertyId,
  name,
  totals,
}: {
  propertyId: string | null
  name: string
  totals: Sums
}): PropertyRow => ({
  propertyId,
  name,
  units: totals.units,
  occupiedUnits: totals.occupied,
  revenue: toDollars(totals.revenue),
  outstanding: toDollars(totals.outstanding),
  maintenanceCosts: toDollars(totals.maintenanceCosts),
  netIncome: toDollars(totals.netIncome),
})
