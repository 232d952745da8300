import type { Check } from './check.ts'

/** What the receivable postings say about charges is what stands on them. */
const projections: Check = (sql, landlordId) => sql`
  select 'open, booked from and to, and settled on of a charge' as what, c.id, concat_ws(' ', s.open, s.first, s.last, s.settled) as expected, concat_ws(' ', c.open, c.booked_from, c.booked_to, c.settled_on) as found
  from charge c left join (
    select p.charge_id, sum(p.amount) as open, min(p.effective_on) as first, max(p.effective_on) as last, case when sum(p.amount) = 0 then max(p.effective_on) end as settled
    from posting p where p.landlord_id = ${landlordId} and p.account = 'receivable' group by p.charge_id
  ) s on s.charge_id = c.id
  where c.landlord_id = ${landlordId} and (c.open, c.booked_from, c.booked_to, c.settled_on) is distinct from (s.open, s.first, s.last, s.settled)`

const asked: Check = (sql, landlordId) => sql`
  select 'what a charge asks for' as what, c.id, case when c.cancelled_at is null then c.amount else 0 end::text as expected, coalesce(s.asked, 0)::text as found
  from charge c left join (
    select p.charge_id, sum(p.amount) as asked from posting p
    where p.landlord_id = ${landlordId} and p.account = 'receivable' and p.receipt_id is null group by p.charge_id
  ) s on s.charge_id = c.id
  where c.landlord_id = ${landlordId} and coalesce(s.asked, 0) <> case when c.cancelled_at is null then c.amount else 0 end`

/** What is still asked for is posted with the due day, type, property and tenancy of the charge. */
const places: Check = (sql, landlordId) => sql`
  select 'due day, type and place of a charge' as what, c.id, concat_ws(' ', c.due_date, c.type, c.property_id, c.tenancy_id) as expected, concat_ws(' ', s.due_on, s.charge_type, s.property_id, s.tenancy_id) as found
  from (
    select p.charge_id, p.due_on, p.charge_type, p.property_id, p.tenancy_id, p.tenant_id from posting p
    where p.landlord_id = ${landlordId} and p.account = 'receivable' and p.receipt_id is null group by 1, 2, 3, 4, 5, 6 having sum(p.amount) <> 0
  ) s left join charge c on c.landlord_id = ${landlordId} and c.id = s.charge_id
  where (c.due_date, c.type, c.property_id, c.tenancy_id, c.tenant_id) is distinct from (s.due_on, s.charge_type, s.property_id, s.tenancy_id, s.tenant_id)`

const allocations: Check = (sql, landlordId) => sql`
  select 'what a receipt pays on a charge' as what, coalesce(a.charge_id, s.charge_id) as id, coalesce(a.paid, 0)::text as expected, coalesce(s.paid, 0)::text as found
  from (
    select a.charge_id, a.receipt_id, sum(a.amount) as paid from allocation a where a.landlord_id = ${landlordId} group by 1, 2
  ) a full join (
    select p.charge_id, p.receipt_id, -sum(p.amount) as paid from posting p
    where p.landlord_id = ${landlordId} and p.account = 'receivable' and p.receipt_id is not null group by 1, 2
  ) s on s.charge_id = a.charge_id and s.receipt_id = a.receipt_id
  where coalesce(a.paid, 0) <> coalesce(s.paid, 0)`

/** On no day is less than nothing open, paid ahead, or charged and to be received as a deposit. */
const neverNegative: Check = (sql, landlordId) => sql`
  select case d.account when 'receivable' then 'what is open on a charge is not negative' else 'what is paid ahead is not negative' end || ' on ' || d.effective_on as what,
    d.charge_id as id, '0 or more' as expected, d.balance::text as found
  from (
    select p.charge_id, p.account, p.effective_on, sum(sum(case p.account when 'receivable' then p.amount else -p.amount end)) over (partition by p.charge_id, p.account order by p.effective_on) as balance
    from posting p where p.landlord_id = ${landlordId} and p.account in ('receivable', 'prepaid') and p.charge_id is not null
    group by p.charge_id, p.account, p.effective_on
  ) d where d.balance < 0`

export const chargeChecks = [projections, asked, places, allocations, neverNegative]
