import type { Receipt } from '@keyhold/contracts/payments/receipts'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { sql as drizzleSql } from 'drizzle-orm'
import { accountNameOf } from '../bank-accounts/account-query.ts'
import { namesOn, unitNameOf } from '../ledger/accounts.ts'
import type { Tag } from '../ledger/sql.ts'

/**
 * What the books say about the reversal of the receipt `r`: the day on which it takes effect, and the day it belongs to, if that day's period was closed.
 * Both are null without one, and for a report that was rejected.
 */
export const bookedReversal = <F>(sql: Tag<F>): F => sql`
  select min(d.effective_on) as on, min(d.belongs_on) as belongs_on from journal_entry d
  where d.landlord_id = r.landlord_id and d.receipt_id = r.id and d.kind = 'returned'`

/** Selects receipts in the contract's shape. `receipts` selects the rows of one page (`select r.* from receipt r …`). */
export const selectReceipts = <F>(sql: Tag<F>, receipts: F): F => {
  const isBanked = sql`(r.kind = 'money' and (r.reported_by <> 'tenant' or r.verified_at is not null))`
  return sql`
  with r as materialized (${receipts})
  select r.id, r.tenant_id as "tenantId", ${namesOn(sql, { landlord: sql`r.landlord_id`, account: sql`r.tenant_id`, tenancy: sql`(select c.tenancy_id from charge c where c.landlord_id = r.landlord_id and c.id = r.charge_id)`, day: sql`r.received_on` })} as "tenantName", r.payer_id as "payerId",
    (select m.name from tenant m where m.landlord_id = r.landlord_id and m.tenant_id = r.payer_id) as "payerName",
    (select p.name from property p where p.landlord_id = r.landlord_id and p.property_id = home.property_id) as "propertyName",
    ${unitNameOf(sql, { landlord: sql`r.landlord_id`, unit: sql`home.unit_id` })} as "unitName",
    r.kind, r.amount, r.method as "paymentMethod", r.received_on as "receivedOn", r.confirmation_number as "confirmationNumber", r.notes,
    case when ${isBanked} then coalesce(r.bank_account_id, r.landlord_id) end as "bankAccountId",
    case when ${isBanked} then ${accountNameOf(sql, { landlord: sql`r.landlord_id`, account: sql`r.bank_account_id` })} end as "bankAccountName",
    case when v.receipt_id is not null then v.kind when r.reported_by = 'tenant' and r.verified_at is null then 'awaiting' else 'counted' end as status,
    spread.list as allocations, r.unallocated, r.reported_by as "reportedBy", r.recorded_by as "recordedBy", r.reported_at as "recordedAt", r.verified_at as "verifiedAt",
    coalesce(b.on, v.on) as "reversedOn", b.belongs_on as "reversalBelongsOn", v.reason as "reversalReason", r.replaces_id as "replacesId"
  from r
  cross join lateral (
    select p.property_id, coalesce((select c.unit_id from charge c where c.landlord_id = r.landlord_id and c.id = r.charge_id), (
      select y.unit_id from tenancy y where y.landlord_id = r.landlord_id and y.tenant_id = r.tenant_id and y.property_id = p.property_id and not y.is_void
      order by y.start_date desc nulls last, y.tenancy_id desc limit 1)) as unit_id
    from (select coalesce((select c.property_id from charge c where c.landlord_id = r.landlord_id and c.id = r.charge_id),
      (select m.property_id from tenant m where m.landlord_id = r.landlord_id and m.tenant_id = r.tenant_id)) as property_id) p
  ) home
  left join reversal v on v.landlord_id = r.landlord_id and v.receipt_id = r.id
  cross join lateral (${bookedReversal(sql)}) b
  cross join lateral (
    select coalesce(json_agg(json_build_object('paymentId', c.id, 'paymentType', c.type, 'description', c.description, 'dueDate', c.due_date, 'amount', a.amount) order by c.due_date, c.id), '[]'::json) as list
    from (select a.charge_id, sum(a.amount) as amount from allocation a where a.landlord_id = r.landlord_id and a.receipt_id = r.id group by a.charge_id having sum(a.amount) > 0) a
    join charge c on c.landlord_id = r.landlord_id and c.id = a.charge_id
  ) spread
  order by r.received_on desc, r.id desc`
}

/** The receipt as this transaction sees it. @throws Refusal 404 */
export async function readReceipt(tx: Tx, { landlordId, id }: { landlordId: string; id: string }): Promise<Receipt> {
  const one = drizzleSql`select r.* from receipt r where r.landlord_id = ${landlordId} and r.id = ${id}`
  const [found] = await tx.execute<Receipt & Record<string, unknown>>(selectReceipts(drizzleSql, one))
  return found ?? notFound('Receipt')
}
