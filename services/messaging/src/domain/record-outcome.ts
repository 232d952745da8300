import type { Tx } from '@keyhold/kit/database/database'
import { eq } from 'drizzle-orm'
import type { Outcome } from '../providers/outcome.ts'
import { delivery } from '../schema.ts'
import { type DeliveryRow, failDelivery, leaseMs, maxQueuedAttempts, storedBody } from './deliveries.ts'
import { applyEarlyReport } from './delivery-reports.ts'
import { addOptOut } from './opt-outs.ts'

export interface DeliveryResult {
  status: 'pending' | 'sent' | 'failed'
  reason: string | null
}

/** Stores the outcome of a send. A queued message is tried again, later each time, while its failures are transient. */
export async function recordOutcome(tx: Tx, row: DeliveryRow, outcome: Outcome, now: Date): Promise<DeliveryResult> {
  const updatedAt = now.toISOString()
  if (outcome.status === 'failed') {
    const { reason } = outcome
    if (outcome.hasOptedOut && row.to !== null) await addOptOut(tx, row.to, now)
    if (outcome.transient && row.queued && row.attempts < maxQueuedAttempts) {
      const dueAt = new Date(now.getTime() + leaseMs * 2 ** (row.attempts - 1)).toISOString()
      await tx.update(delivery).set({ to: row.to, reason, dueAt, updatedAt }).where(eq(delivery.id, row.id))
      return { status: 'pending', reason }
    }
    await failDelivery(tx, row, reason, now)
    return { status: 'failed', reason }
  }
  const { providerId } = outcome
  const sent = { to: row.to, status: 'sent', reason: null, providerId } as const
  const body = row.channel === 'sms' ? storedBody(row) : null
  await tx
    .update(delivery)
    .set({ ...sent, body, updatedAt })
    .where(eq(delivery.id, row.id))
  const reason =
    row.channel === 'sms' && providerId !== null
      ? await applyEarlyReport(tx, { ...row, ...sent }, providerId, now)
      : null
  return reason === null ? { status: 'sent', reason } : { status: 'failed', reason }
}
