import type { Page } from '@keyhold/contracts/endpoint'
import type { Payment } from '@keyhold/contracts/payments/payments'
import { calendarDate, id } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { cursorCodec } from '@keyhold/kit/http/cursor'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database } from '@keyhold/kit/database/database'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { type Filter, hasStatus, matching } from './payment-filter.ts'
import { type Order, orderByDueDate, selectPayments } from './payment-query.ts'
import type { Tag } from './sql.ts'
import { chargeBalances, isNotReversed } from './charge-balance.ts'
import { rowsOfStatus } from './status-rows.ts'
import { todayAnywhere } from '../sums/revenue-of-months.ts'

export interface PageOrder {
  sort: Order
  limit: number
  cursor?: string | undefined
}

const paymentCursor = cursorCodec(calendarDate, id)
const workCursor = cursorCodec(z.int().min(0).max(2), calendarDate, id)

/** `until`: as for `selectPayments`. */
type Scope = { landlordId: string; filter: Filter; now: string; until?: string }

/** A page of payments and the total count, read in one round trip. */
export async function readPage(
  db: Database,
  actor: Actor,
  scope: Scope,
  { sort, limit, cursor }: PageOrder,
): Promise<Page<Payment>> {
  if (sort === 'work') return readWork(db, actor, scope, { limit, cursor })
  const after = paymentCursor.decode(cursor) ?? null
  const [rows, [count]] = await db.read(
    actor,
    (sql) =>
      [
        sql<Payment[]>`${pageOf(sql, scope, { order: sort, limit: limit + 1, after })}`,
        sql<{ total: number }[]>`${countOf(sql, scope)}`,
      ] as const,
  )
  return pageBy(rows, {
    limit,
    total: count?.total ?? 0,
    cursorOf: ({ dueDate, id: last }) => paymentCursor.encode(dueDate, last),
  })
}

/** A page in the order of what needs work. The rank of its last row is read with it. */
async function readWork(
  db: Database,
  actor: Actor,
  scope: Scope,
  { limit, cursor }: Omit<PageOrder, 'sort'>,
): Promise<Page<Payment>> {
  const after = workCursor.decode(cursor) ?? null
  const [rows, ranks, [count]] = await db.read(actor, (sql) => {
    const charges = workOf(sql, scope, { limit: limit + 1, after })
    return [
      sql<Payment[]>`${selectPayments(sql, { charges, order: 'work', now: scope.now })}`,
      sql<{ id: string; rank: number }[]>`select w.id, w.rank from (${charges}) w`,
      sql<{ total: number }[]>`${countOf(sql, scope)}`,
    ] as const
  })
  const rankOf = new Map(ranks.map((row) => [row.id, row.rank]))
  return pageBy(rows, {
    limit,
    total: count?.total ?? 0,
    cursorOf: ({ dueDate, id: last }) => workCursor.encode(rankOf.get(last) ?? 0, dueDate, last),
  })
}

/**
 * The charges of a page with their `rank`: 0 overdue or reported, 1 due, 2 paid. Open and paid charges are read apart, so that the paid ones, which
 * are most, are read in the order of an index and only as far as the page reaches.
 */
function workOf<F>(
  sql: Tag<F>,
  { landlordId, filter, now }: Scope,
  { limit, after }: { limit: number; after: readonly [rank: number, dueDate: string, id: string] | null },
): F {
  const [rank, day, last] = after ?? [-1, '1900-01-01', '00000000-0000-0000-0000-000000000000']
  const where = matching(sql, landlordId, filter)
  const reported = sql`(select r.charge_id from receipt r where r.landlord_id = ${landlordId} and r.reported_by = 'tenant' and r.verified_at is null
    and r.charge_id is not null and ${isNotReversed(sql)})`
  const ofStatus = filter.status ? sql`and ${hasStatus(sql, filter.status)}` : sql``
  const most = whole(sql, limit)
  const waiting = sql`
    select w.* from (
      select c.*, case when c.open > 0 and c.due_date < c.today or c.id in ${reported} then 0 else 1 end as rank
      from (${chargeBalances(sql, { where: sql`${where} and (c.settled_on is null or c.id in ${reported})`, now })}) c where true ${ofStatus}
    ) w where (w.rank, w.due_date, w.id) > (${rank}::int, ${day}::date, ${last}::uuid) order by w.rank, w.due_date, w.id limit ${most}`
  const beyond = after && rank === 2 ? sql`and (c.due_date, c.id) < (${day}::date, ${last}::uuid)` : sql``
  const paid = sql`
    select c.*, 2 as rank from (${chargeBalances(sql, { where: sql`${where} and c.settled_on is not null and c.id not in ${reported} ${beyond}`, now })}) c
    where true ${ofStatus} order by c.due_date desc, c.id desc limit ${most}`
  return sql`
    select c.* from ((${waiting}) union all (${paid})) c ${orderByDueDate(sql, 'work')} limit ${most}`
}

/** The payments of one page. The benchmark uses it too. */
export function pageOf<F>(
  sql: Tag<F>,
  { landlordId, filter, now, until }: Scope,
  {
    order,
    limit,
    after,
  }: { order: 'newest' | 'due'; limit: number; after: readonly [dueDate: string, id: string] | null },
): F {
  const beyond =
    after === null
      ? sql``
      : order === 'newest'
        ? sql`and (c.due_date, c.id) < (${after[0]}::date, ${after[1]}::uuid)`
        : sql`and (c.due_date, c.id) > (${after[0]}::date, ${after[1]}::uuid)`
  const inOrder = sql`${orderByDueDate(sql, order)} limit ${whole(sql, limit)}`
  const charges = filter.status
    ? sql`select k.* from (select c.id from (${chargesOfStatus(sql, { landlordId, filter, now }, filter.status, beyond)}) c ${inOrder}) page
        join charge k on k.landlord_id = ${landlordId} and k.id = page.id`
    : sql`select c.* from charge c where ${matching(sql, landlordId, filter)} ${beyond} ${inOrder}`
  return selectPayments(sql, { charges, order, now, until })
}

/** The total count; without a status it is an index-only scan. */
export function countOf<F>(sql: Tag<F>, { landlordId, filter, now }: Scope): F {
  const { status } = filter
  if (!status) return sql`select count(*)::int as total from charge c where ${matching(sql, landlordId, filter)}`
  return sql`select count(*)::int as total from (${chargesOfStatus(sql, { landlordId, filter, now }, status, sql``)}) c`
}

/**
 * Selects `id` and `due_date` of the charges with a status. Only near today it matters for what is overdue where the property is; the others are read
 * in the order of an index.
 */
function chargesOfStatus<F>(
  sql: Tag<F>,
  { landlordId, filter, now }: Scope,
  status: NonNullable<Filter['status']>,
  beyond: F,
): F {
  const where = sql`${matching(sql, landlordId, filter)} ${rowsOfStatus(sql, status, now)} ${beyond}`
  const judged = (also: F) =>
    sql`select c.id, c.due_date from (${chargeBalances(sql, { where: sql`${where} ${also}`, now })}) c where ${hasStatus(sql, status)}`
  if (status !== 'overdue') return judged(sql``)
  const { earliest } = todayAnywhere(now)
  return sql`
    select c.id, c.due_date from charge c where ${where} and c.due_date < ${earliest}::date
    union all ${judged(sql`and c.due_date >= ${earliest}::date`)}`
}
