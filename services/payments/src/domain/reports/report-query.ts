import { maintenanceCosts } from '@keyhold/contracts/maintenance/costs'
import type { ReportSummary, SeriesPoint } from '@keyhold/contracts/payments/reports'
import type { z } from '@keyhold/contracts/zod'
import { addDays } from '@keyhold/kit/lib/dates'
import type { ReadSql } from '@keyhold/kit/database/database'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tools } from '@keyhold/kit/http/request'
import { propertyFigures } from './property-figures.ts'
import { movementSums, revenueTotals } from '../sums/movements.ts'
import { liabilitiesOn } from '../sums/liabilities.ts'
import { openAtEndOf } from '../sums/open-at-end.ts'
import { maxPropertyRows } from '../../limits.ts'
import { propertyRows, type PropertySums } from './property-rows.ts'
import { type AsOf, chargesOn, isPast, type MovementRow } from './report-charges.ts'
import { assertReportRange, refuseKnownAt, type ReportScope, scopeAtEnd } from './report-day.ts'
import {
  accountsOn,
  chargesOf,
  type ChargesRow,
  occupancyTotals,
  type OccupancyRow,
  openOf,
  type OpenRow,
  type RevenueRow,
} from './report-figures.ts'
import { type Period, periodBefore, type PeriodKind, periodOf, periodsUpTo } from './report-periods.ts'
import {
  figuresOf,
  byStatusOf,
  openIn,
  receivableOf,
  type Costs,
  occupancyOf,
  type PeriodData,
} from './report-summary.ts'

export type Reading = Pick<Tools, 'db' | 'call' | 'clock'> & { actor: LandlordActor }
type Point = z.output<typeof SeriesPoint>

const none = { open: 0, in_progress: 0, completed: 0, cancelled: 0 }
const nothingOpen: OpenRow = { open: 0, due: 0, toCome: 0 }

/** @throws Refusal 503 if the maintenance service is unavailable, since net income would be wrong without its costs */
const costsOf = ({ call, actor }: Reading, { from, to }: Period, propertyId: string | null): Promise<Costs> =>
  call(maintenanceCosts, serviceActor('payments', actor.landlordId), {
    query: { from, to, ...(propertyId === null ? {} : { propertyId }) },
  })

/** The figures of the period that contains the day. @throws Refusal 400 if asked for as it was known earlier */
export async function readSummary(reading: Reading, scope: ReportScope, kind: PeriodKind): Promise<ReportSummary> {
  refuseKnownAt(scope)
  const { landlordId } = scope
  const propertyId = scope.property?.id ?? null
  const [period, before] = [periodOf(kind, scope.day), periodBefore(kind, scope.day)]
  assertReportRange([before, period])
  const [end, endBefore] = [scopeAtEnd(scope, period), scopeAtEnd(scope, before)]
  const where = { landlordId, propertyId }
  const starts = [before.from, period.from]
  const read = reading.db.read(
    reading.actor,
    (sql) =>
      [
        sql<RevenueRow[]>`${revenueTotals(sql, where, { starts, to: period.to })}`,
        sql<ChargesRow[]>`${chargesOf(sql, end, { propertyId, ...period })}`,
        sql<OpenRow[]>`${openOf(sql, endBefore, { propertyId, ...before })}`,
        sql<OccupancyRow[]>`${occupancyTotals(sql, where, [endBefore.day, end.day])}`,
        sql<{ held: number }[]>`${
          propertyId === null
            ? liabilitiesOn(sql, end)
            : sql`select coalesce(sum(a.deposit_held), 0) as held from (${accountsOn(sql, end)}) a where a.property_id = ${propertyId}`
        }`,
        sql<MovementRow[]>`${movementSums(sql, end, { starts, from: before.from, propertyId })}`,
        sql<PropertySums[]>`${propertyRows(sql, end, { propertyId, ...period, most: maxPropertyRows })}`,
      ] as const,
  )
  const [[revenue, charges, [wasOpen = nothingOpen], homes, [deposits], moves, rows], costs, costsBefore] =
    await Promise.all([read, costsOf(reading, period, propertyId), costsOf(reading, before, propertyId)])
  const inPeriod = (n: number) => ({
    revenue: revenue.find((row) => row.n === n),
    moves: moves.filter((row) => row.n === n),
    homes: homes.find((row) => row.n === n),
  })
  const data: PeriodData = { ...period, day: end.day, ...inPeriod(2), open: openIn(charges), costs: costs.costs }
  const dataBefore: PeriodData = {
    ...before,
    day: endBefore.day,
    ...inPeriod(1),
    open: wasOpen,
    costs: costsBefore.costs,
  }
  const names = await namesOfCosts(reading, costs.costs, rows)
  return {
    period: kind,
    asOf: scope.day,
    ...period,
    day: end.day,
    previousFrom: before.from,
    previousTo: before.to,
    ...figuresOf(data, dataBefore),
    // Everything that was open at the end of the period before.
    receivable: receivableOf(wasOpen.open, data.moves),
    depositsHeld: toDollars(toCents(deposits?.held ?? 0)),
    paymentsByStatus: byStatusOf(charges),
    maintenanceByStatus: { ...none, ...costs.byStatus },
    properties: propertyFigures({ rows, costs: costs.costs, names }),
    generatedAt: scope.now,
  }
}

/** Names of the properties that have costs and no other figures. They are few: a property without units is one that was deleted. */
async function namesOfCosts(
  { db, actor }: Reading,
  costs: Costs['costs'],
  rows: readonly PropertySums[],
): Promise<ReadonlyMap<string, string>> {
  const known = new Set(rows.map(({ propertyId }) => propertyId))
  const others = [...new Set(costs.flatMap(({ propertyId }) => (known.has(propertyId) ? [] : (propertyId ?? []))))]
  if (others.length === 0) return new Map()
  const found = await db.read(
    actor,
    (sql) => sql<{ propertyId: string; name: string }[]>`
      select p.property_id, p.name from property p where p.landlord_id = ${actor.landlordId} and p.property_id = any(${others}::uuid[])`,
  )
  return new Map(found.map((row) => [row.propertyId, row.name]))
}

/** What was open on the day before `from`. */
function openBefore(sql: ReadSql, scope: ReportScope, from: string) {
  const asOf: AsOf = { ...scope, day: addDays(from, -1) }
  const propertyId = scope.property?.id ?? null
  if (propertyId === null && isPast(asOf)) return openAtEndOf(sql, asOf.landlordId, asOf.day)
  return sql`select coalesce(sum(c.open), 0) as open from (${chargesOn(sql, asOf, { propertyId })}) c`
}

/** The figures of `count` periods; the last one contains the day. @throws Refusal 400 if asked for as it was known earlier */
export async function readSeries(
  reading: Reading,
  scope: ReportScope,
  kind: PeriodKind,
  count: number,
): Promise<Point[]> {
  refuseKnownAt(scope)
  const { landlordId } = scope
  const propertyId = scope.property?.id ?? null
  const periods = periodsUpTo(kind, scope.day, count)
  assertReportRange(periods)
  const [first, last] = [periods[0], periods.at(-1)] as [Period, Period]
  const end: AsOf = scopeAtEnd(scope, last)
  const starts = periods.map(({ from }) => from)
  const ends = periods.map((period) => scopeAtEnd(scope, period).day)
  const where = { landlordId, propertyId }
  const read = reading.db.read(reading.actor, (sql) => {
    return [
      sql<RevenueRow[]>`${revenueTotals(sql, where, { starts, to: last.to })}`,
      sql<MovementRow[]>`${movementSums(sql, end, { starts, from: first.from, propertyId })}`,
      sql<{ open: number }[]>`${openBefore(sql, scope, first.from)}`,
      sql<OccupancyRow[]>`${occupancyTotals(sql, where, ends)}`,
    ] as const
  })
  const [[revenue, moves, [before], homes], { costs }] = await Promise.all([
    read,
    costsOf(reading, { from: first.from, to: last.to }, propertyId),
  ])
  return periods.map((period, i) => {
    const at = <T extends { n: number }>(rows: T[]) => rows.find(({ n }) => n === i + 1)
    const earned = toCents(at(revenue)?.revenue ?? 0)
    const spent = costs
      .filter(({ on }) => period.from <= on && on <= period.to)
      .reduce((sum, { amount }) => sum + toCents(amount), 0)
    const change = (row: MovementRow) => toCents(row.charged) - toCents(row.cancelled) - toCents(row.paid)
    const arrears = moves
      .filter(({ n }) => n <= i + 1)
      .reduce((sum, row) => sum + change(row), toCents(before?.open ?? 0))
    const charged = moves.filter((row) => row.n === i + 1 && !row.isDeposit)
    const { units = 0, occupied = 0 } = at(homes) ?? {}
    return {
      ...period,
      revenue: toDollars(earned),
      charged: toDollars(charged.reduce((sum, row) => sum + toCents(row.charged), 0)),
      maintenanceCosts: toDollars(spent),
      netIncome: toDollars(earned - spent),
      arrears: toDollars(arrears),
      occupancyRate: occupancyOf(occupied, units),
    }
  })
}
