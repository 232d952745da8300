import type { Tx } from '@keyhold/kit/database/database'
import { dayMs } from '@keyhold/kit/lib/dates'
import { enqueue } from '@keyhold/kit/jobs/queue'
import { and, asc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import { heldDays } from '../limits.ts'
import { delivery } from '../schema/deliveries.ts'
import { deliveryJob, type DeliveryRow, failDelivery } from './deliveries.ts'
import type { Hold } from './guard.ts'

const releasedAtOnce = 500

/** Records that a message waits. What waits for the limits is tried again when there is room. */
export async function holdDelivery(tx: Tx, { id }: DeliveryRow, { held, until }: Hold): Promise<void> {
  await tx.update(delivery).set({ held, wasHeld: true }).where(eq(delivery.id, id))
  if (until) await enqueue(tx, deliveryJob, { deliveryId: id, once: false }, { runAt: until })
}

/** Queues the messages that match and wait, the oldest first; those that have waited too long fail. `letOut`: they are not held again. */
export async function releaseHeld(
  tx: Tx,
  matching: SQL | undefined,
  how: { now: Date; letOut?: boolean },
): Promise<number> {
  let released = 0
  for (;;) {
    const batch = await releaseBatch(tx, matching, how)
    released += batch
    if (batch < releasedAtOnce) return released
  }
}

async function releaseBatch(
  tx: Tx,
  matching: SQL | undefined,
  { now, letOut = false }: { now: Date; letOut?: boolean },
): Promise<number> {
  const rows = await tx
    .select()
    .from(delivery)
    .where(and(matching, isNotNull(delivery.held)))
    .orderBy(asc(delivery.createdAt), asc(delivery.id))
    .limit(releasedAtOnce)
    .for('update')
  const oldest = new Date(now.getTime() - heldDays * dayMs).toISOString()
  const [late, due] = [rows.filter((row) => row.createdAt < oldest), rows.filter((row) => row.createdAt >= oldest)]
  if (rows.length > 0)
    await tx
      .update(delivery)
      .set({ held: null, ...(letOut ? { letOut } : {}) })
      .where(
        inArray(
          delivery.id,
          rows.map(({ id }) => id),
        ),
      )
  for (const row of late) await failDelivery(tx, row, `It was on hold for more than ${heldDays} days.`, now)
  for (const { id } of due) await enqueue(tx, deliveryJob, { deliveryId: id, once: false }, { runAt: now })
  return rows.length
}
