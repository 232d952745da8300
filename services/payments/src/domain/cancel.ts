import { ChargeChanged } from '@keyhold/contracts/payments'
import type { Tx } from '@keyhold/kit/db'
import { emit } from '@keyhold/kit/outbox'
import { type SQL, sql } from 'drizzle-orm'
import { factsOf, lockTenant, type Standing } from './charges.ts'
import { isOwed, stands, todayThere, withProperty } from './standing.ts'

interface Cancellation {
  /** Null: Keyhold itself. */
  by: string | null
  reason: string
  now: string
}

/** Cancels a locked charge on which no receipt stands: who, why and when stay with it. */
export async function cancelCharge(tx: Tx, { landlordId, id }: Standing, cancellation: Cancellation): Promise<void> {
  await cancelWhere(tx, sql`c.landlord_id = ${landlordId} and c.id = ${id}`, cancellation)
}

/**
 * The tenant left at the instant `leftAt`: the planned rents that fall due after that day, as it was at the property, are owed by nobody.
 * One that money stands on, reported money too, stays for the landlord to judge.
 */
export async function cancelRentsAfter(
  tx: Tx,
  { landlordId, tenantId, leftAt, now }: { landlordId: string; tenantId: string; leftAt: string; now: string },
): Promise<void> {
  await lockTenant(tx, landlordId, tenantId)
  const planned = sql`select c.id from charge c ${withProperty(sql)}
    where ${isOwed(sql)} and c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId} and c.source = 'rent_plan' and c.due_date > ${todayThere(sql, leftAt)}
      and not exists (select from receipt r where r.landlord_id = c.landlord_id and ${stands(sql)}
        and (r.charge_id = c.id or r.id in (select a.receipt_id from allocation a where a.landlord_id = c.landlord_id and a.charge_id = c.id)))`
  await cancelWhere(tx, sql`c.landlord_id = ${landlordId} and c.id in (${planned})`, { by: null, reason: 'The tenant left before it fell due.', now })
}

async function cancelWhere(tx: Tx, where: SQL, { by, reason, now }: Cancellation): Promise<void> {
  const cancelled = await tx.execute<Parameters<typeof factsOf>[0] & Record<string, unknown>>(sql`
    update charge c set cancelled_at = ${now}::timestamptz, cancelled_by = ${by}::uuid, cancellation_reason = ${reason}, updated_at = ${now}::timestamptz
    where ${isOwed(sql)} and ${where}
    returning c.id, c.landlord_id as "landlordId", c.tenant_id as "tenantId", c.property_id as "propertyId", c.amount, c.due_date as "dueDate"`)
  for (const row of cancelled) await emit(tx, ChargeChanged, factsOf(row))
}
