import { paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { type paymentStatuses, summarizePayments } from '@keyhold/contracts/payments/payments'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { resolveAccounts } from '../../domain/ledger/accounts.ts'
import { matching } from '../../domain/ledger/payment-filter.ts'
import { isCounted, chargeBalances, todayAtProperty, joinProperty } from '../../domain/ledger/charge-balance.ts'

interface StatusSums {
  status: (typeof paymentStatuses)[number]
  count: number
  amount: number
  received: number
  open: number
  /** Received, without security deposits. */
  revenue: number
}

const none = { count: 0, amount: 0, received: 0, open: 0 }

export const summaryRoutes: Route[] = [
  serve(summarizePayments, async ({ actor, query, db, clock }) => {
    const { landlordId } = actor
    const now = clock.now().toISOString()
    const { tenantId: _, ...picks } = query
    const filter = await resolveAccounts(db, actor, landlordId, query)
    const [rows, [unallocated]] = await db.read(actor, (sql) => {
      const charges = chargeBalances(sql, { where: matching(sql, landlordId, filter), now })
      const ofTenant = filter.accounts ? sql`and r.tenant_id = any(${filter.accounts}::uuid[])` : sql``
      const summed = sql<StatusSums[]>`
        select c.status, count(*) as count, sum(c.amount) as amount, sum(c.paid) as received, sum(c.open) as open,
          coalesce(sum(c.paid) filter (where c.type <> 'security_deposit'), 0) as revenue
        from (${charges}) c where ${filter.status ? sql`c.status = ${filter.status}` : sql`true`} group by c.status`
      // Credit is revenue, but it belongs to no charge. With a filter by type, status, property or date it is left out, so that revenue is the sum of
      // the listed payments. Reversals add negative allocations, so receipts less allocations is the credit.
      const credit = sql<{ credit: number }[]>`
        select coalesce((select sum(r.amount) from receipt r where r.landlord_id = ${landlordId} ${ofTenant} and ${isCounted(sql)}), 0)
          - coalesce((select sum(r.amount) from allocation r where r.landlord_id = ${landlordId} ${ofTenant}), 0) as credit`
      return [summed, credit] as const
    })
    const credit = Object.values(picks).some(Boolean) ? 0 : toCents(unallocated?.credit ?? 0)
    const total = (of: 'count' | 'revenue' | 'open') => toDollars(rows.reduce((sum, row) => sum + toCents(row[of]), 0))
    const byStatus = Object.fromEntries(
      rows.map(({ status, count, amount, received, open }) => [status, { count, amount, received, open }]),
    )
    return {
      totalRevenue: toDollars(toCents(total('revenue')) + credit),
      credit: toDollars(credit),
      outstanding: total('open'),
      count: total('count'),
      byStatus: { pending: none, paid: none, overdue: none, partial: none, ...byStatus },
    }
  }),

  // Months and days are in each property's time zone.
  serve(paymentDashboard, async ({ actor, db, clock }) => {
    const { landlordId } = scopeOf(actor)
    const figures = { monthlyRevenue: 0, lastMonthRevenue: 0, outstandingPayments: 0, overdueCount: 0 }
    if (landlordId === '') return figures
    const now = clock.now().toISOString()
    const [[revenue], [owed]] = await db.read(actor, (sql) => {
      const month = sql`date_trunc('month', ${todayAtProperty(sql, now)})`
      const charges = chargeBalances(sql, { where: sql`c.landlord_id = ${landlordId}`, now })
      return [
        sql<Pick<typeof figures, 'monthlyRevenue' | 'lastMonthRevenue'>[]>`
          select coalesce(sum(r.amount - d.deposits) filter (where date_trunc('month', r.received_on) = ${month}), 0) as monthly_revenue,
            coalesce(sum(r.amount - d.deposits) filter (where date_trunc('month', r.received_on) = ${month} - interval '1 month'), 0) as last_month_revenue
          from receipt r
          left join charge c on c.landlord_id = r.landlord_id and c.id = r.charge_id
          ${joinProperty(sql)}
          cross join lateral (
            select coalesce(sum(a.amount), 0) as deposits from allocation a join charge o on o.landlord_id = a.landlord_id and o.id = a.charge_id
            where a.landlord_id = r.landlord_id and a.receipt_id = r.id and o.type = 'security_deposit'
          ) d
          where r.landlord_id = ${landlordId} and r.received_on >= (${now}::timestamptz - interval '63 days')::date and ${isCounted(sql)}`,
        sql<Pick<typeof figures, 'outstandingPayments' | 'overdueCount'>[]>`
          select coalesce(sum(c.open) filter (where c.due_date <= c.today), 0) as outstanding_payments, count(*) filter (where c.status = 'overdue') as overdue_count
          from (${charges}) c`,
      ] as const
    })
    return { ...figures, ...revenue, ...owed }
  }),
]
