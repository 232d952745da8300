import { ChargeChanged } from '@keyhold/contracts/payments/events'
import type { Tx } from '@keyhold/kit/database/database'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import { type SQL, sql } from 'drizzle-orm'
import { bookChangedCharges } from '../journal/book-charges.ts'
import type { Author } from '../journal/record.ts'
import { chargeSnapshotOf, type ChargeBalance } from './charges.ts'
import { applyCancellations } from '../late-fees/reassess.ts'
import { hasMoney, isNotCancelled } from './charge-balance.ts'

interface Cancellation {
  /** Null if Keyhold cancels it. */
  by: string | null
  reason: string
  now: string
  /** What the books say about it where the terms that it was posted by changed: who changed them, and what. */
  cause?: Pick<Author, 'by' | 'reason'>
}

/** Cancels a locked charge that has no money on it. */
export async function cancelCharge(
  tx: Tx,
  { landlordId, id }: Pick<ChargeBalance, 'landlordId' | 'id'>,
  cancellation: Cancellation,
): Promise<void> {
  await cancelWhere(tx, sql`c.landlord_id = ${landlordId} and c.id = ${id}`, cancellation)
}

/** Cancels several charges of one landlord. */
export async function cancelCharges(
  tx: Tx,
  landlordId: string,
  ids: readonly string[],
  cancellation: Cancellation,
): Promise<void> {
  if (ids.length > 0)
    await cancelWhere(tx, sql`c.landlord_id = ${landlordId} and c.id = any(${sql.param(ids)}::uuid[])`, cancellation)
}

/** Cancels all charges of tenancies that have no recorded or reported money. Requires the accounts' locks. */
export async function cancelUnpaid(
  tx: Tx,
  {
    landlordId,
    accounts,
    tenancies,
  }: { landlordId: string; accounts: readonly string[]; tenancies: readonly string[] },
  cancellation: Cancellation,
): Promise<void> {
  if (tenancies.length === 0) return
  const theirs = sql`c.landlord_id = ${landlordId} and c.tenant_id = any(${sql.param(accounts)}::uuid[]) and c.tenancy_id = any(${sql.param(tenancies)}::uuid[])`
  await cancelWhere(tx, sql`${theirs} and not ${hasMoney(sql)}`, cancellation)
}

async function cancelWhere(tx: Tx, where: SQL, { by, reason, now, cause }: Cancellation): Promise<void> {
  const cancelled = await tx.execute<Parameters<typeof chargeSnapshotOf>[0] & Record<string, unknown>>(sql`
    update charge c set cancelled_at = ${now}::timestamptz, cancelled_by = ${by}::uuid, cancellation_reason = ${reason}, updated_at = ${now}::timestamptz
    where ${isNotCancelled(sql)} and ${where}
    returning c.id, c.landlord_id as "landlordId", c.tenant_id as "tenantId", c.property_id as "propertyId", c.amount, c.due_date as "dueDate"`)
  const [first] = cancelled
  if (!first) return
  const { landlordId } = first
  const chargeIds = cancelled.map(({ id }) => id)
  await bookChangedCharges(tx, chargeIds, { landlordId, by, now, ...cause })
  await emitAll(tx, ChargeChanged, cancelled.map(chargeSnapshotOf))
  await applyCancellations(tx, { landlordId, chargeIds, now })
}
