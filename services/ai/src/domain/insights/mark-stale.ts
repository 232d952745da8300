import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import { sql } from 'drizzle-orm'
import { landlord, ledger } from '../../schema/projections.ts'

/** Recomputes a landlord's insights. */
export const refreshInsights = job({ name: 'refresh-insights', data: z.object({}) })

const key = 'insights'

/**
 * Marks a landlord's insights as stale in the transaction of the change: a refresh that begins after its commit waits as a job. Where one waits and
 * is due, nothing is written: its row is locked, so that no worker takes it before the commit. The lock is shared, so that batches of a landlord's
 * events do not wait for each other.
 */
export async function markStale(tx: Tx, landlordId: string, now: Date): Promise<void> {
  const waiting = await tx.execute(sql`
    with known as (insert into ${landlord} (landlord_id) values (${landlordId}::uuid) on conflict do nothing)
    select from job where name = ${refreshInsights.name} and landlord_id = ${landlordId}::uuid and key = ${key}
      and holder is null and done_at is null and dead_at is null and (attempts > 0 or run_at <= ${now.toISOString()}::timestamptz)
    for key share`)
  if (waiting.length === 0) await enqueue(tx, refreshInsights, {}, { key, landlordId, runAt: now })
}

/** Marks the ledgers of tenants as stale, in the order of their ids: the next refresh asks payments for them. */
export async function markLedgersStale(tx: Tx, landlordId: string, tenantIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into ${ledger} (landlord_id, tenant_id, changes)
    select ${landlordId}::uuid, tenant_id, 1 from unnest(${sql.param([...new Set(tenantIds)].toSorted())}::uuid[]) as given (tenant_id)
    on conflict (landlord_id, tenant_id) do update set changes = ${ledger.changes} + 1`)
}
