import type { Basis } from '@keyhold/contracts/payments/explanations'
import type { lateFeeStatuses } from '@keyhold/contracts/payments/late-fees'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents } from '@keyhold/kit/lib/money'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { sql } from 'drizzle-orm'
import { type PolicyColumns, policyColumns, policyFor } from './policies.ts'
import type { Rent } from './calculate.ts'
import { hasMoney, isNotReversed, todayAtProperty, joinProperty } from '../ledger/charge-balance.ts'

export interface ChargesToAssess {
  landlordId: string
  chargeIds: string[]
  now: string
}

export interface RentRow {
  id: string
  tenantId: string
  amount: number
  dueDate: string
  isOwedRent: boolean
  today: string
  policy: PolicyColumns | null
  policyId: string | null
  policySince: string | null
  [column: string]: unknown
}

export interface FeeRow {
  id: string
  tenantId: string
  chargeId: string
  occurrence: number
  amount: number
  status: (typeof lateFeeStatuses)[number]
  basis: Basis
  feeChargeId: string | null
  isPaid: boolean
  [column: string]: unknown
}

/**
 * The charges that can have late fees: rents under an enabled policy, and charges that already have a fee. For the charge of a fee, its rent.
 * The ids are an array: with a subquery the planner reads all charges of the landlord.
 */
export const readRents = (tx: Tx, { landlordId, chargeIds, now }: ChargesToAssess) =>
  tx.execute<RentRow>(sql`
    select c.id, c.tenant_id as "tenantId", c.amount, c.due_date as "dueDate", c.type = 'rent' and c.cancelled_at is null as "isOwedRent",
      ${todayAtProperty(sql, now)} as today, (o.created_at at time zone coalesce(p.time_zone, ${defaultTimeZone}::text))::date as "policySince",
      o.id as "policyId", ${policyColumns(sql)} as policy
    from charge c ${joinProperty(sql)} left join lateral (${policyFor(sql)}) o on true
    where c.landlord_id = ${landlordId}
      and c.id = any(array(select coalesce(l.late_charge_id, l.id) from charge l where l.landlord_id = ${landlordId} and l.id = any(${sql.param(chargeIds)}::uuid[])))
      and (c.type = 'rent' and o.is_enabled
        or exists (select from late_fee f where f.landlord_id = c.landlord_id and f.charge_id = c.id and f.kind = 'late' and f.status <> 'withdrawn'))
    order by c.due_date, c.id`)

export async function readReceived(tx: Tx, landlordId: string, ids: string[]): Promise<Map<string, Rent['received']>> {
  const rows = await tx.execute<{ chargeId: string; on: string; amount: number }>(sql`
    select a.charge_id as "chargeId", r.received_on as on, sum(a.amount) as amount
    from allocation a join receipt r on r.landlord_id = a.landlord_id and r.id = a.receipt_id
    where a.landlord_id = ${landlordId} and a.charge_id in ${ids} group by a.charge_id, r.received_on having sum(a.amount) <> 0`)
  const byCharge = Map.groupBy(rows, ({ chargeId }) => chargeId)
  return new Map(
    [...byCharge].map(([id, parts]) => [id, parts.map(({ on, amount }) => ({ on, cents: toCents(amount) }))]),
  )
}

export const readFees = (tx: Tx, landlordId: string, ids: string[]) =>
  tx.execute<FeeRow>(sql`
    select f.id, f.tenant_id as "tenantId", f.charge_id as "chargeId", f.occurrence, f.amount, f.status, f.basis, f.fee_charge_id as "feeChargeId",
      exists (select from charge c where c.landlord_id = f.landlord_id and c.id = f.fee_charge_id and ${hasMoney(sql)}) as "isPaid"
    from late_fee f where f.landlord_id = ${landlordId} and f.charge_id in ${ids} and f.kind = 'late' and f.status <> 'withdrawn'`)

/** The unconfirmed reports of these accounts, in cents. */
export async function readAwaiting(tx: Tx, landlordId: string, accounts: string[]): Promise<Map<string, number>> {
  const rows = await tx.execute<{ tenantId: string; amount: number }>(sql`
    select r.tenant_id as "tenantId", sum(r.amount) as amount from receipt r
    where r.landlord_id = ${landlordId} and r.tenant_id in ${accounts} and r.reported_by = 'tenant' and r.verified_at is null and ${isNotReversed(sql)}
    group by r.tenant_id`)
  return new Map(rows.map(({ tenantId, amount }) => [tenantId, toCents(amount)]))
}
