import { paymentAttention } from '@keyhold/contracts/payments/dashboard'
import type { Payment } from '@keyhold/contracts/payments/payments'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { whole } from '@keyhold/kit/http/paging'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { selectPayments } from '../domain/ledger/payment-query.ts'
import { isNotReversed, chargeBalances } from '../domain/ledger/charge-balance.ts'

interface Sums {
  total: number
  amount: number
}

const none: Sums = { total: 0, amount: 0 }

/** Three sums and two short lists in one round trip, oldest due date first. */
export const attentionRoutes: Route[] = [
  serve(paymentAttention, async ({ actor, query: { limit }, db, clock }) => {
    const { landlordId } = scopeOf(actor)
    const empty = { ...none, items: [] }
    if (landlordId === '') return { overdue: empty, unverified: empty, lateFees: none }
    const now = clock.now().toISOString()
    const [[overdue = none], overdueItems, [unverified = none], unverifiedItems, [lateFees = none]] = await db.read(
      actor,
      (sql) => {
        const most = whole(sql, limit)
        // Includes partly paid charges.
        const late = sql`(${chargeBalances(sql, { where: sql`c.landlord_id = ${landlordId} and c.due_date <= (${now}::timestamptz + interval '1 day')::date`, now })}) c
        where c.open > 0 and c.due_date < c.today`
        const waiting = sql`receipt r where r.landlord_id = ${landlordId} and r.reported_by = 'tenant' and r.verified_at is null and ${isNotReversed(sql)}`
        const lateCharges = sql`select c.* from ${late} order by c.due_date, c.id limit ${most}`
        const reported = sql`select c.* from charge c where c.landlord_id = ${landlordId} and c.id in (select r.charge_id from ${waiting}) order by c.due_date, c.id limit ${most}`
        return [
          sql<Sums[]>`select count(*) as total, coalesce(sum(c.open), 0) as amount from ${late}`,
          sql<Payment[]>`${selectPayments(sql, { charges: lateCharges, order: 'due', now })}`,
          sql<
            Sums[]
          >`select count(distinct r.charge_id) as total, coalesce(sum(r.amount), 0) as amount from ${waiting}`,
          sql<Payment[]>`${selectPayments(sql, { charges: reported, order: 'due', now })}`,
          sql<
            Sums[]
          >`select count(*) as total, coalesce(sum(f.amount), 0) as amount from late_fee f where f.landlord_id = ${landlordId} and f.status = 'proposed'`,
        ] as const
      },
    )
    return {
      overdue: { ...overdue, items: [...overdueItems] },
      unverified: { ...unverified, items: [...unverifiedItems] },
      lateFees,
    }
  }),
]
