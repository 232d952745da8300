import type { Check } from './check.ts'

/** The cash of a receipt is in the account that the receipt names. */
const receipts: Check = (sql, landlordId) => sql`
  select 'the account of a receipt' as what, r.id, coalesce(r.bank_account_id, r.landlord_id)::text as expected, coalesce(p.bank_account_id, p.landlord_id)::text as found
  from posting p join receipt r on r.landlord_id = p.landlord_id and r.id = p.receipt_id
  where p.landlord_id = ${landlordId} and p.account = 'cash' and p.bank_account_id is distinct from r.bank_account_id`

/** So is the cash of a refund, and of its undoing. */
const refunds: Check = (sql, landlordId) => sql`
  select 'the account of a refund' as what, f.id, coalesce(f.bank_account_id, f.landlord_id)::text as expected, coalesce(p.bank_account_id, p.landlord_id)::text as found
  from (
    select m.landlord_id, m.id, m.bank_account_id from deposit_movement m where m.landlord_id = ${landlordId} and m.kind = 'refunded'
    union all select c.landlord_id, c.id, c.bank_account_id from credit_refund c where c.landlord_id = ${landlordId}
  ) f join journal_entry e on e.landlord_id = f.landlord_id and e.movement_id = f.id
  join posting p on p.landlord_id = e.landlord_id and p.entry_id = e.id and p.account = 'cash'
  where e.landlord_id = ${landlordId} and p.bank_account_id is distinct from f.bank_account_id`

/** A transfer takes its amount from one account and puts it into the other, and the other way round if it was undone. */
const transfers: Check = (sql, landlordId) => sql`
  select 'a transfer in the journal: ' || w.kind as what, t.id, concat_ws(' ', -w.amount, w.amount) as expected, concat_ws(' ', coalesce(s.out_of, 0), coalesce(s.into, 0)) as found
  from bank_transfer t left join bank_transfer_undo u on u.landlord_id = t.landlord_id and u.transfer_id = t.id
  cross join lateral (values ('transferred', t.amount), ('transfer_undone', case when u.transfer_id is null then 0 else -t.amount end)) w (kind, amount)
  left join (
    select e.movement_id, e.kind, sum(p.amount) filter (where p.bank_account_id is not distinct from x.from_id) as out_of, sum(p.amount) filter (where p.bank_account_id is not distinct from x.to_id) as into
    from bank_transfer x join journal_entry e on e.landlord_id = x.landlord_id and e.movement_id = x.id join posting p on p.landlord_id = e.landlord_id and p.entry_id = e.id
    where x.landlord_id = ${landlordId} and e.landlord_id = ${landlordId} group by 1, 2
  ) s on s.movement_id = t.id and s.kind = w.kind
  where t.landlord_id = ${landlordId} and (coalesce(s.out_of, 0), coalesce(s.into, 0)) <> (-w.amount, w.amount)`

export const cashChecks = [receipts, refunds, transfers]
