import { Refusal } from '@keyhold/kit/http/problem'
import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { eq } from 'drizzle-orm'
import type { Channels } from '../providers/channels.ts'
import { failed, type Outcome, withinTimeLimit } from '../providers/outcome.ts'
import { messaging } from './acting.ts'
import { alertPhoneOf } from './alerts.ts'
import type { DeliveryRow, Sending } from './deliveries.ts'
import { hasOptedOut, optedOutReason } from './opt-outs.ts'
import { toE164 } from './phone-numbers.ts'
import { type DeliveryResult, recordDelay, recordOutcome } from './record-outcome.ts'
import { findRecipient } from '../projections/recipients.ts'
import { delivery } from '../schema.ts'

const cannotReceiveTexts = 'This phone number cannot receive texts.'

/**
 * Sends a message that this process has claimed, outside any transaction, and records the outcome. If the process dies in between, the job stays
 * open and a worker sends the message again: at least once, in rare cases twice. After a transient failure it stays pending where it may be retried.
 */
export async function sendDelivery(
  { row, actor, finish, mayRetry }: Sending,
  channels: Channels,
  { db, call, clock }: Tools,
): Promise<DeliveryResult> {
  const address = await addressOf(row, { db, call, clock })
  if (address === null)
    return db.transaction(actor, async (tx) => {
      await finish(tx)
      return discard(tx, row)
    })
  const outcome = typeof address === 'string' ? await attempt(address) : address
  const to = typeof address === 'string' ? address : row.to
  return db.transaction(actor, async (tx) => {
    if (outcome.status === 'failed' && outcome.transient && mayRetry)
      return recordDelay(tx, { ...row, to }, outcome.reason, clock.now())
    await finish(tx)
    return recordOutcome(tx, { ...row, to }, outcome, clock.now())
  })

  async function attempt(recipientAddress: string): Promise<Outcome> {
    if (row.body === null) return failed('There is nothing to send.')
    const message = { id: row.id, to: recipientAddress, body: row.body }
    if (row.channel === 'email')
      return withinTimeLimit(
        channels.sendMail({ ...message, subject: row.subject ?? 'A message from Keyhold' }),
        'mail',
      )
    if (await db.transaction(messaging, (tx) => hasOptedOut(tx, recipientAddress))) return failed(optedOutReason)
    return withinTimeLimit(channels.sendText(message), 'SMS')
  }
}

/** The address or number of a message: its own, or that of its user. Null for a text to a landlord who has no phone number and asked for no texts. */
async function addressOf(
  row: DeliveryRow,
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<string | Outcome | null> {
  const { to, ownerId, channel } = row
  if (to !== null && channel === 'email') return to.includes('@') ? to : failed('This is not an e-mail address.')
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

/** Removes a message that has nowhere to go, so that it is not listed as failed. */
async function discard(tx: Tx, row: DeliveryRow): Promise<DeliveryResult> {
  await tx.delete(delivery).where(eq(delivery.id, row.id))
  return { status: 'failed', reason: 'There is no phone number to send to.' }
}
