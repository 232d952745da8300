import { paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { type paymentStatuses, summarizePayments } from '@keyhold/contracts/payments/payments'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { resolveAccounts } from '../../domain/ledger/accounts.ts'
import { type Filter, hasStatus, matching } from '../../domain/ledger/payment-filter.ts'
import { chargeBalances } from '../../domain/ledger/charge-balance.ts'
import type { Tag } from '../../domain/ledger/sql.ts'
import { rowsOfStatus } from '../../domain/ledger/status-rows.ts'
import { openByToday } from '../../domain/sums/open-by-today.ts'
import { revenueOfMonths } from '../../domain/sums/revenue-of-months.ts'
import { isWholeLedger, wholeSums } from '../../domain/sums/whole-summary.ts'

interface StatusSums {
  status: (typeof paymentStatuses)[number]
  count: number
  amount: number
  /** Paid with money, credits or write-offs. */
  settled: number
  open: number
  /** Paid, without security deposits. */
  revenue: number
  /** What of it is open and due by today. */
  dueOpen: number
  /** What of it is open after the due date, and how many charges. */
  lateOpen: number
  lateCount: number
}

/** What concessions and write-offs pay of the charges with a status. */
interface Waived {
  status: StatusSums['status']
  amount: number
  /** Without security deposits. */
  revenue: number
}

const none = { count: 0, amount: 0, received: 0, open: 0 }

/** Selects the sums of the charges that a filter limits, by status. */
function sumsOf<F>(sql: Tag<F>, landlordId: string, filter: Filter, now: string): F {
  const { status } = filter
  const where = sql`${matching(sql, landlordId, filter)} ${rowsOfStatus(sql, status, now)}`
  return sql`
    select c.status, count(*) as count, sum(c.amount) as amount, sum(c.paid) as settled, sum(c.open) as open,
      coalesce(sum(c.paid) filter (where c.type <> 'security_deposit'), 0) as revenue,
      coalesce(sum(c.open) filter (where c.due_date <= c.today), 0) as due_open,
      coalesce(sum(c.open) filter (where c.due_date < c.today), 0) as late_open, count(*) filter (where c.open > 0 and c.due_date < c.today) as late_count
    from (${chargeBalances(sql, { where, now })} offset 0) c where ${status ? hasStatus(sql, status) : sql`true`} group by c.status`
}

export const summaryRoutes: Route[] = [
  serve(summarizePayments, async ({ actor, query, db, clock }) => {
    const { landlordId } = actor
    const now = clock.now().toISOString()
    const { tenantId: _, ...picks } = query
    const filter = await resolveAccounts(db, actor, landlordId, query)
    const [rows, [unallocated], waived, [next]] = await db.read(actor, (sql) => {
      const ofTenant = filter.accounts ? sql`and r.tenant_id = any(${filter.accounts}::uuid[])` : sql``
      const summed = sql<StatusSums[]>`${
        isWholeLedger(filter)
          ? wholeSums(sql, landlordId, { status: filter.status, now })
          : sumsOf(sql, landlordId, filter, now)
      }`
      // Credit belongs to no charge. With a filter by type, status, property or date it is left out.
      const credit = sql<{ credit: number }[]>`
        select coalesce(sum(r.unallocated), 0) as credit from receipt r where r.landlord_id = ${landlordId} and r.unallocated > 0 ${ofTenant}`
      // What a concession or a write-off pays is not received. They are few and found by their own account.
      const isWaived = sql`p.landlord_id = ${landlordId} and p.account = 'allowance' and p.charge_id is not null`
      const where = sql`${matching(sql, landlordId, filter)} and c.id in (select p.charge_id from posting p where ${isWaived})`
      const notReceived = sql<Waived[]>`
        select c.status, sum(p.amount) as amount, coalesce(sum(p.amount) filter (where p.charge_type <> 'security_deposit'), 0) as revenue from posting p join (${chargeBalances(sql, { where, now })} offset 0) c on c.id = p.charge_id
        where ${isWaived} and ${filter.status ? hasStatus(sql, filter.status) : sql`true`} group by c.status`
      const accounts = filter.accounts ?? []
      const nextRent = sql<{ postsOn: string | null }[]>`
        select min(u.next_post_on) as posts_on from rule u where u.landlord_id = ${landlordId} and u.tenant_id = any(${accounts}::uuid[]) and u.is_rent`
      return [summed, credit, notReceived, nextRent] as const
    })
    const credit = Object.values(picks).some(Boolean) ? 0 : toCents(unallocated?.credit ?? 0)
    const total = (of: 'count' | 'revenue' | 'open' | 'dueOpen' | 'lateOpen' | 'lateCount') =>
      toDollars(rows.reduce((sum, row) => sum + toCents(row[of]), 0))
    const waivedOf = new Map(waived.map(({ status, amount }) => [status, toCents(amount)]))
    const byStatus = Object.fromEntries(
      rows.map(({ status, count, amount, settled, open }) => [
        status,
        { count, amount, received: toDollars(toCents(settled) - (waivedOf.get(status) ?? 0)), open },
      ]),
    )
    const credited = waived.reduce((sum, { revenue }) => sum + toCents(revenue), 0)
    return {
      totalRevenue: toDollars(toCents(total('revenue')) - credited),
      credited: toDollars(credited),
      credit: toDollars(credit),
      outstanding: total('open'),
      count: total('count'),
      dueNow: total('dueOpen'),
      overdue: { count: total('lateCount'), open: total('lateOpen') },
      byStatus: { pending: none, paid: none, overdue: none, partial: none, ...byStatus },
      nextRentPostsOn: next?.postsOn ?? null,
    }
  }),

  // Months and days are in each property's time zone.
  serve(paymentDashboard, async ({ actor, db, clock }) => {
    const { landlordId } = scopeOf(actor)
    const figures = { monthlyRevenue: 0, lastMonthRevenue: 0, outstandingPayments: 0, overdueCount: 0 }
    if (landlordId === '') return figures
    const now = clock.now().toISOString()
    const [[revenue], [owed]] = await db.read(actor, (sql) => {
      return [
        sql<Pick<typeof figures, 'monthlyRevenue' | 'lastMonthRevenue'>[]>`${revenueOfMonths(sql, landlordId, now)}`,
        sql<Pick<typeof figures, 'outstandingPayments' | 'overdueCount'>[]>`
          select coalesce(sum(c.open), 0) as outstanding_payments, count(*) filter (where c.is_late) as overdue_count
          from (${openByToday(sql, landlordId, now)}) c`,
      ] as const
    })
    return { ...figures, ...revenue, ...owed }
  }),
]
