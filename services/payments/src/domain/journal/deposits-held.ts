import type { Tx } from '@keyhold/kit/database/database'
import { toCents } from '@keyhold/kit/lib/money'
import { sql } from 'drizzle-orm'
import type { Movement } from './dating.ts'

/** What an account holds as a deposit for a tenancy. */
export interface Held {
  tenantId: string
  tenancyId: string | null
  propertyId: string | null
  cents: number
}

/** The deposits held of accounts, the oldest tenancy first. */
export async function readHeld(tx: Tx, landlordId: string, tenantIds: readonly string[]): Promise<Held[]> {
  const rows = await tx.execute<Omit<Held, 'cents'> & { held: number; [column: string]: unknown }>(sql`
    select p.tenant_id as "tenantId", p.tenancy_id as "tenancyId", p.property_id as "propertyId", -sum(p.amount) as held
    from posting p where p.landlord_id = ${landlordId} and p.tenant_id = any(${sql.param([...new Set(tenantIds)])}::uuid[]) and p.account = 'deposits_held'
    group by 1, 2, 3 having sum(p.amount) <> 0 order by min(p.entry_id::text)`)
  return rows.map(({ held, ...row }) => ({ ...row, cents: toCents(held) }))
}

/** The days on which deposits were received (above 0) and given back or used (below 0), by account. */
export async function readHeldMovements(
  tx: Tx,
  landlordId: string,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, Movement[]>> {
  const rows = await tx.execute<{ tenantId: string; on: string; amount: number }>(sql`
    select p.tenant_id as "tenantId", p.effective_on as "on", -sum(p.amount) as amount from posting p
    where p.landlord_id = ${landlordId} and p.tenant_id = any(${sql.param([...new Set(tenantIds)])}::uuid[]) and p.account = 'deposits_held' group by 1, 2`)
  const of = Map.groupBy(rows, ({ tenantId }) => tenantId)
  return new Map([...of].map(([id, list]) => [id, list.map(({ on, amount }) => ({ on, cents: toCents(amount) }))]))
}
