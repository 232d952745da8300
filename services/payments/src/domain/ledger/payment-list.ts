import type { Page } from '@keyhold/contracts/endpoint'
import type { Payment } from '@keyhold/contracts/payments/payments'
import { calendarDate, id } from '@keyhold/contracts/scalars'
import { cursorCodec } from '@keyhold/kit/http/cursor'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database } from '@keyhold/kit/database/database'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { type Filter, matching } from './payment-filter.ts'
import { orderByDueDate, selectPayments } from './payment-query.ts'
import type { Tag } from './sql.ts'
import { chargeBalances } from './charge-balance.ts'

export interface PageOrder {
  sort: 'newest' | 'due'
  limit: number
  cursor?: string | undefined
}

const paymentCursor = cursorCodec(calendarDate, id)

type Scope = { landlordId: string; filter: Filter; now: string }

/** A page of payments and the total count, read in one round trip. */
export async function readPage(
  db: Database,
  actor: Actor,
  scope: Scope,
  { sort, limit, cursor }: PageOrder,
): Promise<Page<Payment>> {
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

/** The payments of one page. The benchmark uses it too. */
export function pageOf<F>(
  sql: Tag<F>,
  { landlordId, filter, now }: Scope,
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
  const where = sql`${matching(sql, landlordId, filter)} ${beyond}`
  const from = filter.status
    ? sql`(${chargeBalances(sql, { where, now })}) c where c.status = ${filter.status}`
    : sql`charge c where ${where}`
  return selectPayments(sql, {
    charges: sql`select c.* from ${from} ${orderByDueDate(sql, order)} limit ${whole(sql, limit)}`,
    order,
    now,
  })
}

/** The total count; without a status it is an index-only scan. */
export function countOf<F>(sql: Tag<F>, { landlordId, filter, now }: Scope): F {
  const where = matching(sql, landlordId, filter)
  if (!filter.status) return sql`select count(*)::int as total from charge c where ${where}`
  return sql`select count(*)::int as total from (${chargeBalances(sql, { where, now })}) c where c.status = ${filter.status}`
}
