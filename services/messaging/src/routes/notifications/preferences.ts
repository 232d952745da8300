import { noticeTopics, type NoticeTopic } from '@keyhold/contracts/messaging/notification-words'
import {
  type NotificationPreferences,
  getNotificationPreferences,
  saveNotificationPreference,
} from '@keyhold/contracts/messaging/notification-preferences'
import type { z } from '@keyhold/contracts/zod'
import { refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { scopeOf, serviceActor, type UserActor } from '@keyhold/kit/runtime/actor'
import { messaging } from '../../domain/acting.ts'
import { findReach } from '../../domain/notifications/reach.ts'
import { hasOptedOut, optedOutReason } from '../../domain/opt-outs.ts'
import { toE164 } from '../../domain/phone-numbers.ts'
import { knowLandlord } from '../../projections/directory.ts'
import { findRecipient } from '../../projections/recipients.ts'
import { consent, notificationPreference } from '../../schema/consents.ts'

type Preferences = z.output<typeof NotificationPreferences>
type Asking = Pick<Tools, 'db' | 'call' | 'clock'>

async function preferencesOf(actor: UserActor, tools: Asking): Promise<Preferences> {
  const { landlordId, tenantId } = scopeOf(actor)
  if (!landlordId) return refuse('conflict', 'Your account is not linked to a landlord yet.')
  const personId = tenantId || landlordId
  const rows = await tools.db.read(
    actor,
    (sql) =>
      sql<{ topic: NoticeTopic; channel: string; isOn: boolean }[]>`
        select topic, channel, is_on from notification_preference where landlord_id = ${landlordId} and person_id = ${personId}`,
  )
  const isOn = (topic: NoticeTopic, channel: string) =>
    rows.find((row) => row.topic === topic && row.channel === channel)?.isOn ?? true
  return {
    ...(tenantId ? await reachOfTenant(landlordId, tenantId, tools) : await reachOfLandlord(landlordId, tools)),
    topics: noticeTopics.map((topic) => ({
      topic,
      email: isOn(topic, 'email'),
      sms: isOn(topic, 'sms'),
      push: isOn(topic, 'push'),
    })),
  }
}

async function reachOfTenant(landlordId: string, tenantId: string, tools: Asking) {
  await knowLandlord(landlordId, tools)
  const as = serviceActor('messaging', landlordId)
  const [row] = await tools.db.read(
    as,
    (sql) =>
      sql<{ email: string; phone: string | null }[]>`select email, phone from tenant where tenant_id = ${tenantId}`,
  )
  const reach = await tools.db.transaction(as, (tx) =>
    findReach(tx, { landlordId, tenantIds: [tenantId], topic: 'rent' }),
  )
  const problemOf = (channel: 'email' | 'sms') => {
    const way = reach.wayTo(tenantId, channel)
    return 'skipped' in way ? way.skipped : null
  }
  return {
    email: { address: row?.email ?? null, problem: problemOf('email') },
    sms: { address: row?.phone ?? null, problem: problemOf('sms') },
  }
}

async function reachOfLandlord(landlordId: string, tools: Asking) {
  const { email, phone } = await findRecipient(landlordId, 'phone', tools)
  const number = phone === null ? null : toE164(phone)
  const stopped = number !== null && (await tools.db.transaction(messaging, (tx) => hasOptedOut(tx, number)))
  const problem = number === null ? 'There is no phone number.' : stopped ? optedOutReason : null
  return { email: { address: email, problem: null }, sms: { address: phone, problem } }
}

export const preferenceRoutes = [
  serve(getNotificationPreferences, ({ actor, ...tools }) => preferencesOf(actor, tools)),

  serve(saveNotificationPreference, async ({ actor, body: { topic, channel, isOn }, ...tools }) => {
    const { landlordId, tenantId } = scopeOf(actor)
    if (!landlordId) return refuse('conflict', 'Your account is not linked to a landlord yet.')
    const { db, clock } = tools
    await db.transaction(serviceActor('messaging', landlordId), async (tx) => {
      const at = clock.now().toISOString()
      const choice = { isOn, updatedAt: at }
      await tx
        .insert(notificationPreference)
        .values({ landlordId, personId: tenantId || landlordId, tenantId: tenantId || null, topic, channel, ...choice })
        .onConflictDoUpdate({
          target: [
            notificationPreference.landlordId,
            notificationPreference.personId,
            notificationPreference.topic,
            notificationPreference.channel,
          ],
          set: choice,
        })
      if (!tenantId) return
      const kind = isOn ? ('switched_on' as const) : ('switched_off' as const)
      const source = `Notification settings of the portal, topic: ${topic}`
      await tx.insert(consent).values({ landlordId, tenantId, kind, channel, source, createdAt: at })
    })
    return preferencesOf(actor, tools)
  }),
]
