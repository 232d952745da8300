import { twilioSms, twilioStatus } from '@keyhold/contracts/messaging/webhooks'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { Reply, serve } from '@keyhold/kit/http/serve'
import { messaging } from '../domain/acting.ts'
import { noteUndelivered } from '../domain/deliveries.ts'
import { keywordOf } from '../domain/keywords.ts'
import { heed } from '../domain/opt-outs.ts'
import { toE164 } from '../domain/phone-numbers.ts'
import type { Channels } from '../providers/channels.ts'
import { type Twilio, webhookPaths } from '../providers/twilio.ts'
import { incomingText } from '../schema.ts'

/** An answer that says nothing: Twilio itself confirms STOP and START to the person. */
const silence = new Reply('<?xml version="1.0" encoding="UTF-8"?><Response/>', [
  ['content-type', 'text/xml; charset=utf-8'],
])

export const twilioRoutes = ({ twilio }: Pick<Channels, 'twilio'>) => [
  serve(twilioSms, async ({ body, request, db, clock }) => {
    await judgeSignature(twilio, webhookPaths.sms, body, request.header('x-twilio-signature'))
    const { MessageSid: sid, From: from, Body: text = '' } = body
    if (!sid || !from) return refuse('invalid-input', 'MessageSid and From are missing.')
    const now = clock.now()
    const number = toE164(from) ?? from
    await db.transaction(messaging, async (tx) => {
      const [first] = await tx
        .insert(incomingText)
        .values({ sid, from: number, keyword: keywordOf(text), createdAt: now.toISOString() })
        .onConflictDoNothing()
        .returning()
      // Twilio repeats a webhook whose answer it missed: an old START must not undo a newer STOP.
      if (first) await heed(tx, { from: number, body: text, now })
    })
    return silence
  }),

  serve(twilioStatus, async ({ body, request, db, clock }) => {
    await judgeSignature(twilio, webhookPaths.status, body, request.header('x-twilio-signature'))
    const { MessageSid: sid, MessageStatus: status, ErrorCode: code } = body
    if (!sid) return refuse('invalid-input', 'MessageSid is missing.')
    if (status === 'undelivered' || status === 'failed')
      await db.transaction(messaging, (tx) => noteUndelivered(tx, { sid, code: codeOf(code), now: clock.now() }))
    return silence
  }),
]

const codeOf = (text: string | undefined) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** @throws Refusal 404 where Twilio is not configured, 403 for a form that it did not sign */
async function judgeSignature(
  twilio: Twilio | null,
  path: string,
  form: Record<string, string>,
  signature: string | undefined,
): Promise<void> {
  if (!twilio) return notFound('Page')
  if (!(await twilio.signed(path, form, signature)))
    refuse('invalid-signature', 'The signature of this webhook is not valid.')
}
