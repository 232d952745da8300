import { Refusal } from '@keyhold/kit/http/problem'
import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { eq } from 'drizzle-orm'
import type { Channels } from '../providers/channels.ts'
import { failed, type MailFile, type Outcome, withinTimeLimit } from '../providers/outcome.ts'
import { messaging } from './acting.ts'
import { type Attachments, fileIsGone } from '../providers/attachments.ts'
import { withOwnHost, withSender } from './branded.ts'
import { holdDelivery } from './held.ts'
import { judge, senderOf, trustedSender, type Verdict } from './guard.ts'
import { alertPhoneOf } from './alerts.ts'
import type { DeliveryRow, Sending } from './deliveries.ts'
import { hasOptedOut, optedOutReason } from './opt-outs.ts'
import { toE164 } from './phone-numbers.ts'
import { type DeliveryResult, recordDelay, recordOutcome } from './record-outcome.ts'
import { type Brand, brandOf, noBrand } from '../projections/branding.ts'
import { findRecipient } from '../projections/recipients.ts'
import { delivery, type StoredAttachment } from '../schema/deliveries.ts'

const cannotReceiveTexts = 'This phone number cannot receive texts.'

/**
 * Sends a message that this process has claimed, outside any transaction, and records the outcome. If the process dies in between, the job stays
 * open and a worker sends the message again: at least once, in rare cases twice. After a transient failure it stays pending where it may be retried.
 * A landlord's message that may not leave yet is held.
 */
export async function sendDelivery(sending: Sending, channels: Channels, tools: Tools): Promise<DeliveryResult> {
  const { row, actor, finish, mayRetry } = sending
  const { db, clock } = tools
  let hasHistory = false
  const address = await addressOf(row, tools)
  if (address === null)
    return db.transaction(actor, async (tx) => {
      await finish(tx)
      return discard(tx, row)
    })
  const verdict = typeof address === 'string' ? await judged(address) : null
  if (verdict?.hold) return { status: 'held', reason: heldReasons[verdict.hold.held] }
  const outcome = typeof address === 'string' ? await attempt(address, verdict?.body ?? null, await brand()) : address
  const to = typeof address === 'string' ? address : row.to
  return db.transaction(actor, async (tx) => {
    if (outcome.status === 'failed' && outcome.transient && mayRetry)
      return recordDelay(tx, { ...row, to }, outcome.reason, clock.now())
    await finish(tx)
    if (outcome.status === 'sent' && row.attachment)
      await channels.attachments.discard(tx, null, 'attachment', [row.attachment.blobName], clock.now())
    return recordOutcome(tx, { ...row, to }, outcome, clock.now())
  })

  /** The sender that others see. An account without history cannot write in a name of its choice where messages reach people. */
  async function brand(): Promise<Brand> {
    if (row.ownerId === null || row.to === null || !hasHistory) return noBrand
    return brandOf(row.ownerId, tools)
  }

  /** Whether a landlord's message may leave. What is held is recorded and its job ended in the same transaction. */
  async function judged(recipientAddress: string): Promise<Verdict> {
    if (row.ownerId === null) return { body: row.body, hold: null }
    const now = clock.now()
    const sender = channels.isGuarded(row.channel)
      ? await senderOf(row.ownerId, row.channel, { tools, asksProof: channels.asksProof(row.channel) })
      : trustedSender
    hasHistory = sender.hasHistory
    return db.transaction(actor, async (tx) => {
      const found = await judge(tx, row, { to: recipientAddress, sender, channels }, now)
      if (!found.hold) return found
      await finish(tx)
      await holdDelivery(tx, row, found.hold)
      return found
    })
  }

  async function attempt(recipientAddress: string, text: string | null, from: Brand): Promise<Outcome> {
    if (text === null) return failed('There is nothing to send.')
    const body = withOwnHost(text, from, channels.publicUrl)
    const message = { id: row.id, to: recipientAddress, body }
    if (row.channel === 'email') {
      const attachment = row.attachment && (await readAttachment(row.attachment, channels.attachments))
      if (attachment && 'status' in attachment) return attachment
      const subject = row.subject ?? `A message from ${from.name ?? 'Keyhold'}`
      const { replyTo } = row
      return withinTimeLimit(
        channels.sendMail({ ...message, fromName: from.name, subject, replyTo, attachment }),
        'mail',
      )
    }
    if (await db.transaction(messaging, (tx) => hasOptedOut(tx, recipientAddress))) return failed(optedOutReason)
    return withinTimeLimit(channels.sendText({ ...message, body: withSender(body, from) }), 'SMS')
  }
}

const heldReasons = {
  proof: 'It will be sent once you confirm your email address and, for texts, your phone number.',
  limit: 'It is on hold because many texts have already been sent.',
  'switched-off': 'It is on hold because sending is paused on the platform.',
}

/** The address or number of a message: its own, or that of its user. Null for a text to a landlord who has no phone number and asked for no texts. */
async function addressOf(
  row: DeliveryRow,
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<string | Outcome | null> {
  const { to, ownerId, channel } = row
  if (to !== null && channel === 'email') return to.includes('@') ? to : failed('This is not an email address.')
  if (to !== null) return toE164(to) ?? failed(cannotReceiveTexts)
  if (ownerId === null) return failed('This message has no recipient.')
  try {
    if (channel === 'email') return (await findRecipient(ownerId, 'email', tools)).email
    const phone = await alertPhoneOf(ownerId, tools)
    return phone === null ? null : (toE164(phone) ?? failed(cannotReceiveTexts))
  } catch (error) {
    const [message, what] = channel === 'email' ? ['mail', 'address'] : ['text', 'number']
    return error instanceof Refusal && error.code === 'not-found'
      ? failed(`The account that this ${message} is for does not exist.`)
      : failed(`The ${what} of this ${message} is not known right now.`, { transient: true })
  }
}

/** The file to send, or why the mail cannot be sent with it. */
async function readAttachment(
  { name, blobName }: StoredAttachment,
  attachments: Attachments,
): Promise<MailFile | Outcome> {
  try {
    const bytes = await attachments.get('attachment', blobName, 'file')
    return bytes ? { name, bytes } : failed(fileIsGone(name))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable')
      return failed(`The file ${name} cannot be read right now.`, { transient: true })
    throw error
  }
}

/** Removes a message that has nowhere to go, so that it is not listed as failed. */
async function discard(tx: Tx, row: DeliveryRow): Promise<DeliveryResult> {
  await tx.delete(delivery).where(eq(delivery.id, row.id))
  return { status: 'failed', reason: 'There is no phone number to send to.' }
}
