import type { RequestSnapshot } from '@keyhold/contracts/maintenance/requests'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, count, eq, gt } from 'drizzle-orm'
import { alertPreference, delivery } from '../schema.ts'
import { intend } from './deliveries.ts'
import { emergencyLetter, emergencyText } from './letters.ts'
import { findRecipient } from './recipients.ts'

type Preference = typeof alertPreference.$inferSelect

/** What holds until a landlord says otherwise. */
export const byAllWays = { emergencyEmail: true, emergencySms: true, phone: null } as const

/** The number that a landlord is alerted at: the one given for it, or else the account's. Asks over the network: never inside a transaction. */
export async function alertPhoneOf(landlordId: string, tools: Pick<Tools, 'db' | 'call'>): Promise<string | null> {
  const [chosen] = await tools.db.read(
    serviceActor('messaging', landlordId),
    (sql) => sql<Pick<Preference, 'phone'>[]>`select phone from alert_preference where landlord_id = ${landlordId}`,
  )
  return chosen?.phone ?? (await findRecipient(landlordId, 'phone', tools)).phone
}

/** Beyond them mail alone: nobody is to make a phone ring without end, and each text costs money. The number may be anybody's. */
const textsAnHour = 10
const hourMs = 60 * 60 * 1000

async function textsSince(tx: Tx, ownerId: string, since: Date): Promise<number> {
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

/** Writes down what tells the landlord of an emergency, by every way they allow: once for each `key`. At any hour: it can't wait. */
export async function alertLandlord(
  tx: Tx,
  { title, category, priority, requestId, landlordId: ownerId }: z.output<typeof RequestSnapshot>,
  { key, isRaised, publicUrl, now }: { key: string; isRaised: boolean; publicUrl: string; now: Date },
): Promise<void> {
  const [chosen = byAllWays] = await tx.select().from(alertPreference).where(eq(alertPreference.landlordId, ownerId))
  const link = `${publicUrl}/maintenance?request=${requestId}`
  const intent = { ownerId, to: null, keepsBody: true }
  if (chosen.emergencyEmail) {
    const letter = emergencyLetter({ title, category, priority, link, isRaised })
    await intend(tx, { key, channel: 'email', ...intent, ...letter }, { now, queued: true })
  }
  if (chosen.emergencySms && (await textsSince(tx, ownerId, new Date(now.getTime() - hourMs))) < textsAnHour) {
    const body = emergencyText({ title, link, isRaised })
    await intend(tx, { key: `${key}:sms`, channel: 'sms', ...intent, subject: null, body }, { now, queued: true })
  }
}
