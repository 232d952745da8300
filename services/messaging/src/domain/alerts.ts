import type { RequestSnapshot } from '@keyhold/contracts/maintenance/request-snapshots'
import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import type { EventContext } from '@keyhold/kit/messaging/handlers'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { alertRounds, alertIntervalMs } from '../limits.ts'
import { type AlertRow, emergencyAlert } from '../schema/alerts.ts'
import { alertPreference } from '../schema/recipients.ts'
import { delivery } from '../schema/deliveries.ts'
import { findRecipient } from '../projections/recipients.ts'
import { queueDelivery } from './deliveries.ts'
import { type AlertFacts, emergencyLetter, emergencyText, writeLetter } from './letters.ts'

type Preference = typeof alertPreference.$inferSelect

/** Until a landlord chooses otherwise. */
export const defaultPreference = { emergencyEmail: true, emergencySms: true, phone: null } as const

/** The number for alerts: the one given for them, or else the account's. May call another service: never inside a transaction. */
export async function alertPhoneOf(
  landlordId: string,
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<string | null> {
  const [chosen] = await tools.db.read(
    serviceActor('messaging', landlordId),
    (read) => read<Pick<Preference, 'phone'>[]>`select phone from alert_preference where landlord_id = ${landlordId}`,
  )
  return chosen?.phone ?? (await findRecipient(landlordId, 'phone', tools)).phone
}

/** After this many texts in an hour a landlord gets e-mail only. Texts cost money, and a tenant could otherwise make a phone ring endlessly. */
export const maxAlertTextsPerHour = 10
/** Of these, reminders of what is not confirmed: they leave room for a further emergency. */
const repeatedTextsPerHour = 5
const hourMs = 60 * 60 * 1000

/** Whether one more alert may go out as a text this hour. */
export const mayTextAlert = async (
  tx: Tx,
  ownerId: string,
  now: Date,
  { isRepeat }: { isRepeat: boolean },
): Promise<boolean> =>
  (await textsSince(tx, ownerId, new Date(now.getTime() - hourMs))) <
  (isRepeat ? repeatedTextsPerHour : maxAlertTextsPerHour)

/** Counts them under a lock: emergencies of one landlord are handled at the same time, and together they must not exceed the limit. */
async function textsSince(tx: Tx, ownerId: string, since: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alert texts ${ownerId}`}, 0))`)
  const [found] = await tx
    .select({ texts: count() })
    .from(delivery)
    .where(
      and(
        eq(delivery.ownerId, ownerId),
        eq(delivery.channel, 'sms'),
        eq(delivery.queued, true),
        gt(delivery.createdAt, since.toISOString()),
      ),
    )
  return found?.texts ?? 0
}

/** One round of an alert. The number of the round is in its data: a job that runs again does not sound twice. */
export const alertJob = job({ name: 'sound-alert', data: z.object({ alertId: z.guid(), round: z.int() }) })

/** Begins an alert, once per event; its first round follows at once. `isRepeated`: until it is confirmed. */
export async function startAlert(
  { data: request, event, tx, clock }: EventContext<z.output<typeof RequestSnapshot>>,
  { isRaised, isRepeated }: { isRaised: boolean; isRepeated: boolean },
): Promise<void> {
  const { landlordId, requestId, title, category, priority, propertyId, tenantId: reportedBy } = request
  const now = clock.now()
  const [made] = await tx
    .insert(emergencyAlert)
    .values({
      landlordId,
      requestId,
      eventId: event.id,
      title,
      category,
      priority,
      words: request.suggestionWords ?? [],
      propertyId,
      reportedBy,
      isRaised,
      isRepeated,
      createdAt: now.toISOString(),
    })
    .onConflictDoNothing()
    .returning()
  if (made) await enqueue(tx, alertJob, { alertId: made.id, round: 1 }, { runAt: now })
}

const sounding = (landlordId: string, requestId: string) =>
  and(
    eq(emergencyAlert.landlordId, landlordId),
    eq(emergencyAlert.requestId, requestId),
    eq(emergencyAlert.isRepeated, true),
    isNull(emergencyAlert.stoppedAt),
  )

export const isSounding = async (tx: Tx, landlordId: string, requestId: string): Promise<boolean> =>
  (await tx.$count(emergencyAlert, sounding(landlordId, requestId))) > 0

/** Ends the alerts of a request that was confirmed or closed. */
export async function stopAlerts(tx: Tx, landlordId: string, requestId: string, now: Date): Promise<void> {
  await tx.update(emergencyAlert).set({ stoppedAt: now.toISOString() }).where(sounding(landlordId, requestId))
}

/** Locks an alert for one of its rounds; undefined where it was stopped or the round was sounded before. */
export async function lockRound(tx: Tx, alertId: string, round: number): Promise<AlertRow | undefined> {
  const [row] = await tx.select().from(emergencyAlert).where(eq(emergencyAlert.id, alertId)).for('update')
  return row && row.stoppedAt === null && row.rounds === round - 1 ? row : undefined
}

/** Queues the messages of a round on every channel that the landlord allows, and the next round. Emergencies are sent at any hour. */
export async function soundRound(
  tx: Tx,
  alert: AlertRow,
  { round, facts, publicUrl, now }: { round: number; facts: AlertFacts; publicUrl: string; now: Date },
): Promise<void> {
  const { id, landlordId: ownerId } = alert
  await tx.update(emergencyAlert).set({ rounds: round }).where(eq(emergencyAlert.id, id))
  if (alert.isRepeated && round < alertRounds) {
    const runAt = new Date(now.getTime() + alertIntervalMs)
    await enqueue(tx, alertJob, { alertId: id, round: round + 1 }, { runAt, landlordId: ownerId })
  }
  const [chosen = defaultPreference] = await tx
    .select()
    .from(alertPreference)
    .where(eq(alertPreference.landlordId, ownerId))
  const key = `alert:${id}:${round}`
  const shown = { ...facts, round, isLast: alert.isRepeated && round === alertRounds }
  if (chosen.emergencyEmail) {
    const letter = writeLetter(emergencyLetter(alert, shown), publicUrl)
    await queueDelivery(tx, { key, ownerId, channel: 'email', to: null, keepsBody: true, ...letter }, now)
  }
  if (!chosen.emergencySms) return
  if (!(await mayTextAlert(tx, ownerId, now, { isRepeat: round > 1 }))) return
  const body = emergencyText(alert, shown, publicUrl)
  const text = { channel: 'sms', ownerId, to: null, subject: null, body, keepsBody: true } as const
  await queueDelivery(tx, { key: `${key}:sms`, ...text }, now)
}
