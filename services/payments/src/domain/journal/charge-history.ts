import type { ChargeEvent } from '@keyhold/contracts/payments/credits'
import type { z } from '@keyhold/contracts/zod'
import type { Database } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { accountNameOf } from '../bank-accounts/account-query.ts'

type Event = z.output<typeof ChargeEvent>

/** What the books say about a charge, oldest first, with what was open before each entry. @throws Refusal 404 */
export async function readHistory(
  db: Database,
  actor: LandlordActor,
  { landlordId, chargeId }: { landlordId: string; chargeId: string },
): Promise<Omit<Event, 'recordedByName'>[]> {
  const [[known], rows] = await db.read(
    actor,
    (sql) =>
      [
        sql<{ id: string }[]>`select c.id from charge c where c.landlord_id = ${landlordId} and c.id = ${chargeId}`,
        sql<Omit<Event, 'before' | 'recordedByName'>[]>`
          select e.id, e.kind, e.effective_on as on, e.belongs_on, e.recorded_at, e.recorded_by, s.amount, e.receipt_id,
            case when e.receipt_id is not null and r.kind = 'money' then ${accountNameOf(sql, { landlord: sql`r.landlord_id`, account: sql`r.bank_account_id` })} end as bank_account_name,
            coalesce(e.reason, case e.kind when 'cancelled' then c.cancellation_reason when 'deallocated' then v.reason end) as reason
          from journal_entry e
          join charge c on c.landlord_id = e.landlord_id and c.id = e.charge_id
          cross join lateral (select coalesce(sum(p.amount), 0) as amount from posting p where p.landlord_id = e.landlord_id and p.entry_id = e.id and p.account = 'receivable') s
          left join receipt r on r.landlord_id = e.landlord_id and r.id = e.receipt_id
          left join reversal v on v.landlord_id = e.landlord_id and v.receipt_id = e.receipt_id and v.reversed_at = e.recorded_at
          where e.landlord_id = ${landlordId} and e.charge_id = ${chargeId} and s.amount <> 0 order by e.effective_on, e.recorded_at, e.id`,
      ] as const,
  )
  if (!known) return notFound('Payment')
  let open = 0
  return rows.map((row) => {
    const before = toDollars(open)
    open += toCents(row.amount)
    return { ...row, before }
  })
}
