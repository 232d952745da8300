import { toCents } from '@keyhold/kit/lib/money'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database } from '@keyhold/kit/database/database'
import type { ChargeDetails, ReceiptDetails } from './charge-details.ts'
import { type PolicyColumns, policyColumns, policyFor, policyOfColumns } from '../late-fees/policies.ts'
import { paidAmount, statusOf, todayAtProperty, joinProperty } from '../ledger/charge-balance.ts'
import { bookedReversal } from '../receipts/receipt-query.ts'

type ChargeRow = Omit<ChargeDetails, 'cents' | 'receipts' | 'lateFees' | 'lateTerms' | 'cancelled'> & {
  amount: number
  cancelledOn: string | null
  cancellationReason: string | null
  policy: PolicyColumns | null
}
type ReceiptRow = Omit<ReceiptDetails, 'cents' | 'reversed' | 'part' | 'freed'> & {
  amount: number
  part: number
  freed: number
  freedOn: string | null
  freedByPerson: boolean
  freedReason: string | null
  pays: { type: ChargeDetails['type']; dueDate: string; amount: number }[]
  credit: number
  reversedOn: string | null
  reversalBelongsOn: string | null
  reversalReason: string | null
}
type FeeRow = Omit<ChargeDetails['lateFees'][number], 'cents'> & { amount: number }

/** Reads everything an explanation needs in one round trip. Null if the actor cannot see the charge. */
export async function readChargeDetails(
  db: Database,
  actor: Actor,
  { landlordId, id, now }: { landlordId: string; id: string; now: string },
): Promise<ChargeDetails | null> {
  const [[row], receipts, fees] = await db.read(actor, (sql) => {
    const zone = sql`coalesce(p.time_zone, ${defaultTimeZone}::text)`
    const mine = sql`charge c ${joinProperty(sql)} where c.landlord_id = ${landlordId} and c.id = ${id}`
    return [
      sql<ChargeRow[]>`
        select c.id, c.type, c.source, c.amount, c.due_date, (c.created_at at time zone ${zone})::date as created_on, c.covers_from, c.description, c.basis, ${zone} as time_zone, ${todayAtProperty(sql, now)} as today,
          ${statusOf(sql, paidAmount(sql), now)} as status,
          (c.cancelled_at at time zone ${zone})::date as cancelled_on, c.cancellation_reason,
          (select json_build_object('isRent', u.is_rent, 'dueDay', u.due_day, 'startsOn', u.starts_on) from rule u where u.landlord_id = c.landlord_id and u.id = c.rule_id) as rule,
          (select l.due_date from charge l where l.landlord_id = c.landlord_id and l.id = c.late_charge_id) as late_rent_due,
          (select ${policyColumns(sql)} from (${policyFor(sql)}) o) as policy
        from ${mine}`,
      // The receipts that paid part of the charge, and the unconfirmed reports on it.
      sql<ReceiptRow[]>`
        select r.received_on as on, r.amount, coalesce(case when v.receipt_id is null then s.net else s.returned end, 0) as part,
          coalesce(s.freed, 0) as freed, s.freed_on, coalesce(j.by_person, false) as freed_by_person, j.reason as freed_reason, e.pays, r.amount - e.allocated as credit, r.method, r.kind, r.reported_by,
          (r.reported_at at time zone ${zone})::date as reported_on, (r.verified_at at time zone ${zone})::date as verified_on,
          case r.kind when 'money' then null when 'deposit' then r.verification_notes else r.notes end as notes,
          coalesce(b.on, v.on) as reversed_on, b.belongs_on as reversal_belongs_on, v.reason as reversal_reason
        from (select c.landlord_id, c.id, p.time_zone from ${mine}) p
        join receipt r on r.landlord_id = p.landlord_id
          and (r.charge_id = p.id or r.id in (select a.receipt_id from allocation a where a.landlord_id = p.landlord_id and a.charge_id = p.id))
        left join reversal v on v.landlord_id = r.landlord_id and v.receipt_id = r.id
        cross join lateral (${bookedReversal(sql)}) b
        left join lateral (
          select sum(a.amount) filter (where a.amount > 0) as given, sum(a.amount) as net, -sum(a.amount) filter (where a.is_reversal) as returned,
            -sum(a.amount) filter (where a.is_moved) as freed, max((a.created_at at time zone coalesce(p.time_zone, ${defaultTimeZone}::text))::date) filter (where a.is_moved and a.amount < 0) as freed_on
          from (
            select a.*, (a.amount < 0 and not a.is_reversal
              or a.amount > 0 and exists (select from allocation b where b.landlord_id = a.landlord_id and b.receipt_id = a.receipt_id and b.charge_id = a.charge_id and b.amount < 0 and b.id < a.id)) as is_moved
            from allocation a where a.landlord_id = r.landlord_id and a.receipt_id = r.id and a.charge_id = p.id) a) s on true
        left join lateral (
          select d.recorded_by is not null as by_person, d.reason from journal_entry d
          where d.landlord_id = r.landlord_id and d.charge_id = p.id and d.receipt_id = r.id and d.kind = 'deallocated' and d.recorded_at is distinct from v.reversed_at
          order by d.id desc limit 1) j on true
        cross join lateral (
          select coalesce(sum(o.amount), 0) as allocated, coalesce(json_agg(json_build_object('type', k.type, 'dueDate', k.due_date, 'amount', o.amount) order by k.due_date, k.id)
            filter (where o.amount > 0 and k.id <> p.id), '[]'::json) as pays
          from (select a.charge_id, sum(a.amount) as amount from allocation a where a.landlord_id = r.landlord_id and a.receipt_id = r.id group by a.charge_id) o
          join charge k on k.landlord_id = r.landlord_id and k.id = o.charge_id) e
        where s.given > 0 or (r.reported_by = 'tenant' and r.verified_at is null)
        order by r.received_on, r.reported_at, r.id`,
      sql<FeeRow[]>`
        select f.status, f.amount, f.assessed_on as on, f.reason, f.basis from late_fee f
        where f.landlord_id = ${landlordId} and f.charge_id = ${id} and f.kind = 'late' and f.status <> 'withdrawn' order by f.occurrence`,
    ] as const
  })
  if (!row) return null
  const { amount, cancelledOn, cancellationReason, policy, ...rest } = row
  return {
    ...rest,
    cents: toCents(amount),
    cancelled: cancelledOn === null ? null : { on: cancelledOn, reason: cancellationReason ?? '' },
    lateTerms: policy && policyOfColumns(policy).terms,
    receipts: receipts.map(receiptOf),
    lateFees: fees.map(({ amount: fee, ...more }) => ({ ...more, cents: toCents(fee) })),
  }
}

const receiptOf = ({
  amount,
  part,
  freed,
  freedOn,
  freedByPerson: isByPerson,
  freedReason: reason,
  pays,
  credit,
  reversedOn,
  reversalBelongsOn: belongsOn,
  reversalReason,
  ...rest
}: ReceiptRow): ReceiptDetails => ({
  ...rest,
  cents: toCents(amount),
  part: toCents(part),
  // 0 if the money was allocated to this charge again, because the move-out was undone.
  freed:
    freedOn === null || freed <= 0
      ? null
      : {
          cents: toCents(freed),
          on: freedOn,
          isByPerson,
          reason,
          pays: pays.map(({ amount: paid, ...of }) => ({ ...of, cents: toCents(paid) })),
          credit: toCents(credit),
        },
  reversed: reversedOn === null ? null : { on: reversedOn, belongsOn, reason: reversalReason ?? '' },
})
