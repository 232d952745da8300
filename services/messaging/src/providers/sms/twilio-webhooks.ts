import { twilioSms, twilioStatus } from '@keyhold/contracts/messaging/webhooks'
import { refuse } from '@keyhold/kit/http/problem'
import { Reply, type Route, serve } from '@keyhold/kit/http/serve'
import { assertSigned } from './assert-signed.ts'
import type { SmsProvider, SmsReceiver } from './sms-provider.ts'
import { errorReport } from './twilio-errors.ts'

/** An empty answer: Twilio itself confirms STOP and START to the sender. */
const noReply = new Reply('<?xml version="1.0" encoding="UTF-8"?><Response/>', [
  ['content-type', 'text/xml; charset=utf-8'],
])

export const twilioWebhooks = (provider: SmsProvider | null, receiver: SmsReceiver): Route[] => [
  serve(twilioSms, async ({ body, request }) => {
    await assertSigned(provider, twilioSms, request.text, request.header('x-twilio-signature'))
    const { MessageSid: id, From: from, Body: text = '' } = body
    if (!id || !from) return refuse('invalid-input', 'MessageSid and From are missing.')
    await receiver.receiveText({ id, from, body: text, mediaUrls: mediaOf(body) })
    return noReply
  }),

  serve(twilioStatus, async ({ body, request }) => {
    await assertSigned(provider, twilioStatus, request.text, request.header('x-twilio-signature'))
    const { MessageSid: providerId, MessageStatus: status, ErrorCode: code } = body
    if (!providerId) return refuse('invalid-input', 'MessageSid is missing.')
    if (status === 'undelivered' || status === 'failed')
      await receiver.receiveFailure({ providerId, ...errorReport(codeOf(code)) })
    return noReply
  }),
]

/** The pictures of a multimedia message. */
function mediaOf(body: Record<string, string>): string[] {
  const count = /^\d{1,2}$/.test(body.NumMedia ?? '') ? Number(body.NumMedia) : 0
  return Array.from({ length: count }, (_, n) => body[`MediaUrl${n}`]).filter((url) => url !== undefined)
}

const codeOf = (text: string | undefined) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined)
