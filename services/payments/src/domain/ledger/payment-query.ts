import { namesOn, unitNameOf } from './accounts.ts'
import type { Tag } from './sql.ts'
import { isNotReversed, statusOf, todayAtProperty } from './charge-balance.ts'

/** `work`: by the column `rank`, from what needs work to what is paid. */
export type Order = 'newest' | 'due' | 'work'

/** Orders charges `c` by due date, then id, which makes the order unique. */
export const orderByDueDate = <F>(sql: Tag<F>, order: Order): F => {
  if (order === 'newest') return sql`order by c.due_date desc, c.id desc`
  if (order === 'due') return sql`order by c.due_date, c.id`
  return sql`order by c.rank, case when c.rank < ${paidRank(sql)} then c.due_date end, case when c.rank < ${paidRank(sql)} then c.id end, c.due_date desc, c.id desc`
}

/** The rank of a paid charge in the order `work`; those before it are open or reported. */
export const paidRank = <F>(sql: Tag<F>): F => sql`2`

/**
 * Selects payments in the contract's shape. `charges` selects the rows of one page (`select c.* from charge c …`); names, receipts and reports are
 * looked up for those rows only, by lateral joins. The columns are in the contract's order. `until`: for who left the account on that day; what was
 * received later counts, without its details, and reports are of those who stay.
 */
export const selectPayments = <F>(
  sql: Tag<F>,
  { charges, order, now, until }: { charges: F; order: Order; now: string; until?: string | undefined },
): F => {
  const isShown = until === undefined ? sql`true` : sql`r.received_on <= ${until}::date`
  const isMoney = sql`r.kind in ('money', 'deposit')`
  return sql`
  with c as materialized (${charges})
  select c.id, c.landlord_id as "landlordId", c.tenant_id as "tenantId", ${namesOn(sql, { landlord: sql`c.landlord_id`, account: sql`c.tenant_id`, tenancy: sql`c.tenancy_id`, day: sql`c.due_date` })} as "tenantName",
    c.property_id as "propertyId", p.name as "propertyName", c.unit_id as "unitId", ${unitNameOf(sql)} as "unitName",
    c.amount, received.paid - received.credited as "amountPaid", received.credited as "amountCredited", received.written_off as "amountWrittenOff", c.amount - received.paid as balance,
    c.type as "paymentType", case when received.paid > received.credited or received.paid < c.amount then coalesce(received.method, c.method) end as "paymentMethod", ${statusOf(sql, sql`received.paid`, now)} as status,
    c.due_date as "dueDate", c.cancelled_at is null and c.open > 0 and c.due_date < ${todayAtProperty(sql, now)} as "isOverdue", received.last_on as "paidDate", c.notes, c.description,
    case when received.verified_at is null then 'unverified' else 'verified' end as "verificationStatus",
    received.verified_at as "verifiedAt", received.verified_by as "verifiedBy", received.verification_method as "verificationMethod",
    received.verification_notes as "verificationNotes", case when received.has_money then '/api/payments/' || c.id || '/receipt' end as "receiptUrl", reports.list as reported,
    c.cancelled_at as "cancelledAt", c.cancellation_reason as "cancellationReason", c.created_at as "createdAt", c.updated_at as "updatedAt"
  from c
  left join lateral (select h.name, h.time_zone from property h where h.landlord_id = c.landlord_id and h.property_id = c.property_id limit 1) p on true
  cross join lateral (
    select coalesce(sum(a.part), 0) as paid, coalesce(sum(a.part) filter (where not ${isMoney} and ${isShown}), 0) as credited,
      coalesce(sum(a.part) filter (where r.kind = 'write_off' and ${isShown}), 0) as written_off, case when bool_and(${isShown}) then max(r.received_on) filter (where ${isMoney}) end as last_on,
      coalesce(bool_or(a.part > 0 and ${isMoney} and ${isShown}), false) as has_money,
      (array_agg(r.method order by r.id desc) filter (where ${isMoney} and ${isShown}))[1] as method,
      (array_agg(r.verified_at order by r.verified_at desc nulls last, r.id desc) filter (where ${isShown}))[1] as verified_at,
      (array_agg(r.verified_by order by r.verified_at desc nulls last, r.id desc) filter (where ${isShown}))[1] as verified_by,
      (array_agg(r.verification_method order by r.verified_at desc nulls last, r.id desc) filter (where ${isShown}))[1] as verification_method,
      (array_agg(r.verification_notes order by r.verified_at desc nulls last, r.id desc) filter (where ${isShown}))[1] as verification_notes
    from (
      select a.receipt_id, sum(a.amount) as part from allocation a where a.landlord_id = c.landlord_id and a.charge_id = c.id
      group by a.receipt_id having sum(a.amount) <> 0
    ) a join receipt r on r.landlord_id = c.landlord_id and r.id = a.receipt_id
  ) received
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount, 'paymentMethod', r.method, 'confirmationNumber', r.confirmation_number,
      'receivedOn', r.received_on, 'reportedAt', to_char(r.reported_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by r.reported_at, r.id), '[]'::json) as list
    from receipt r
    where r.landlord_id = c.landlord_id and r.charge_id = c.id and r.reported_by = 'tenant' and r.verified_at is null and ${isNotReversed(sql)} ${until === undefined ? sql`` : sql`and false`}
  ) reports
  ${orderByDueDate(sql, order)}`
}
