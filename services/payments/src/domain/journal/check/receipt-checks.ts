import { isNotReversed } from '../../ledger/charge-balance.ts'
import type { Check } from './check.ts'

/** A receipt that counts was booked once with its amount, and taken back once if it was reversed; a report that nobody confirmed is not booked. */
const booked: Check = (sql, landlordId) => sql`
  select 'a receipt in the journal' as what, r.id, concat_ws(' ', w.received, w.returned) as expected, concat_ws(' ', coalesce(s.received, 0), coalesce(s.returned, 0)) as found
  from receipt r cross join lateral (
    select case when r.reported_by = 'tenant' and r.verified_at is null then 0 else r.amount end as received,
      case when r.reported_by = 'tenant' and r.verified_at is null or ${isNotReversed(sql)} then 0 else r.amount end as returned
  ) w left join (
    select e.receipt_id, -sum(p.amount) filter (where e.kind = 'received') as received, sum(p.amount) filter (where e.kind = 'returned') as returned
    from journal_entry e join posting p on p.landlord_id = e.landlord_id and p.entry_id = e.id and p.account in ('tenant_credit', 'allowance')
    where e.landlord_id = ${landlordId} and e.kind in ('received', 'returned') group by e.receipt_id
  ) s on s.receipt_id = r.id
  where r.landlord_id = ${landlordId} and (coalesce(s.received, 0), coalesce(s.returned, 0)) <> (w.received, w.returned)`

const unallocated: Check = (sql, landlordId) => sql`
  select 'what of a receipt is not allocated' as what, r.id, coalesce(s.credit, 0)::text as expected, r.unallocated::text as found
  from receipt r left join (
    select p.receipt_id, -sum(p.amount) as credit from posting p where p.landlord_id = ${landlordId} and p.account in ('tenant_credit', 'allowance') group by p.receipt_id
  ) s on s.receipt_id = r.id
  where r.landlord_id = ${landlordId} and r.unallocated <> coalesce(s.credit, 0)`

const neverNegative: Check = (sql, landlordId) => sql`
  select 'the credit of a receipt is not negative on ' || d.effective_on as what, d.receipt_id as id, '0 or more' as expected, d.credit::text as found
  from (
    select p.receipt_id, p.effective_on, sum(-sum(p.amount)) over (partition by p.receipt_id order by p.effective_on) as credit
    from posting p where p.landlord_id = ${landlordId} and p.account in ('tenant_credit', 'allowance') group by p.receipt_id, p.effective_on
  ) d where d.credit < 0`

const refunds: Check = (sql, landlordId) => sql`
  select 'a refunded deposit in the journal' as what, m.id, m.amount::text as expected, coalesce(s.refunded, 0)::text as found
  from deposit_movement m left join (
    select e.movement_id, sum(p.amount) as refunded from journal_entry e join posting p on p.landlord_id = e.landlord_id and p.entry_id = e.id and p.account = 'deposits_held'
    where e.landlord_id = ${landlordId} and e.kind = 'deposit_refunded' group by e.movement_id
  ) s on s.movement_id = m.id
  where m.landlord_id = ${landlordId} and m.kind = 'refunded' and coalesce(s.refunded, 0) <> m.amount`

export const receiptChecks = [booked, unallocated, neverNegative, refunds]
