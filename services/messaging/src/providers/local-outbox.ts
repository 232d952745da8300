import type { Clock } from '@keyhold/kit/runtime/clock'
import type { Database } from '@keyhold/kit/database/database'
import { messaging } from '../domain/acting.ts'
import { outboxMessage } from '../schema/outbox.ts'
import type { OutgoingMail, OutgoingText, SendMail, SendText } from './outcome.ts'

/** Local delivery: messages are stored and shown instead of sent. A delivery is one message, however often it is tried. */
export function openLocalOutbox({ db, clock }: { db: Database; clock: Clock }): {
  sendText: SendText
  sendMail: SendMail
} {
  const store = async (
    channel: 'sms' | 'email',
    { id, to, body }: OutgoingText,
    { subject, fromName, attachment }: Pick<OutgoingMail, 'attachment' | 'fromName'> & { subject: string | null },
  ) => {
    await db.transaction(messaging, (tx) =>
      tx
        .insert(outboxMessage)
        .values({
          id,
          channel,
          to,
          subject,
          fromName,
          body,
          attachmentName: attachment?.name ?? null,
          attachment: attachment?.bytes ?? null,
          createdAt: clock.now().toISOString(),
        })
        .onConflictDoNothing(),
    )
    return { status: 'sent', providerId: null } as const
  }
  return {
    sendText: (message) => store('sms', message, { subject: null, fromName: null, attachment: null }),
    sendMail: (message) => store('email', message, message),
  }
}
