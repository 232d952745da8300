import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import { sql } from 'drizzle-orm'
import { landlord, ledger } from '../../schema.ts'

/** Recomputes a landlord's insights. */
export const refreshInsights = job({ name: 'refresh-insights', data: z.object({}) })

/** Marks a landlord's insights as stale and queues their refresh, in the transaction of the change. */
export async function markStale(tx: Tx, landlordId: string, now: Date): Promise<void> {
  await tx.insert(landlord).values({ landlordId }).onConflictDoNothing()
  await enqueue(tx, refreshInsights, {}, { key: 'insights', landlordId, runAt: now })
}

/** Marks a tenant's ledger as stale: the next refresh asks payments for it. */
export async function markLedgerStale(tx: Tx, landlordId: string, tenantId: string): Promise<void> {
  await tx
    .insert(ledger)
    .values({ landlordId, tenantId, changes: 1 })
    .onConflictDoUpdate({ target: [ledger.landlordId, ledger.tenantId], set: { changes: sql`${ledger.changes} + 1` } })
}
