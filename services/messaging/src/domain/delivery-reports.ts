import type { Tx } from '@keyhold/kit/database/database'
import { eq, sql } from 'drizzle-orm'
import { delivery, undelivered } from '../schema/deliveries.ts'
import { type DeliveryRow, failDelivery } from './deliveries.ts'
import { addOptOut } from './opt-outs.ts'

/** A provider's report that it could not deliver a text it had accepted. `reason` is a sentence for the sender. */
export interface FailureReport {
  providerId: string
  reason: string
  hasOptedOut: boolean
}

// A report may arrive before the provider's id of the text is stored. Both sides store theirs and look for the other under one lock.

/** Stores a report, and fails the text if its provider id is known. A repeated report does nothing. */
export async function recordFailureReport(tx: Tx, report: FailureReport, now: Date): Promise<void> {
  await lockProviderId(tx, report.providerId)
  const [first] = await tx
    .insert(undelivered)
    .values({ ...report, createdAt: now.toISOString() })
    .onConflictDoNothing()
    .returning()
  const [row] = await tx.select().from(delivery).where(eq(delivery.providerId, report.providerId)).for('update')
  if (first && row) await applyReport(tx, row, report, now)
}

/** Fails a text that was just sent if its failure report is there already. Answers the reason. */
export async function applyEarlyReport(
  tx: Tx,
  sent: DeliveryRow,
  providerId: string,
  now: Date,
): Promise<string | null> {
  await lockProviderId(tx, providerId)
  const [report] = await tx.select().from(undelivered).where(eq(undelivered.providerId, providerId))
  if (report) await applyReport(tx, sent, report, now)
  return report?.reason ?? null
}

async function applyReport(tx: Tx, row: DeliveryRow, { reason, hasOptedOut }: FailureReport, now: Date): Promise<void> {
  if (hasOptedOut && row.to !== null) await addOptOut(tx, row.to, now)
  if (row.status === 'sent') await failDelivery(tx, row, reason, now)
}

const lockProviderId = (tx: Tx, id: string) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`)
