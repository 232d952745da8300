import { createHash } from 'node:crypto'
import { DeliveryFailed } from '@keyhold/contracts/messaging/deliveries'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Outcome } from '../providers/provider.ts'
import { optedOutCode, twilioSentence } from '../providers/twilio.ts'
import { delivery, undelivered } from '../schema.ts'
import { noteOptOut } from './opt-outs.ts'

export type DeliveryRow = typeof delivery.$inferSelect

interface Intent {
  key: string
  ownerId: string | null
  channel: 'sms' | 'email'
  /** Null: the user `ownerId`, wherever mail or texts reach them. */
  to: string | null
  subject: string | null
  body: string
  /** It holds nothing that lets somebody in, and may be sent once more where it fails. */
  keepsBody?: boolean
}

/** How long a send that reports nothing is believed to be under way; its process may have died. */
const leaseMs = 60_000
const attemptsOfQueued = 6

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs).toISOString()

/** Writes down that a message is to be sent; undefined when the key was used before. `queued`: the dispatcher sends it. */
export async function intend(
  tx: Tx,
  { body, ...intent }: Intent,
  { now, queued }: { now: Date; queued: boolean },
): Promise<DeliveryRow | undefined> {
  const at = now.toISOString()
  const digest = { bodySha256: createHash('sha256').update(body).digest('base64url'), bodyLength: body.length }
  const turn = queued ? { queued, attempts: 0, dueAt: at } : { queued, attempts: 1, dueAt: leaseFrom(now) }
  const [row] = await tx
    .insert(delivery)
    .values({ ...intent, body, ...digest, ...turn, createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: delivery.key })
    .returning()
  return row
}

/** Takes a message that nobody is sending: a crash left it. Undefined while somebody is, and once it is done. */
export async function takeOver(tx: Tx, key: string, now: Date): Promise<DeliveryRow | undefined> {
  const [row] = await tx
    .update(delivery)
    .set({ dueAt: leaseFrom(now), attempts: sql`${delivery.attempts} + 1` })
    .where(
      sql`${delivery.key} = ${key} and ${delivery.status} = 'pending' and ${delivery.dueAt} <= ${now.toISOString()}::timestamptz`,
    )
    .returning()
  return row
}

/** Takes up to `limit` queued messages that are due; another dispatcher gets others. */
export async function takeDue(tx: Tx, now: Date, limit: number): Promise<DeliveryRow[]> {
  const due = sql`select id from ${delivery} where status = 'pending' and queued and due_at <= ${now.toISOString()}::timestamptz order by due_at limit ${limit} for update skip locked`
  return tx
    .update(delivery)
    .set({ dueAt: leaseFrom(now), attempts: sql`${delivery.attempts} + 1` })
    .where(sql`${delivery.id} in (${due})`)
    .returning()
}

/** Notes what became of a message. A queued one that the provider could not take right now waits for its next turn. */
export async function settle(
  tx: Tx,
  row: DeliveryRow,
  outcome: Outcome,
  now: Date,
): Promise<{ status: 'pending' | 'sent' | 'failed'; reason: string | null }> {
  const updatedAt = now.toISOString()
  if (outcome.status === 'failed') {
    if (outcome.optedOut && row.to !== null) await noteOptOut(tx, row.to, now)
    if (outcome.transient && row.queued && row.attempts < attemptsOfQueued) {
      const dueAt = new Date(now.getTime() + leaseMs * 2 ** (row.attempts - 1)).toISOString()
      await tx
        .update(delivery)
        .set({ to: row.to, reason: outcome.reason, dueAt, updatedAt })
        .where(eq(delivery.id, row.id))
      return { status: 'pending', reason: outcome.reason }
    }
    await fail(tx, row, outcome.reason, now)
    return { status: 'failed', reason: outcome.reason }
  }
  await tx
    .update(delivery)
    .set({
      to: row.to,
      status: 'sent',
      reason: null,
      body: row.channel === 'sms' ? keptBody(row) : null,
      providerId: outcome.providerId,
      updatedAt,
    })
    .where(eq(delivery.id, row.id))
  if (row.channel === 'sms' && outcome.providerId !== null) {
    await lockSid(tx, outcome.providerId)
    const [report] = await tx.select().from(undelivered).where(eq(undelivered.sid, outcome.providerId))
    if (report) {
      const reason = twilioSentence(report.code ?? undefined)
      await fail(tx, row, reason, now)
      return { status: 'failed', reason }
    }
  }
  return { status: 'sent', reason: null }
}

const keptBody = ({ keepsBody, body }: DeliveryRow) => (keepsBody ? body : null)

/**
 * Takes a failed message of a landlord's for one attempt more. Undefined where there is nothing to send again: somebody is at it, it was sent,
 * put away, or its text was not kept. A crash leaves it to the dispatcher.
 */
export async function takeAgain(
  tx: Tx,
  { id, ownerId }: { id: string; ownerId: string },
  now: Date,
): Promise<DeliveryRow | undefined> {
  const [row] = await tx
    .update(delivery)
    .set({
      status: 'pending',
      queued: true,
      attempts: attemptsOfQueued,
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

/** Nothing is to be sent after all. */
export async function drop(tx: Tx, row: DeliveryRow): Promise<{ status: 'failed'; reason: string }> {
  await tx.delete(delivery).where(eq(delivery.id, row.id))
  return { status: 'failed', reason: 'There is no phone number to send to.' }
}

async function fail(tx: Tx, row: DeliveryRow, reason: string, now: Date): Promise<void> {
  await tx
    .update(delivery)
    .set({ to: row.to, status: 'failed', reason, body: keptBody(row), updatedAt: now.toISOString() })
    .where(eq(delivery.id, row.id))
  await emit(
    tx,
    DeliveryFailed,
    { deliveryId: row.id, landlordId: row.ownerId, channel: row.channel, reason },
    { clock: { now: () => now } },
  )
}

/** The provider took a text and could not deliver it. Its report may come before our own note of the text's id: both look for the other under one lock. */
export async function noteUndelivered(
  tx: Tx,
  { sid, code, now }: { sid: string; code: number | undefined; now: Date },
): Promise<void> {
  await lockSid(tx, sid)
  const [first] = await tx
    .insert(undelivered)
    .values({ sid, code: code ?? null, createdAt: now.toISOString() })
    .onConflictDoNothing()
    .returning()
  const [row] = await tx.select().from(delivery).where(eq(delivery.providerId, sid)).for('update')
  if (!first || !row) return
  if (code === optedOutCode && row.to !== null) await noteOptOut(tx, row.to, now)
  if (row.status === 'sent') await fail(tx, row, twilioSentence(code), now)
}

const lockSid = (tx: Tx, sid: string) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${sid}, 0))`)
