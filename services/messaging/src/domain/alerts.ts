import type { RequestSnapshot } from '@keyhold/contracts/maintenance/request-snapshots'
import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import type { EventContext } from '@keyhold/kit/messaging/handlers'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { alertRounds, alertIntervalMs } from '../limits.ts'
import { type AlertRow, emergencyAlert } from '../schema/alerts.ts'
import { alertPreference } from '../schema/recipients.ts'
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

/** After this many texts in an hour about what one tenant reports, the landlord gets e-mail only. Texts cost money, and a tenant could otherwise make a phone ring endlessly. */
export const maxAlertTextsPerHour = 10
/** The same for all tenants of a landlord together: what one of them reports must not silence the emergencies of the others. */
export const maxAlertTextsOfAllPerHour = 40
const hourMs = 60 * 60 * 1000

interface Reported {
  ownerId: string
  /** The tenant; null where none is known. */
  reportedBy: string | null
  isRepeat: boolean
}
/** Of these, reminders of what is not confirmed: they leave room for a further emergency. */
const repeatedTextsPerHour = 5

/** Whether one more alert may go out as a text this hour. Counted under a lock: emergencies of one landlord are handled at the same time, and together they must not exceed the limit. */
export async function mayTextAlert(tx: Tx, { ownerId, reportedBy, isRepeat }: Reported, now: Date): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alert texts ${ownerId}`}, 0))`)
  const since = new Date(now.getTime() - hourMs).toISOString()
  // Other texts of the landlord, such as reminders, do not count.
  const [counted] = await tx.execute<{ all: number; own: number }>(sql`
    select count(*)::int as "all", count(*) filter (where coalesce(a.reported_by, m.tenant_id) is not distinct from ${reportedBy}::uuid)::int as own
    from delivery d
    left join emergency_alert a on a.landlord_id = d.owner_id and a.id = case when d.key like 'alert:%' then split_part(d.key, ':', 2)::uuid end
    left join message m on m.landlord_id = d.owner_id and m.id = case when d.key like 'emergency:%' then split_part(d.key, ':', 2)::uuid end
    where d.owner_id = ${ownerId}::uuid and d.channel = 'sms' and d.queued and d.created_at > ${since}::timestamptz
      and (d.key like 'alert:%' or d.key like 'emergency:%')`)
  const { all = 0, own = 0 } = counted ?? {}
  return own < (isRepeat ? repeatedTextsPerHour : maxAlertTextsPerHour) && all < maxAlertTextsOfAllPerHour
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
  if (!(await mayTextAlert(tx, { ownerId, reportedBy: alert.reportedBy, isRepeat: round > 1 }, now))) return
  const body = emergencyText(alert, shown, publicUrl)
  const text = { channel: 'sms', ownerId, to: null, subject: null, body, keepsBody: true } as const
  await queueDelivery(tx, { key: `${key}:sms`, ...text }, now)
}
