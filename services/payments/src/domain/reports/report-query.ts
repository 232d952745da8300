import { maintenanceCosts } from '@keyhold/contracts/maintenance/costs'
import type { ReportSummary, SeriesPoint } from '@keyhold/contracts/payments/reports'
import type { z } from '@keyhold/contracts/zod'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tools } from '@keyhold/kit/http/request'
import { joinProperty } from '../ledger/charge-balance.ts'
import { propertyFigures } from './property-figures.ts'
import { arrearsChanges, type AsOf, dayAt, replacesFrom } from './report-charges.ts'
import { assertReportRange, type ReportScope, scopeAtEnd } from './report-day.ts'
import {
  type AccountRow,
  accountsOn,
  chargesOf,
  type ChargesRow,
  daysOf,
  occupancyOn,
  type OccupancyRow,
  revenueOf,
  type RevenueRow,
} from './report-figures.ts'
import { type Period, periodBefore, type PeriodKind, periodOf, periodsUpTo } from './report-periods.ts'
import { figuresOf, byStatusOf, type Costs, occupancyOf, type PeriodData } from './report-summary.ts'

export type Reading = Pick<Tools, 'db' | 'call' | 'clock'> & { actor: LandlordActor }
type Point = z.output<typeof SeriesPoint>

const none = { open: 0, in_progress: 0, completed: 0, cancelled: 0 }

/** @throws Refusal 503 if the maintenance service is unavailable, since net income would be wrong without its costs */
const costsOf = ({ call, actor }: Reading, { from, to }: Period, propertyId: string | null): Promise<Costs> =>
  call(maintenanceCosts, serviceActor('payments', actor.landlordId), {
    query: { from, to, ...(propertyId === null ? {} : { propertyId }) },
  })

/** The figures of the period that contains the day. */
export async function readSummary(reading: Reading, scope: ReportScope, kind: PeriodKind): Promise<ReportSummary> {
  const { landlordId } = scope
  const propertyId = scope.property?.id ?? null
  const [period, before] = [periodOf(kind, scope.day), periodBefore(kind, scope.day)]
  assertReportRange([before, period])
  const [end, endBefore] = [scopeAtEnd(scope, period), scopeAtEnd(scope, before)]
  const where = { landlordId, propertyId }
  const read = reading.db.read(
    reading.actor,
    (sql) =>
      [
        sql<RevenueRow[]>`${revenueOf(sql, where, { starts: [before.from, period.from], to: period.to })}`,
        sql<ChargesRow[]>`${chargesOf(sql, end, { propertyId, ...period })}`,
        sql<ChargesRow[]>`${chargesOf(sql, endBefore, { propertyId, ...before })}`,
        sql<OccupancyRow[]>`${occupancyOn(sql, where, [endBefore.day, end.day])}`,
        sql<
          Pick<AccountRow, 'propertyId' | 'depositHeld'>[]
        >`select property_id, deposit_held from (${accountsOn(sql, end)}) a where deposit_held <> 0`,
        sql<
          { propertyId: string; name: string }[]
        >`select p.property_id, p.name from property p where p.landlord_id = ${landlordId}`,
      ] as const,
  )
  const [[revenue, charges, chargesBefore, homes, deposits, names], costs, costsBefore] = await Promise.all([
    read,
    costsOf(reading, period, propertyId),
    costsOf(reading, before, propertyId),
  ])
  const dataOf = (n: number, of: Period, day: string, rows: ChargesRow[], spent: Costs): PeriodData => ({
    ...of,
    day,
    revenue: revenue.filter((row) => row.n === n),
    charges: rows,
    costs: spent.costs,
    homes: homes.filter((row) => row.n === n),
  })
  const data = dataOf(2, period, end.day, charges, costs)
  const held = deposits.filter((row) => propertyId === null || row.propertyId === propertyId)
  return {
    period: kind,
    asOf: scope.day,
    ...period,
    previousFrom: before.from,
    previousTo: before.to,
    ...figuresOf(data, dataOf(1, before, endBefore.day, chargesBefore, costsBefore)),
    depositsHeld: toDollars(held.reduce((sum, row) => sum + toCents(row.depositHeld), 0)),
    paymentsByStatus: byStatusOf(charges),
    maintenanceByStatus: { ...none, ...costs.byStatus },
    properties: propertyFigures(data, new Map(names.map((row) => [row.propertyId, row.name]))),
    generatedAt: scope.now,
  }
}

/** The figures of `count` periods; the last one contains the day. */
export async function readSeries(
  reading: Reading,
  scope: ReportScope,
  kind: PeriodKind,
  count: number,
): Promise<Point[]> {
  const { landlordId } = scope
  const propertyId = scope.property?.id ?? null
  const periods = periodsUpTo(kind, scope.day, count)
  assertReportRange(periods)
  const [first, last] = [periods[0], periods.at(-1)] as [Period, Period]
  const end: AsOf = scopeAtEnd(scope, last)
  const starts = periods.map(({ from }) => from)
  const ends = periods.map((period) => scopeAtEnd(scope, period).day)
  // For today, all current cancellations count, even at properties where it is already tomorrow.
  const orNever = (day: string) => (day === scope.today ? '9999-12-31' : day)
  const where = { landlordId, propertyId }
  const read = reading.db.read(reading.actor, (sql) => {
    const here = propertyId === null ? sql`true` : sql`c.property_id = ${propertyId}`
    return [
      sql<
        { n: number; revenue: number }[]
      >`select n, sum(revenue) as revenue from (${revenueOf(sql, where, { starts, to: last.to })}) r group by n`,
      sql<{ n: number; charged: number }[]>`
        select x.n, sum(c.amount) as charged from charge c ${joinProperty(sql)}
        cross join lateral (select width_bucket(c.due_date, ${daysOf(sql, starts)}) as n) x
        where c.landlord_id = ${landlordId} and c.type <> 'security_deposit' and c.due_date between ${first.from}::date and ${last.to}::date and ${here}
          and (c.cancelled_at is null or ${dayAt(sql, sql`c.cancelled_at`, sql`p.time_zone`)} > (${daysOf(sql, ends.map(orNever))})[x.n])
          and coalesce(${replacesFrom(sql, sql`p.time_zone`)} <= (${daysOf(sql, ends.map(orNever))})[x.n], true)
        group by x.n`,
      sql<{ n: number; moved: number }[]>`${arrearsChanges(sql, end, { starts: daysOf(sql, starts), where: here })}`,
      sql<Pick<OccupancyRow, 'n' | 'units' | 'occupied'>[]>`
        select n, sum(units) as units, sum(occupied) as occupied from (${occupancyOn(sql, where, ends)}) h group by n`,
    ] as const
  })
  const [[revenue, charged, moves, homes], { costs }] = await Promise.all([
    read,
    costsOf(reading, { from: first.from, to: last.to }, propertyId),
  ])
  return periods.map((period, i) => {
    const at = <T extends { n: number }>(rows: T[]) => rows.find(({ n }) => n === i + 1)
    const earned = toCents(at(revenue)?.revenue ?? 0)
    const spent = costs
      .filter(({ on }) => period.from <= on && on <= period.to)
      .reduce((sum, { amount }) => sum + toCents(amount), 0)
    const arrears = moves.filter(({ n }) => n <= i + 1).reduce((sum, { moved }) => sum + toCents(moved), 0)
    const { units = 0, occupied = 0 } = at(homes) ?? {}
    return {
      ...period,
      revenue: toDollars(earned),
      charged: toDollars(toCents(at(charged)?.charged ?? 0)),
      maintenanceCosts: toDollars(spent),
      netIncome: toDollars(earned - spent),
      arrears: toDollars(arrears),
      occupancyRate: occupancyOf(occupied, units),
    }
  })
}
