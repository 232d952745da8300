import { catchUpName } from '@keyhold/contracts/payments/charge-names'
import type { paymentMethods, paymentTypes } from '@keyhold/contracts/payments/payments'
import { isNotReversed } from './charge-balance.ts'
import { textOn } from './charge-texts.ts'
import type { Tag } from './sql.ts'

export interface Account {
  landlordId: string
  tenantId: string
  /** Only what was recorded by this moment counts. */
  knownAt?: string | undefined
}

// As JSON, so that the SQL can look up the names.
const typeNames = JSON.stringify({
  rent: 'Rent',
  security_deposit: 'Security deposit',
  late_fee: 'Late fee',
  maintenance: 'Maintenance',
  other: 'Charge',
} satisfies Record<(typeof paymentTypes)[number], string>)
const methodNames = JSON.stringify({
  cash: 'cash',
  check: 'check',
  credit_card: 'credit card',
  ach: 'ACH',
  online: 'online payment',
  bank_transfer: 'bank transfer',
  money_order: 'money order',
} satisfies Record<(typeof paymentMethods)[number], string>)

/**
 * Every entry of an account that changes what it owes, from the journal, and those that only concern its deposit. What happened to a charge on one day
 * is one line: a charge cancelled by its due day was never owed and has none. Unconfirmed reports do not change the balance; their amount is in `aside`.
 */
export function entriesOf<F>(sql: Tag<F>, { landlordId, tenantId, knownAt }: Account): F {
  const isKnown = (at: F) => (knownAt === undefined ? sql`` : sql`and ${at} <= ${knownAt}::timestamptz`)
  const isAwaiting =
    knownAt === undefined
      ? sql`r.verified_at is null and ${isNotReversed(sql)}`
      : sql`r.reported_at <= ${knownAt}::timestamptz and (r.verified_at is null or r.verified_at > ${knownAt}::timestamptz)
          and not exists (select from reversal v where v.landlord_id = r.landlord_id and v.receipt_id = r.id and v.reversed_at <= ${knownAt}::timestamptz)`
  // The description of a late fee or another charge already says what it is.
  const wording = sql`case when said.type in ('late_fee', 'other') and said.description is not null or said.description like ${`${catchUpName}%`} then said.description
    else (${typeNames}::jsonb ->> said.type) || coalesce(': ' || said.description, '') end`
  const method = sql`(${methodNames}::jsonb ->> r.method) || coalesce(', ' || r.confirmation_number, '')`
  const linesOf = (where: F) => sql`
    select p.entry_id, p.effective_on, e.belongs_on, e.kind, e.charge_id, e.receipt_id, e.movement_id, sum(p.amount) as amount
    from posting p join journal_entry e on e.landlord_id = p.landlord_id and e.id = p.entry_id
    where p.landlord_id = ${landlordId} and p.tenant_id = ${tenantId} and ${where} ${isKnown(sql`p.recorded_at`)}
    group by p.entry_id, p.effective_on, e.belongs_on, e.kind, e.charge_id, e.receipt_id, e.movement_id having sum(p.amount) <> 0`
  const lines = linesOf(sql`p.account in ('receivable', 'prepaid', 'tenant_credit', 'allowance')`)
  const deposits = linesOf(sql`p.account = 'cash' and e.kind in ('deposit_refunded', 'deposit_refund_undone')`)
  const dayOf = (column: F) => sql`to_char(${column}, 'Mon FMDD, YYYY')`
  // What takes effect later than it belongs says to which day.
  const belongs = (column: F) => sql`coalesce(' (of ' || ${dayOf(column)} || ')', '')`
  return sql`
    select c.id, k.kind, k.effective_on as on, k.rank, case k.kind when 'charge' then ${wording} when 'cancellation' then 'Cancelled: ' || c.cancellation_reason else 'Changed: ' || ${wording} end || ${belongs(sql`k.belongs_on`)} as description,
      c.id as payment_id, k.amount, null::numeric as aside, said.basis
    from (
      select l.charge_id, l.effective_on, max(l.belongs_on) as belongs_on, sum(l.amount) as amount,
        case when bool_or(l.kind = 'charged') then 'charge' when bool_or(l.kind = 'cancelled') then 'cancellation' else 'change' end as kind,
        case when bool_or(l.kind = 'charged') then 1 else 2 end as rank
      from (${lines}) l where l.kind in ('charged', 'changed', 'cancelled') and l.charge_id is not null group by l.charge_id, l.effective_on having sum(l.amount) <> 0
    ) k join charge c on c.landlord_id = ${landlordId} and c.id = k.charge_id cross join lateral (${textOn(sql, sql`k.effective_on`)}) said
    union all
    select c.id, 'deposit', l.effective_on, 3, case when l.amount > 0 then 'Held as security deposit until it is due' else 'Security deposit, paid before' end || ${belongs(sql`l.belongs_on`)}, c.id, l.amount, null, null
    from (${lines}) l join charge c on c.landlord_id = ${landlordId} and c.id = l.charge_id where l.kind in ('allocated', 'deallocated')
    union all
    select r.id, case when r.kind in ('concession', 'write_off') then 'credit' else 'receipt' end, l.effective_on, 3, case r.kind when 'money' then 'Payment by ' || ${method} || case when r.replaces_id is null then '' else ', as corrected' end when 'deposit' then 'Paid from the security deposit'
      when 'concession' then 'Credit given' || coalesce(': ' || r.notes, '') else 'Written off' || coalesce(': ' || r.notes, '') end || ${belongs(sql`l.belongs_on`)}, r.charge_id, l.amount, null, null
    from (${lines}) l join receipt r on r.landlord_id = ${landlordId} and r.id = l.receipt_id where l.kind = 'received'
    union all
    select r.id, 'reversal', l.effective_on, 4, case when exists (select from receipt n where n.landlord_id = r.landlord_id and n.tenant_id = r.tenant_id and n.replaces_id = r.id)
      then 'Correction of the payment of ' || ${dayOf(sql`r.received_on`)} else case when r.kind = 'money' then 'Payment reversed: ' else 'Taken back: ' end || v.reason end || ${belongs(sql`l.belongs_on`)}, r.charge_id, l.amount, null, null
    from (${lines}) l join receipt r on r.landlord_id = ${landlordId} and r.id = l.receipt_id join reversal v on v.landlord_id = r.landlord_id and v.receipt_id = r.id where l.kind = 'returned'
    union all
    select f.id, 'credit_refund', l.effective_on, 4, case l.kind when 'credit_refunded' then 'Credit paid out' else 'Not paid out after all: ' || u.reason end || ${belongs(sql`l.belongs_on`)}, null, l.amount, null, null
    from (${lines}) l join credit_refund f on f.landlord_id = ${landlordId} and f.id = l.movement_id left join refund_undo u on u.landlord_id = f.landlord_id and u.refund_id = f.id
    where l.kind in ('credit_refunded', 'credit_refund_undone')
    union all
    select r.id, 'awaiting', r.received_on, 5, 'Reported, awaiting confirmation: ' || ${method}, r.charge_id, 0, r.amount, null
    from receipt r where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId} and r.reported_by = 'tenant' and ${isAwaiting}
    union all
    select d.id, 'deposit_applied', l.effective_on, 6, 'Security deposit applied', null, 0, d.amount, null
    from (${lines}) l join receipt r on r.landlord_id = ${landlordId} and r.id = l.receipt_id join deposit_movement d on d.landlord_id = r.landlord_id and d.id = r.deposit_movement_id where l.kind = 'received'
    union all
    select d.id, 'deposit_refund', l.effective_on, case l.kind when 'deposit_refunded' then 6 else 7 end,
      case l.kind when 'deposit_refunded' then 'Security deposit refunded' else 'Deposit not refunded after all: ' || u.reason end || ${belongs(sql`l.belongs_on`)}, null, 0, d.amount, null
    from (${deposits}) l join deposit_movement d on d.landlord_id = ${landlordId} and d.id = l.movement_id left join refund_undo u on u.landlord_id = d.landlord_id and u.refund_id = d.id`
}
