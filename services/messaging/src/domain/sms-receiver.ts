import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { enqueue } from '@keyhold/kit/jobs/queue'
import type { SmsReceiver } from '../providers/sms/sms-provider.ts'
import { incomingText } from '../schema/texts.ts'
import { messaging } from './acting.ts'
import { incomingTextJob } from './conversations/incoming-text.ts'
import { recordFailureReport } from './delivery-reports.ts'
import { keywordOf } from './keywords.ts'
import { applyKeyword, hasOptedOut } from './opt-outs.ts'
import { toE164 } from './phone-numbers.ts'

/** Applies what the webhooks of SMS providers report. */
export const smsReceiver = ({ db, clock }: Pick<Tools, 'db' | 'clock'>): SmsReceiver => ({
  async receiveText({ id, from: typed, body, mediaUrls = [] }) {
    const from = toE164(typed) ?? typed
    await db.transaction(messaging, (tx) => receiveText(tx, { id, from, body, mediaUrls }, clock.now()))
  },
  receiveFailure: (report) => db.transaction(messaging, (tx) => recordFailureReport(tx, report, clock.now())),
})

/** Obeys an incoming text's keyword, and queues the text for the tenant's conversation. A repeated one has no further effect. `from` is E.164. */
export async function receiveText(
  tx: Tx,
  { id, from, body, mediaUrls = [] }: { id: string; from: string; body: string; mediaUrls?: string[] },
  now: Date,
): Promise<void> {
  const keyword = keywordOf(body)
  const [first] = await tx
    .insert(incomingText)
    .values({ providerId: id, from, keyword, createdAt: now.toISOString() })
    .onConflictDoNothing()
    .returning()
  // Providers repeat a webhook whose answer they missed: an old START must not undo a newer STOP.
  if (!first) return
  const wasOff = await hasOptedOut(tx, from)
  await applyKeyword(tx, { from, body, now })
  // YES and START mean texts only where there were none: otherwise they answer the landlord.
  const messageType = keyword === 'opt-out' ? 'opt_out' : keyword === 'opt-in' && wasOff ? 'opt_in' : 'text'
  await enqueue(tx, incomingTextJob, { providerId: id, from, body, messageType, mediaUrls }, { runAt: now })
}
