import { DeliveryReleased } from '@keyhold/contracts/messaging/deliveries'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { eq } from 'drizzle-orm'
import type { Outcome } from '../providers/outcome.ts'
import { bouncedAddress } from '../schema/consents.ts'
import { delivery } from '../schema/deliveries.ts'
import { type DeliveryRow, failDelivery, storedBody } from './deliveries.ts'
import { applyEarlyReport } from './delivery-reports.ts'
import { addOptOut } from './opt-outs.ts'

export interface DeliveryResult {
  status: 'pending' | 'held' | 'sent' | 'failed'
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
    if (outcome.hasBounced && row.to !== null)
      await tx.insert(bouncedAddress).values({ address: row.to, reason, createdAt: updatedAt }).onConflictDoNothing()
    await failDelivery(tx, row, reason, now)
    return { status: 'failed', reason }
  }
  const { providerId } = outcome
  const sent = { to: row.to, status: 'sent', reason: null, providerId } as const
  const body = row.channel === 'sms' ? storedBody(row) : null
  if (row.channel === 'email' && row.to !== null)
    await tx.delete(bouncedAddress).where(eq(bouncedAddress.address, row.to))
  await tx
    .update(delivery)
    .set({ ...sent, body, held: null, updatedAt })
    .where(eq(delivery.id, row.id))
  if (row.wasHeld)
    await emit(tx, DeliveryReleased, {
      deliveryId: row.id,
      key: row.key,
      landlordId: row.ownerId,
      channel: row.channel,
    })
  const reason =
    row.channel === 'sms' && providerId !== null
      ? await applyEarlyReport(tx, { ...row, ...sent }, providerId, now)
      : null
  return reason === null ? { status: 'sent', reason } : { status: 'failed', reason }
}
