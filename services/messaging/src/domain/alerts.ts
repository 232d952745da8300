import type { RequestSnapshot } from '@keyhold/contracts/maintenance/request-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import type { EventContext } from '@keyhold/kit/messaging/handlers'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import { alertPreference, delivery } from '../schema.ts'
import { queueDelivery } from './deliveries.ts'
import { emergencyLetter, emergencyText } from './letters.ts'
import { type EventMessages, eventKey, mailLandlord } from './mail-landlord.ts'
import { findRecipient } from '../projections/recipients.ts'

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
const hourMs = 60 * 60 * 1000

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

/** Queues an alert to the landlord on every channel that they allow, once per event. Emergencies are sent at any hour. */
export async function alertLandlord(
  given: EventContext<z.output<typeof RequestSnapshot>>,
  { isRaised }: { isRaised: boolean },
  messages: EventMessages,
): Promise<void> {
  const { data: request, event, tx, clock } = given
  const { landlordId: ownerId } = request
  const [chosen = defaultPreference] = await tx
    .select()
    .from(alertPreference)
    .where(eq(alertPreference.landlordId, ownerId))
  if (chosen.emergencyEmail) await mailLandlord(given, emergencyLetter(request, { isRaised }), messages)
  const now = clock.now()
  if (!chosen.emergencySms) return
  if ((await textsSince(tx, ownerId, new Date(now.getTime() - hourMs))) >= maxAlertTextsPerHour) return
  const body = emergencyText(request, { isRaised }, messages.publicUrl)
  const text = { channel: 'sms', ownerId, to: null, subject: null, body, keepsBody: true } as const
  await queueDelivery(tx, { key: `${eventKey(event)}:sms`, ...text }, now)
}
