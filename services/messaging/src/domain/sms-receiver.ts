import type { Tools } from '@keyhold/kit/http/request'
import type { SmsReceiver } from '../providers/sms/sms-provider.ts'
import { incomingText } from '../schema.ts'
import { messaging } from './acting.ts'
import { recordFailureReport } from './delivery-reports.ts'
import { keywordOf } from './keywords.ts'
import { applyKeyword } from './opt-outs.ts'
import { toE164 } from './phone-numbers.ts'

/** Applies what the webhooks of SMS providers report. */
export const smsReceiver = ({ db, clock }: Pick<Tools, 'db' | 'clock'>): SmsReceiver => ({
  async receiveText({ id, from: typed, body }) {
    const now = clock.now()
    const from = toE164(typed) ?? typed
    await db.transaction(messaging, async (tx) => {
      const [first] = await tx
        .insert(incomingText)
        .values({ providerId: id, from, keyword: keywordOf(body), createdAt: now.toISOString() })
        .onConflictDoNothing()
        .returning()
      // Providers repeat a webhook whose answer they missed: an old START must not undo a newer STOP.
      if (first) await applyKeyword(tx, { from, body, now })
    })
  },
  receiveFailure: (report) => db.transaction(messaging, (tx) => recordFailureReport(tx, report, clock.now())),
})
