import type { Page } from '@keyhold/contracts/endpoint'
import type { Ageing, AgeingRow } from '@keyhold/contracts/payments/reports'
import { amount, id } from '@keyhold/contracts/scalars'
import type { z } from '@keyhold/contracts/zod'
import { cursorCodec } from '@keyhold/kit/http/cursor'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Database } from '@keyhold/kit/database/database'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { namesOn } from '../ledger/accounts.ts'
import { dayText } from '../explain/format.ts'
import { chargesOn } from './report-charges.ts'
import type { ReportScope } from './report-day.ts'
import type { Tag } from '../ledger/sql.ts'

export type AgedRow = z.output<typeof AgeingRow>
export type Totals = z.output<typeof Ageing>['totals']

export interface AgeingPage {
  limit: number
  cursor?: string | undefined
}

/**
 * What each account owes, by days past the due date, which is day 0. `total` leaves out what is not due yet, so it equals the rent roll's balance.
 */
const agedOf = <F>(sql: Tag<F>, scope: ReportScope): F =>
  sql`select ${scope.landlordId}::uuid as landlord_id, c.tenant_id, ${bucketsOf(sql)} from (${openOn(sql, scope)}) c group by c.tenant_id`

const bucketsOf = <F>(sql: Tag<F>): F => {
  const between = (from: number, to: number) =>
    sql`coalesce(sum(c.open) filter (where c.day - c.due_date between ${from}::int and ${to}::int), 0)`
  return sql`
    coalesce(sum(c.open) filter (where c.due_date > c.day), 0) as not_due, ${between(0, 30)} as to30, ${between(31, 60)} as to60, ${between(61, 90)} as to90,
    coalesce(sum(c.open) filter (where c.day - c.due_date > 90), 0) as over90, coalesce(sum(c.open) filter (where c.due_date <= c.day), 0) as total`
}

/** What comes due later is known today; of a past day it is not part of the books. */
const openOn = <F>(sql: Tag<F>, scope: ReportScope): F =>
  chargesOn(sql, scope, { propertyId: scope.property?.id ?? null, to: sql`'infinity'::date`, edges: [0, 31, 61, 91] })

export async function readAgeingTotals(
  db: Database,
  actor: LandlordActor,
  scope: ReportScope,
): Promise<z.output<typeof Ageing>> {
  // By due date first: one sum per charge instead of six.
  const [totals] = await db.read(
    actor,
    (sql) =>
      sql<
        Totals[]
      >`select ${bucketsOf(sql)} from (select o.day, o.due_date, sum(o.open) as open from (${openOn(sql, scope)}) o group by o.day, o.due_date) c`,
  )
  return ageingOf(scope.day, totals ?? { notDue: 0, to30: 0, to60: 0, to90: 0, over90: 0, total: 0 })
}

/** The totals of a day with their calculation. */
export function ageingOf(day: string, totals: Totals): z.output<typeof Ageing> {
  const { notDue, to30, to60, to90, over90 } = totals
  const [a, b, c, d, all] = [to30, to60, to90, over90, totals.total].map((one) => moneyText(toCents(one)))
  return {
    asOf: day,
    totals,
    basis: {
      rule: 'report.ageing/1',
      formula: `${a} 0 to 30 days + ${b} 31 to 60 + ${c} 61 to 90 + ${d} over 90, counted from the due date to ${dayText(day)} = ${all}`,
      inputs: { asOf: day, notDue, to30, to60, to90, over90 },
    },
  }
}

/** A page of accounts with open charges, largest total first. */
export async function readAgeing(
  db: Database,
  actor: LandlordActor,
  scope: ReportScope,
  { limit, cursor }: AgeingPage,
): Promise<Page<AgedRow>> {
  const after = ageingCursor.decode(cursor)
  const rows = await db.read(
    actor,
    (sql) => sql<(AgedRow & { count: number })[]>`
      with aged as materialized (${agedOf(sql, scope)}), page as (
        select * from aged where ${after === undefined ? sql`true` : sql`(total, tenant_id) < (${after[0]}::numeric, ${after[1]}::uuid)`}
        order by total desc, tenant_id desc limit ${whole(sql, limit + 1)}
      )
      select a.tenant_id, ${namesOn(sql, { landlord: sql`a.landlord_id`, account: sql`a.tenant_id`, day: sql`${scope.day}::date` })} as tenant_name,
        (select p.name from tenant t join property p on p.landlord_id = t.landlord_id and p.property_id = t.property_id
          where t.landlord_id = a.landlord_id and t.tenant_id = a.tenant_id) as property_name,
        a.not_due, a.to30, a.to60, a.to90, a.over90, a.total, (select count(*) from aged)::int as count
      from (select 1) one left join page a on true order by a.total desc, a.tenant_id desc`,
  )
  const found = rows.filter(({ tenantId }) => tenantId !== null)
  return pageBy(found, {
    limit,
    total: rows[0]?.count ?? 0,
    cursorOf: ({ total, tenantId }) => ageingCursor.encode(total, tenantId),
  })
}

const ageingCursor = cursorCodec(amount, id)
