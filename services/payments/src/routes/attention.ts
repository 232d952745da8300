import { paymentAttention, type Waiting } from '@keyhold/contracts/payments/dashboard'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { whole } from '@keyhold/kit/http/paging'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { type EndedBilling, selectEndedBilling } from '../domain/rents/ended-billing.ts'
import { namesOf } from '../domain/ledger/accounts.ts'
import { isNotReversed } from '../domain/ledger/charge-balance.ts'
import type { Tag } from '../domain/ledger/sql.ts'
import { lateByToday } from '../domain/sums/open-by-today.ts'

interface Sums {
  total: number
  amount: number
}

const none: Sums = { total: 0, amount: 0 }

/**
 * Sums of charges (landlord, charge, account, amount; each charge once) by account, the largest first, each with the number and the sum of all accounts. The
 * first charge is looked up for those that are listed.
 */
const byTenant = <F>(sql: Tag<F>, rows: F, most: F): F => sql`
  with w as materialized (${rows}), g as (
    select w.landlord_id, w.tenant_id, sum(w.amount) as amount, count(*)::int as charges, count(*) over ()::int as total, sum(sum(w.amount)) over () as all_amount
    from w group by w.landlord_id, w.tenant_id order by amount desc, w.tenant_id limit ${most}
  )
  select g.tenant_id, ${namesOf(sql, { landlord: sql`g.landlord_id`, account: sql`g.tenant_id` })} as tenant_name, f.property_id,
    (select p.name from property p where p.landlord_id = g.landlord_id and p.property_id = f.property_id) as property_name,
    g.amount, g.charges, f.id as payment_id, f.due_date, g.total, g.all_amount
  from g cross join lateral (
    select k.id, k.property_id, k.due_date from w join charge k on k.landlord_id = w.landlord_id and k.id = w.id
    where w.tenant_id = g.tenant_id order by k.due_date, k.id limit 1
  ) f
  order by g.amount desc, g.tenant_id`

type Listed = Waiting & { total: number; allAmount: number }

const listOf = (rows: readonly Listed[]) => ({
  total: rows[0]?.total ?? 0,
  amount: rows[0]?.allAmount ?? 0,
  items: [...rows],
})

/** Short lists with the sums of all in one round trip, the largest first. */
export const attentionRoutes: Route[] = [
  serve(paymentAttention, async ({ actor, query: { limit }, db, clock }) => {
    const { landlordId } = scopeOf(actor)
    const empty = { ...none, items: [] }
    if (landlordId === '')
      return { overdue: empty, unverified: empty, lateFees: none, billingEnded: { total: 0, items: [] } }
    const now = clock.now().toISOString()
    const [overdue, unverified, [lateFees = none], ended] = await db.read(actor, (sql) => {
      const most = whole(sql, limit)
      // Includes what is partly paid.
      const late = sql`
        select c.landlord_id, c.id, c.tenant_id, c.open as amount from (${lateByToday(sql, landlordId, now)}) c`
      const reported = sql`
        select r.landlord_id, r.charge_id as id, r.tenant_id, sum(r.amount) as amount from receipt r
        where r.landlord_id = ${landlordId} and r.reported_by = 'tenant' and r.verified_at is null and ${isNotReversed(sql)} group by r.landlord_id, r.charge_id, r.tenant_id`
      return [
        sql<Listed[]>`${byTenant(sql, late, most)}`,
        sql<Listed[]>`${byTenant(sql, reported, most)}`,
        sql<
          Sums[]
        >`select count(*) as total, coalesce(sum(f.amount), 0) as amount from late_fee f where f.landlord_id = ${landlordId} and f.status = 'proposed'`,
        sql<EndedBilling[]>`${selectEndedBilling(sql, { landlordId, now, limit: most })}`,
      ] as const
    })
    return {
      overdue: listOf(overdue),
      unverified: listOf(unverified),
      lateFees,
      billingEnded: { total: ended[0]?.total ?? 0, items: [...ended] },
    }
  }),
]
