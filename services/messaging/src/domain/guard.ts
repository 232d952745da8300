import { textsPerMonth, type PlanId } from '@keyhold/contracts/billing/plans'
import type { Tx } from '@keyhold/kit/database/database'
import { dayMs } from '@keyhold/kit/lib/dates'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tools } from '@keyhold/kit/http/request'
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import {
  accountTextsPerDay,
  alertTextsPerDay,
  alertTextsPerHour,
  newAccountDays,
  newAccountTextsPerDay,
  textsPerRecipientPerDay,
  textsPerRecipientPerHour,
} from '../limits.ts'
import type { Channels } from '../providers/channels.ts'
import { findRecipient } from '../projections/recipients.ts'
import { channelSwitch, countedText } from '../schema/deliveries.ts'
import type { DeliveryRow } from './deliveries.ts'
import { withoutForeignLinks } from './foreign-links.ts'

const hourMs = 60 * 60_000

/** Why a message has to wait, and until when where time alone ends it. */
export interface Hold {
  held: 'proof' | 'limit' | 'switched-off'
  until: Date | null
}

/** What may leave for a landlord now: the message, with the wording that its account may use; or a hold. */
export type Verdict = { hold: Hold } | { body: string | null; hold: null }

export interface Sender {
  isProved: boolean
  hasHistory: boolean
  plan: PlanId
}

/** Where nothing leaves the machine, nothing is asked of a landlord. */
export const trustedSender: Sender = { isProved: true, hasHistory: true, plan: 'enterprise' }

/**
 * What is known of a landlord who sends. May call another service: never inside a transaction.
 */
export async function senderOf(
  ownerId: string,
  channel: 'sms' | 'email',
  { tools, asksProof }: { tools: Pick<Tools, 'db' | 'call' | 'clock'>; asksProof: boolean },
): Promise<Sender> {
  // Without an answer of identity nothing is known of the account, which then counts as a new one.
  const account = await findRecipient(ownerId, 'proof', tools).catch(() => nobody)
  const [paid] = await tools.db.read(
    serviceActor('messaging', ownerId),
    (read) =>
      read<{ plan: PlanId; status: string }[]>`select plan, status from sender_plan where landlord_id = ${ownerId}`,
  )
  const age = tools.clock.now().getTime() - new Date(account.since ?? tools.clock.now()).getTime()
  const isProved = account.isEmailProved && (channel === 'email' || account.isPhoneProved)
  return {
    isProved: !asksProof || isProved,
    hasHistory: age >= newAccountDays * dayMs || paid?.status === 'active',
    plan: paid?.plan ?? 'basic',
  }
}

/** Judges a landlord's message to `to` (E.164 for a text). Counts a text that may leave. */
export async function judge(
  tx: Tx,
  row: DeliveryRow,
  { to, sender, channels }: { to: string; sender: Sender; channels: Channels },
  now: Date,
): Promise<Verdict> {
  const hold = row.letOut ? null : await holdOf(tx, row, { to, sender, channels }, now)
  if (hold) return { hold }
  if (sender.hasHistory || row.to === null || !channels.isGuarded(row.channel)) return { body: row.body, hold: null }
  const body = row.fixedBody ?? row.body
  return { body: body === null ? null : withoutForeignLinks(body, channels.publicUrl), hold: null }
}

async function holdOf(
  tx: Tx,
  row: DeliveryRow,
  { to, sender, channels }: { to: string; sender: Sender; channels: Channels },
  now: Date,
): Promise<Hold | null> {
  const [stopped] = await tx.select().from(channelSwitch).where(eq(channelSwitch.channel, row.channel))
  if (stopped?.isOff) return { held: 'switched-off', until: null }
  if (!sender.isProved) return { held: 'proof', until: null }
  if (row.channel === 'email' || !channels.isGuarded('sms')) return null
  const until = await nextText(tx, { row, to, sender, perHour: channels.textsPerHour }, now)
  if (until) return { held: 'limit', until }
  await tx
    .insert(countedText)
    .values({ deliveryId: row.id, number: to, ownerId: row.ownerId, at: now.toISOString() })
    .onConflictDoNothing()
  return null
}

const nobody = { isEmailProved: false, isPhoneProved: false, since: null }

interface Rule {
  counted: SQL | undefined
  limit: number
  windowMs: number
}

/** When a text may leave, by recipient, account and platform; null for now. Concurrent texts wait for each other, so that together they keep the limits. */
async function nextText(
  tx: Tx,
  { row, to, sender, perHour }: { row: DeliveryRow; to: string; sender: Sender; perHour: number },
  now: Date,
): Promise<Date | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('counted texts', 7))`)
  if ((await tx.$count(countedText, eq(countedText.deliveryId, row.id))) > 0) return null
  const ofOwner = row.ownerId === null ? undefined : eq(countedText.ownerId, row.ownerId)
  const perMonth = textsPerMonth[sender.plan]
  const toNumber = eq(countedText.number, to)
  const toOwner = and(toNumber, ofOwner)
  // An alert to the landlord must not wait for what others sent to the number, nor for what the landlord sent to others.
  const ofAlerts: Rule[] = [
    { counted: toOwner, limit: alertTextsPerHour, windowMs: hourMs },
    { counted: toOwner, limit: alertTextsPerDay, windowMs: dayMs },
  ]
  const ofMessages: Rule[] = [
    { counted: toNumber, limit: textsPerRecipientPerHour, windowMs: hourMs },
    { counted: toNumber, limit: textsPerRecipientPerDay, windowMs: dayMs },
    { counted: ofOwner, limit: sender.hasHistory ? accountTextsPerDay : newAccountTextsPerDay, windowMs: dayMs },
    ...(perMonth === null ? [] : [{ counted: ofOwner, limit: perMonth, windowMs: 30 * dayMs }]),
  ]
  const rules: Rule[] = [
    ...(row.to === null ? ofAlerts : ofMessages),
    { counted: undefined, limit: perHour, windowMs: hourMs },
  ]
  let latest = 0
  for (const { counted, limit, windowMs } of rules) {
    const within = and(counted, gt(countedText.at, new Date(now.getTime() - windowMs).toISOString()))
    const sent = await tx.$count(countedText, within)
    if (sent < limit) continue
    // Once this one is out of the window there is room again.
    const [limiting] = await tx
      .select({ at: countedText.at })
      .from(countedText)
      .where(within)
      .orderBy(asc(countedText.at))
      .offset(sent - limit)
      .limit(1)
    latest = Math.max(latest, new Date(limiting!.at).getTime() + windowMs)
  }
  return latest > 0 ? new Date(latest) : null
}
