import type { Tx } from '@keyhold/kit/database/database'
import { eq } from 'drizzle-orm'
import type { Outcome } from '../providers/outcome.ts'
import { delivery } from '../schema.ts'
import { type DeliveryRow, failDelivery, storedBody } from './deliveries.ts'
import { applyEarlyReport } from './delivery-reports.ts'
import { addOptOut } from './opt-outs.ts'

export interface DeliveryResult {
  status: 'pending' | 'sent' | 'failed'
  reason: string | null
}

/** Stores why a message could not be sent yet. It stays pending. */
export async function recordDelay(tx: Tx, { id, to }: DeliveryRow, reason: string, now: Date): Promise<DeliveryResult> {
  await tx.update(delivery).set({ to, reason, updatedAt: now.toISOString() }).where(eq(delivery.id, id))
  return { status: 'pending', reason }
}

/** Stores the outcome of a send. */
export async function recordOutcome(tx: Tx, row: DeliveryRow, outcome: Outcome, now: Date): Promise<DeliveryResult> {
  const updatedAt = now.toISOString()
  if (outcome.status === 'failed') {
    const { reason } = outcome
    if (outcome.hasOptedOut && row.to !== null) await addOptOut(tx, row.to, now)
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
