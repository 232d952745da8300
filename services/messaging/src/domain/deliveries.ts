import { createHash } from 'node:crypto'
import { DeliveryFailed } from '@keyhold/contracts/messaging/deliveries'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { delivery } from '../schema.ts'

export type DeliveryRow = typeof delivery.$inferSelect

interface NewDelivery {
  key: string
  ownerId: string | null
  channel: 'sms' | 'email'
  /** Null: the user `ownerId`, at the address or number that identity knows. */
  to: string | null
  subject: string | null
  body: string
  /** The body contains no private link, so it is stored where the message fails, to be sent again. */
  keepsBody?: boolean
}

/** How long a send without an outcome counts as running; after that its process is taken for dead. */
export const leaseMs = 60_000
export const maxQueuedAttempts = 6

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs).toISOString()

/** Stores a message to be sent; undefined where its key was used before. A `queued` one is sent by the dispatcher, else the caller sends it. */
export async function createDelivery(
  tx: Tx,
  { body, ...message }: NewDelivery,
  { now, queued }: { now: Date; queued: boolean },
): Promise<DeliveryRow | undefined> {
  const at = now.toISOString()
  const digest = { bodySha256: createHash('sha256').update(body).digest('base64url'), bodyLength: body.length }
  const claim = queued ? { queued, attempts: 0, dueAt: at } : { queued, attempts: 1, dueAt: leaseFrom(now) }
  const [row] = await tx
    .insert(delivery)
    .values({ ...message, body, ...digest, ...claim, createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: delivery.key })
    .returning()
  return row
}

/** Claims a pending message whose sender died. Undefined while its lease runs and once it is done. */
export async function claimAbandoned(tx: Tx, key: string, now: Date): Promise<DeliveryRow | undefined> {
  const [row] = await tx
    .update(delivery)
    .set({ dueAt: leaseFrom(now), attempts: sql`${delivery.attempts} + 1` })
    .where(
      sql`${delivery.key} = ${key} and ${delivery.status} = 'pending' and ${delivery.dueAt} <= ${now.toISOString()}::timestamptz`,
    )
    .returning()
  return row
}

/** Claims up to `limit` queued messages that are due. Concurrent dispatchers claim different ones. */
export async function claimDue(tx: Tx, now: Date, limit: number): Promise<DeliveryRow[]> {
  const due = sql`select id from ${delivery} where status = 'pending' and queued and due_at <= ${now.toISOString()}::timestamptz order by due_at limit ${limit} for update skip locked`
  return tx
    .update(delivery)
    .set({ dueAt: leaseFrom(now), attempts: sql`${delivery.attempts} + 1` })
    .where(sql`${delivery.id} in (${due})`)
    .returning()
}

/**
 * Claims a landlord's failed message for one more attempt. Undefined where it is being sent, was sent or dismissed, or its body is not stored.
 * If this process dies, the dispatcher makes the attempt.
 */
export async function claimFailed(
  tx: Tx,
  { id, ownerId }: { id: string; ownerId: string },
  now: Date,
): Promise<DeliveryRow | undefined> {
  const [row] = await tx
    .update(delivery)
    .set({
      status: 'pending',
      queued: true,
      attempts: maxQueuedAttempts,
      dueAt: leaseFrom(now),
      providerId: null,
      updatedAt: now.toISOString(),
    })
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
    .set({ to: row.to, status: 'failed', reason, body: storedBody(row), updatedAt: now.toISOString() })
    .where(eq(delivery.id, row.id))
  await emit(
    tx,
    DeliveryFailed,
    { deliveryId: row.id, landlordId: row.ownerId, channel: row.channel, reason },
    { clock: { now: () => now } },
  )
}
