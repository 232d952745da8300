import type { Database } from '@keyhold/kit/database/database'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { openAtEndOf } from '../../sums/open-at-end.ts'
import { dueByToday } from '../../sums/open-by-today.ts'
import { liabilitiesOn } from '../../sums/liabilities.ts'
import type { Tag } from '../../ledger/sql.ts'
import { chargesOn, isPast } from '../report-charges.ts'
import type { ReportScope } from '../report-day.ts'
import { isOccupiedOn } from '../report-figures.ts'
import { rollTotals } from './rent-roll.ts'
import { readRentRoll } from './rent-roll-query.ts'
import type { RollTotals } from './types.ts'

/** The totals of the rent roll. Those of all properties are summed by the database; those of one are the sums of its rows. */
export async function readRollTotals(db: Database, actor: LandlordActor, scope: ReportScope): Promise<RollTotals> {
  if (scope.property) return rollTotals((await readRentRoll(db, actor, scope)).rows)
  const [[homes], [owed], [liable]] = await db.read(
    actor,
    (sql) =>
      [
        sql<Pick<RollTotals, 'units' | 'occupied' | 'rent' | 'marketRent'>[]>`${rollHomes(sql, scope)}`,
        sql<{ balance: number }[]>`
          select coalesce(sum(c.open), 0) as balance from (${balanceOn(sql, scope)}) c`,
        sql<{ credit: number; held: number }[]>`${liabilitiesOn(sql, scope)}`,
      ] as const,
  )
  const { units = 0, occupied = 0, rent = 0, marketRent = 0 } = homes ?? {}
  return {
    units,
    occupied,
    vacant: units - occupied,
    rent: toDollars(toCents(rent)),
    marketRent: toDollars(toCents(marketRent)),
    balance: toDollars(toCents(owed?.balance ?? 0)),
    credit: toDollars(toCents(liable?.credit ?? 0)),
    depositHeld: toDollars(toCents(liable?.held ?? 0)),
  }
}

function balanceOn<F>(sql: Tag<F>, scope: ReportScope): F {
  if (scope.knownAt !== undefined) return chargesOn(sql, scope)
  if (scope.day === scope.today) return dueByToday(sql, scope.landlordId, scope.now)
  if (isPast(scope)) return openAtEndOf(sql, scope.landlordId, scope.day)
  return chargesOn(sql, scope)
}

/** As the index of units has it, word for word. */
const isApart = <F>(sql: Tag<F>): F => sql`(u.is_deleted or u.market_rent is not null or u.unit_id <> u.property_id)`

/**
 * Existing units and those that are lived in on the day, each once, and the rent in force of every tenancy. Every property counts as its first unit,
 * and only units that differ from that are read. Tenancies are read once; `others` are units that they live in and that no longer exist.
 */
const rollHomes = <F>(sql: Tag<F>, { landlordId, day }: ReportScope): F => sql`
  with l as materialized (
    select count(distinct coalesce(y.unit_id, y.property_id)) as occupied, coalesce(sum(coalesce(y.only_rent, (
      select coalesce((array_agg(s.step ->> 'amount' order by s.n desc) filter (where s.step ->> 'startsOn' is null or (s.step ->> 'startsOn')::date <= ${day}::date))[1], y.steps -> 0 ->> 'amount')::numeric
      from jsonb_array_elements(y.steps) with ordinality as s (step, n)
    ))), 0) as rent,
    array_agg(distinct coalesce(y.unit_id, y.property_id)) filter (where coalesce(y.unit_id, y.property_id) is not null and not coalesce(
      y.property_id in (select p.property_id from property p where p.landlord_id = ${landlordId} and not p.is_gone)
      and coalesce(y.unit_id, y.property_id) not in (select u.unit_id from unit u where u.landlord_id = ${landlordId} and ${isApart(sql)} and u.is_deleted)
      and (coalesce(y.unit_id, y.property_id) = y.property_id or y.unit_id in (select u.unit_id from unit u where u.landlord_id = ${landlordId} and ${isApart(sql)} and not u.is_deleted)), false)
    ) as others
    from tenancy y where y.landlord_id = ${landlordId} and ${isOccupiedOn(sql, sql`${day}::date`)}
  )
  select f.units + d.units + g.units as units, l.occupied, l.rent, f.market_rent + d.market_rent + g.market_rent as market_rent
  from l
  cross join (select count(*) as units, coalesce(sum(p.monthly_rent), 0) as market_rent from property p where p.landlord_id = ${landlordId} and not p.is_gone) f
  cross join (
    select coalesce(sum(case when u.unit_id = u.property_id then -u.is_deleted::int else (not u.is_deleted)::int end), 0) as units,
      coalesce(sum(case when u.is_deleted then 0 else coalesce(u.market_rent, 0) end - case when u.unit_id = u.property_id and (u.is_deleted or u.market_rent is not null) then coalesce(p.monthly_rent, 0) else 0 end), 0) as market_rent
    from unit u join property p on p.landlord_id = u.landlord_id and p.property_id = u.property_id where u.landlord_id = ${landlordId} and not p.is_gone and ${isApart(sql)}
  ) d
  cross join lateral (
    select count(*) as units, coalesce(sum(coalesce(
      (select u.market_rent from unit u where u.landlord_id = ${landlordId} and u.unit_id = o.unit_id),
      (select p.monthly_rent from property p where p.landlord_id = ${landlordId} and p.property_id = o.unit_id))), 0) as market_rent
    from unnest(l.others) o (unit_id)
  ) g`
