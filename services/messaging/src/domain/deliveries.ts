import { createHash } from 'node:crypto'
import { DeliveryFailed } from '@keyhold/contracts/messaging/deliveries'
import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { enqueue, enqueueAll, enqueueHeld, job } from '@keyhold/kit/jobs/queue'
import { emit } from '@keyhold/kit/messaging/outbox'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { delivery, type StoredAttachment } from '../schema/deliveries.ts'
import { messaging } from './acting.ts'

export type DeliveryRow = typeof delivery.$inferSelect

export interface NewDelivery {
  key: string
  ownerId: string | null
  channel: 'sms' | 'email'
  /** Null: the user `ownerId`, at the address or number that identity knows. */
  to: string | null
  subject: string | null
  body: string
  /** Sent in place of the body for an account without history. */
  fixedBody?: string | null
  /** The body contains no private link, so it is stored where the message fails, to be sent again. */
  keepsBody?: boolean
  /** Only with `keepsBody`. */
  attachment?: StoredAttachment | null
  /** Where answers to a mail go; those of the sender unless given. */
  replyTo?: string | null
}

/** Sends a stored message. `once`: somebody waits for the outcome, so a failure is not retried. */
export const deliveryJob = job({ name: 'send-delivery', data: z.object({ deliveryId: z.guid(), once: z.boolean() }) })

/** A message that this process sends now. */
export interface Sending {
  row: DeliveryRow
  /** Whose transactions record the outcome. */
  actor: Actor
  /** Ends the job, in the transaction that records the outcome. */
  finish: (tx: Tx) => Promise<void>
  mayRetry: boolean
}

/** More than looking up an address and a provider may take. After that the sender's process is taken for dead, and a worker sends the message. */
const leaseMs = 60_000

/** Stores a message and queues it; nothing where its key was used before. */
export async function queueDelivery(tx: Tx, message: NewDelivery, now: Date): Promise<void> {
  const row = await createDelivery(tx, message, { now, queued: true })
  if (row) await enqueue(tx, deliveryJob, { deliveryId: row.id, once: false }, { runAt: now })
}

/** Stores and queues many messages, a few hundred at a time, each at its time. Answers the ids of those whose keys are new, by key. */
export async function queueDeliveries(
  tx: Tx,
  messages: readonly NewDelivery[],
  now: Date,
  times: readonly Date[],
): Promise<Map<string, string>> {
  const at = now.toISOString()
  const rows = await tx
    .insert(delivery)
    .values(messages.map((one) => ({ ...one, ...digestOf(one.body), queued: true, createdAt: at, updatedAt: at })))
    .onConflictDoNothing({ target: delivery.key })
    .returning({ id: delivery.id, key: delivery.key })
  const timeOf = new Map(messages.map(({ key }, index) => [key, (times[index] ?? now).getTime()]))
  const byTime = Map.groupBy(rows, ({ key }) => timeOf.get(key) ?? now.getTime())
  for (const [time, due] of byTime) {
    const jobs = due.map(({ id }) => ({ deliveryId: id, once: false }))
    await enqueueAll(tx, deliveryJob, jobs, { runAt: new Date(time) })
  }
  return new Map(rows.map(({ id, key }) => [key, id]))
}

/** Queues a landlord's failed message for one more attempt; false where it did not fail, or its body is not stored. */
export async function requeueFailed(
  tx: Tx,
  { id, ownerId }: { id: string; ownerId: string },
  now: Date,
): Promise<boolean> {
  const row = await reopenFailed(tx, { id, ownerId }, now)
  if (row) await enqueue(tx, deliveryJob, { deliveryId: row.id, once: false }, { runAt: now })
  return row !== undefined
}

/** Stores a message that cannot be sent at all, and not again either. */
export async function storeUnsendable(tx: Tx, message: NewDelivery, reason: string, now: Date): Promise<void> {
  const row = await createDelivery(tx, message, { now, queued: true })
  if (row) await failDelivery(tx, { ...row, keepsBody: false }, reason, now)
}

/** Stores a message that the caller sends right after `tx`; undefined where its key was used before. */
export async function claimNew(tx: Tx, message: NewDelivery, now: Date): Promise<Sending | undefined> {
  const row = await createDelivery(tx, message, { now, queued: false })
  return row && claim(tx, row, now)
}

async function createDelivery(
  tx: Tx,
  { body, ...message }: NewDelivery,
  { now, queued }: { now: Date; queued: boolean },
): Promise<DeliveryRow | undefined> {
  const at = now.toISOString()
  const [row] = await tx
    .insert(delivery)
    .values({ ...message, body, ...digestOf(body), queued, createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: delivery.key })
    .returning()
  return row
}

const digestOf = (body: string) => ({
  bodySha256: createHash('sha256').update(body).digest('base64url'),
  bodyLength: body.length,
})

async function claim(tx: Tx, row: DeliveryRow, runAt: Date): Promise<Sending> {
  const { finish } = await enqueueHeld(tx, deliveryJob, { deliveryId: row.id, once: true }, { leaseMs, runAt })
  return { row, actor: messaging, finish, mayRetry: false }
}

/**
 * Claims a landlord's failed message for one more attempt. Undefined where it is being sent, was sent or dismissed, or its body is not stored.
 * If this process dies, a worker makes the attempt.
 */
export async function claimFailed(
  tx: Tx,
  { id, ownerId }: { id: string; ownerId: string },
  now: Date,
): Promise<Sending | undefined> {
  const row = await reopenFailed(tx, { id, ownerId }, now)
  return row && claim(tx, row, now)
}

async function reopenFailed(
  tx: Tx,
  { id, ownerId }: { id: string; ownerId: string },
  now: Date,
): Promise<DeliveryRow | undefined> {
  const [row] = await tx
    .update(delivery)
    .set({ status: 'pending', providerId: null, updatedAt: now.toISOString() })
    .where(
      and(
        eq(delivery.id, id),
        eq(delivery.ownerId, ownerId),
        eq(delivery.status, 'failed'),
        isNull(delivery.dismissedAt),
        isNotNull(delivery.body),
      ),
    )
    .returning()
  return row
}

/** The body, where it may be stored after the message was sent or has failed. */
export const storedBody = ({ keepsBody, body }: DeliveryRow) => (keepsBody ? body : null)

/** Marks a message as failed and publishes it. */
export async function failDelivery(tx: Tx, row: DeliveryRow, reason: string, now: Date): Promise<void> {
  await tx
    .update(delivery)
    .set({ to: row.to, status: 'failed', held: null, reason, body: storedBody(row), updatedAt: now.toISOString() })
    .where(eq(delivery.id, row.id))
  await emit(
    tx,
    DeliveryFailed,
    { deliveryId: row.id, landlordId: row.ownerId, channel: row.channel, reason, key: row.key },
    { clock: { now: () => now } },
  )
}
