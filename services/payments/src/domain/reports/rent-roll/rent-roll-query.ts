import type { Page } from '@keyhold/contracts/endpoint'
import { id } from '@keyhold/contracts/scalars'
import { cursorCodec } from '@keyhold/kit/http/cursor'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Database } from '@keyhold/kit/database/database'
import { namesOn, namesThere } from '../../ledger/accounts.ts'
import { chargesOn } from '../report-charges.ts'
import type { ReportScope } from '../report-day.ts'
import { type AccountRow, accountsOn } from '../report-figures.ts'
import { homesOf, byHome, type RollKey } from './homes.ts'
import { buildRentRoll } from './rent-roll.ts'
import type { RollData, RollDebt, RollProperty, RollRow, RollTenancy, RollUnit } from './types.ts'

/** All rows of the rent roll in order. Reads everything in one round trip for any page, because the totals cover all rows. */
export async function readRentRoll(
  db: Database,
  actor: LandlordActor,
  scope: ReportScope,
): Promise<{ rows: RollRow[]; rollData: RollData }> {
  const { landlordId, day } = scope
  const [properties, units, tenancies, debts, accounts] = await db.read(
    actor,
    (sql) =>
      [
        sql<
          RollProperty[]
        >`select p.property_id, p.name, p.monthly_rent, p.is_gone from property p where p.landlord_id = ${landlordId}`,
        sql<
          RollUnit[]
        >`select u.unit_id, u.property_id, u.name, u.market_rent, u.is_deleted from unit u where u.landlord_id = ${landlordId}`,
        sql<RollTenancy[]>`
          select y.tenancy_id, y.tenant_id, ${namesThere(sql, sql`${day}::date`)} as names, y.property_id, y.unit_id, y.start_date, y.end_date, y.term_kind, y.steps, y.moved_out_on
          from tenancy y
          where y.landlord_id = ${landlordId} and not y.is_void`,
        sql<(RollDebt & { name: string; isActive: boolean })[]>`
          select d.tenant_id, d.property_id, d.tenancy_id, d.due, d.oldest, ${namesOn(sql, { landlord: sql`d.landlord_id`, account: sql`d.tenant_id`, tenancy: sql`d.tenancy_id`, day: sql`${day}::date` })} as name, exists (select from tenant o where o.landlord_id = d.landlord_id and o.account_id = d.tenant_id and o.active) as is_active
          from (
            select ${landlordId}::uuid as landlord_id, c.tenant_id, c.property_id, c.tenancy_id, sum(c.open) as due, min(c.due_date) as oldest
            from (${chargesOn(sql, scope, { to: sql`${scope.day}::date + 2` })}) c
            where c.open > 0 and c.due_date <= c.day group by c.tenant_id, c.property_id, c.tenancy_id
          ) d`,
        sql<AccountRow[]>`${accountsOn(sql, scope)}`,
      ] as const,
  )
  const names = new Map([...accounts, ...debts].map(({ tenantId, name, isActive }) => [tenantId, { name, isActive }]))
  const rollData = { day, today: scope.today, properties, units, tenancies, debts, accounts, names }
  const here = scope.property?.id
  return {
    rollData,
    rows: buildRentRoll(rollData).filter(({ propertyId }) => here === undefined || propertyId === here),
  }
}

/** One page. The cursor holds the ids of the last row; their current names give its position. */
export function rollPage(
  rows: RollRow[],
  rollData: RollData,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Page<RollRow> {
  const after = keyOf(cursor, rollData)
  const from = after === null ? 0 : rows.findIndex((row) => byHome(row, after) > 0)
  const items = from < 0 ? [] : rows.slice(from, from + limit)
  const last = items.at(-1)
  return { items, total: rows.length, next: last && from + limit < rows.length ? cursorAfter(last) : null }
}

const rollCursor = cursorCodec(id.nullable(), id.nullable(), id.nullable(), id.nullable())

/** @throws Refusal 400 for an invalid cursor */
function keyOf(cursor: string | undefined, { properties, units }: RollData): RollKey | null {
  const ids = rollCursor.decode(cursor)
  if (!ids) return null
  const [propertyId, unitId, tenancyId, tenantId] = ids
  return { ...homesOf({ properties, units }).of(propertyId, unitId), tenancyId, tenantId }
}

const cursorAfter = ({ propertyId, unitId, tenancyId, tenantId }: RollRow): string =>
  rollCursor.encode(propertyId, unitId, tenancyId, tenantId)
