import { Refusal } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import type { Channels } from '../providers/channels.ts'
import { failed, type Outcome, timeLimit, within } from '../providers/provider.ts'
import { messaging } from './acting.ts'
import { alertPhoneOf } from './alerts.ts'
import { type DeliveryRow, drop, settle } from './deliveries.ts'
import { hasOptedOut, optedOutReason } from './opt-outs.ts'
import { toE164 } from './phone-numbers.ts'
import { findRecipient } from './recipients.ts'

const unreachable = 'This phone number cannot receive texts.'

/**
 * Sends a message that this process has taken, outside any transaction, and notes what became of it.
 * A crash between the two leaves it pending; whoever takes it next sends it again: at least once, in the rare case twice.
 */
export async function send(
  row: DeliveryRow,
  channels: Channels,
  { db, call, clock }: Tools,
): Promise<{ status: 'pending' | 'sent' | 'failed'; reason: string | null }> {
  const to = await addressOf(row, { db, call })
  if (to === null) return db.transaction(messaging, (tx) => drop(tx, row))
  const outcome = await attempt(to)
  return db.transaction(messaging, (tx) =>
    settle(tx, { ...row, to: typeof to === 'string' ? to : row.to }, outcome, clock.now()),
  )

  async function attempt(address: string | Outcome): Promise<Outcome> {
    if (row.body === null) return failed('There is nothing to send.')
    if (typeof address !== 'string') return address
    const message = { id: row.id, to: address, body: row.body }
    if (row.channel === 'email')
      return within(
        timeLimit,
        channels.sendMail({ ...message, subject: row.subject ?? 'A message from Keyhold' }),
        'mail',
      )
    if (await db.transaction(messaging, (tx) => hasOptedOut(tx, address))) return failed(optedOutReason)
    return within(timeLimit, channels.sendText(message), 'SMS')
  }
}

/** Where a message goes: as it says, or to the user it is for. null: it is for a landlord who has no number, and never asked for texts. */
async function addressOf(row: DeliveryRow, tools: Pick<Tools, 'db' | 'call'>): Promise<string | Outcome | null> {
  if (row.to !== null)
    return row.channel === 'sms'
      ? (toE164(row.to) ?? failed(unreachable))
      : row.to.includes('@')
        ? row.to
        : failed('This is not an e-mail address.')
  const { ownerId } = row
  if (ownerId === null) return failed('There is nobody to send to.')
  try {
    if (row.channel === 'email') return (await findRecipient(ownerId, 'email', tools)).email
    const phone = await alertPhoneOf(ownerId, tools)
    return phone === null ? null : (toE164(phone) ?? failed(unreachable))
  } catch (error) {
    const gone = error instanceof Refusal && error.code === 'not-found'
    const what = row.channel === 'email' ? 'The address of this mail' : 'The number of this text'
    return failed(
      gone
        ? `The account that this ${row.channel === 'email' ? 'mail' : 'text'} is for does not exist.`
        : `${what} is not known right now.`,
      {
        transient: !gone,
      },
    )
  }
}
