import { userName } from '@keyhold/contracts/identity'
import { Refusal } from '@keyhold/kit/problem'
import type { Tools } from '@keyhold/kit/request'
import type { Channels } from '../providers/channels.ts'
import { failed, type Outcome, timeLimit, within } from '../providers/provider.ts'
import { messaging, onBehalfOf } from './acting.ts'
import { type DeliveryRow, settle } from './deliveries.ts'
import { hasOptedOut, optedOutReason } from './opt-outs.ts'
import { toE164 } from './phone-numbers.ts'

/**
 * Sends a message that this process has taken, outside any transaction, and notes what became of it.
 * A crash between the two leaves it pending; whoever takes it next sends it again: at least once, in the rare case twice.
 */
export async function send(
  row: DeliveryRow,
  channels: Channels,
  { db, call, clock }: Tools,
): Promise<{ status: 'pending' | 'sent' | 'failed'; reason: string | null }> {
  const to = row.channel === 'sms' ? toE164(row.to ?? '') : await addressOf(row, { db, call })
  const outcome = await attempt()
  return db.as(messaging, (tx) => settle(tx, { ...row, to: typeof to === 'string' ? to : row.to }, outcome, clock.now()))

  async function attempt(): Promise<Outcome> {
    if (row.body === null) return failed('There is nothing to send.')
    if (row.channel === 'email') {
      if (typeof to !== 'string') return to ?? failed('There is no e-mail address to send to.')
      return within(timeLimit, channels.sendMail({ id: row.id, to, subject: row.subject ?? 'A message from Keyhold', body: row.body }), 'mail')
    }
    if (typeof to !== 'string') return failed('This phone number cannot receive texts.')
    if (await db.as(messaging, (tx) => hasOptedOut(tx, to))) return failed(optedOutReason)
    return within(timeLimit, channels.sendText({ id: row.id, to, body: row.body }), 'SMS')
  }
}

/** Where a mail goes: as it says, or to the user it is for. Identity is asked once where no event has told us yet. */
async function addressOf(row: DeliveryRow, { db, call }: Pick<Tools, 'db' | 'call'>): Promise<string | Outcome | null> {
  if (row.to !== null) return row.to.includes('@') ? row.to : failed('This is not an e-mail address.')
  const { ownerId } = row
  if (ownerId === null) return null
  const [known] = await db.read(messaging, (sql) => sql<{ email: string }[]>`select email from recipient where user_id = ${ownerId}`)
  if (known) return known.email
  try {
    return (await call(userName, onBehalfOf(ownerId), { params: { id: ownerId } })).email
  } catch (error) {
    const gone = error instanceof Refusal && error.code === 'not-found'
    return failed(gone ? 'The account that this mail is for does not exist.' : 'The address of this mail is not known right now.', {
      transient: !gone,
    })
  }
}
