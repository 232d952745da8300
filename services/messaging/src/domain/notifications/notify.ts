import { NoticeChanged } from '@keyhold/contracts/messaging/notifications-inbox'
import type { NoticeChannel, NoticeTopic } from '@keyhold/contracts/messaging/notification-words'
import type { Tx } from '@keyhold/kit/database/database'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import { notice, noticeChannel } from '../../schema/notifications.ts'
import { type NewDelivery, queueDeliveries } from '../deliveries.ts'
import { queuePushes } from './push.ts'
import { findReach, type Reach, type Way } from './reach.ts'

// The one way to tell a person something. A notice is written for them, and for each of its channels it says what is sent, or why not.

export interface NewNotice {
  landlordId: string
  /** Switches of the person by topic decide about texts, mails and push messages. */
  topic: NoticeTopic
  /** Unique for the landlord: telling somebody again with the same key does nothing, also after a crash. */
  key: string
  title: string
  body: string
  /** The page about it, an address within the site, with its query. */
  path?: string | null
  /** The reminder rule that asked for it. */
  ruleId?: string | null
  /** Tried in this order; by default the portal, web push and e-mail for tenants, the portal and web push for landlords. */
  channels?: readonly NoticeChannel[]
  /** The subject of the mail, its paragraphs and the words of its link, where they differ from title, body and "Open". */
  mail?: { subject?: string; paragraphs?: string[]; linkLabel?: string }
}

export interface NotifyTools {
  now: Date
  /** The site's address, without a trailing slash. */
  publicUrl: string
}

/**
 * Tells a tenant something, by the channels that they allow for the topic: written behind the bell of their portal, and queued as mail or text.
 * Does nothing where the key was used before. Database work only; call it in the transaction of what it is about.
 * @returns the id of the notice, or null where it was there
 */
export const notifyTenant = async (
  tx: Tx,
  tenantNotice: NewNotice & { tenantId: string },
  tools: NotifyTools,
): Promise<string | null> =>
  (await writeNotices(tx, [{ channels: ['portal', 'push', 'email'], ...tenantNotice }], tools))[0]?.id ?? null

/** The same for the landlord: behind the bell of every page, and by mail where `channels` says so. */
export const notifyLandlord = async (tx: Tx, own: NewNotice, tools: NotifyTools): Promise<string | null> =>
  (await writeNotices(tx, [{ channels: ['portal', 'push'], ...own, tenantId: null }], tools))[0]?.id ?? null

export interface NoticeToWrite extends NewNotice {
  tenantId: string | null
  channels: readonly NoticeChannel[]
  notificationId?: string
  occurrence?: string
}

type NoticeRow = typeof notice.$inferSelect

/** Writes notices of one landlord and topic, a few hundred at a time. Answers those that are new. */
export async function writeNotices(
  tx: Tx,
  list: readonly NoticeToWrite[],
  tools: NotifyTools & { pace?: (channel: 'sms' | 'email', count: number) => Promise<Date[]> },
): Promise<NoticeRow[]> {
  const [first] = list
  if (!first) return []
  const { landlordId, topic } = first
  const rows = await tx
    .insert(notice)
    .values(list.map((one) => rowOf(one, tools.now)))
    .onConflictDoNothing({ target: [notice.landlordId, notice.key] })
    .returning()
  if (rows.length === 0) return []
  const byKey = new Map(list.map((one) => [one.key, one]))
  const tenantIds = rows.flatMap(({ tenantId }) => tenantId ?? [])
  const reach = await findReach(tx, { landlordId, tenantIds, topic })
  const planned = rows.flatMap((row) => {
    const asked = byKey.get(row.key)!
    return asked.channels.flatMap((channel) => planOf({ row, asked, channel, reach, publicUrl: tools.publicUrl }))
  })
  const ids = await send(tx, planned, tools)
  await tx.insert(noticeChannel).values(
    planned.map(({ row, channel, way, delivery }) => ({
      landlordId,
      noticeId: row.id,
      channel,
      deliveryId: delivery ? (ids.get(delivery.key) ?? null) : null,
      skipped: 'skipped' in way ? way.skipped : null,
    })),
  )
  await queuePushes(
    tx,
    rows.filter(({ key }) => byKey.get(key)?.channels.includes('push')),
    reach,
    tools.now,
  )
  await emitAll(
    tx,
    NoticeChanged,
    rows.filter((row) => row.inPortal).map(({ id, tenantId }) => ({ noticeId: id, landlordId, tenantId })),
    { clock: { now: () => tools.now } },
  )
  return rows
}

const rowOf = (one: NoticeToWrite, now: Date) => ({
  landlordId: one.landlordId,
  tenantId: one.tenantId,
  topic: one.topic,
  key: one.key,
  title: one.title,
  message: one.body,
  path: one.path ?? null,
  inPortal: one.channels.includes('portal'),
  notificationId: one.notificationId ?? null,
  occurrence: one.occurrence ?? null,
  ruleId: one.ruleId ?? null,
  createdAt: now.toISOString(),
})

interface Planned {
  row: NoticeRow
  channel: NoticeChannel
  way: Way
  delivery: NewDelivery | null
}

const switchedOff = 'The recipient switched this off for this topic.'

function planOf({
  row,
  asked,
  channel,
  reach,
  publicUrl,
}: {
  row: NoticeRow
  asked: NoticeToWrite
  channel: NoticeChannel
  reach: Reach
  publicUrl: string
}): Planned[] {
  const { tenantId } = row
  if (channel === 'portal') return [{ row, channel, way: { to: null }, delivery: null }]
  // Push messages follow the notice on their own; nothing is said where nobody asked for them.
  if (channel === 'push') return []
  if (reach.hasSwitchedOff(tenantId, channel)) return [{ row, channel, way: { skipped: switchedOff }, delivery: null }]
  const way = reach.wayTo(tenantId, channel)
  if ('skipped' in way) return [{ row, channel, way, delivery: null }]
  const message = channel === 'email' ? mailOf(asked, publicUrl) : textOf(asked, publicUrl)
  const key = `notice:${row.id}:${channel}`
  return [
    {
      row,
      channel,
      way,
      delivery: { key, ownerId: row.landlordId, channel, to: way.to, keepsBody: true, ...message },
    },
  ]
}

const maxSubjectLength = 200
const maxTextLength = 400

function mailOf({ title, body, path, mail = {} }: NoticeToWrite, publicUrl: string) {
  const paragraphs = [
    ...(mail.paragraphs ?? [body]),
    ...(path ? [`${mail.linkLabel ?? 'Open'}: ${publicUrl}${path}`] : []),
  ]
  return { subject: shorten(mail.subject ?? title, maxSubjectLength), body: paragraphs.join('\n\n') }
}

/** Short, since texts are paid by parts of 153 characters. */
const textOf = ({ title, body, path }: NoticeToWrite, publicUrl: string) => ({
  subject: null,
  body: [
    `${title}: ${shorten(body, maxTextLength)}`,
    path ? `${publicUrl}${path}` : '',
    'Reply STOP to end these texts.',
  ]
    .filter(Boolean)
    .join(' '),
})

const shorten = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

async function send(
  tx: Tx,
  planned: readonly Planned[],
  { now, pace }: Parameters<typeof writeNotices>[2],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const channel of ['sms', 'email'] as const) {
    const deliveries = planned.flatMap(({ delivery }) => (delivery?.channel === channel ? delivery : []))
    if (deliveries.length === 0) continue
    const times = (await pace?.(channel, deliveries.length)) ?? deliveries.map(() => now)
    for (const [key, id] of await queueDeliveries(tx, deliveries, now, times)) ids.set(key, id)
  }
  return ids
}
