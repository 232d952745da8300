import type { Clock } from '@keyhold/kit/runtime/clock'
import type { Database } from '@keyhold/kit/database/database'
import type { Config } from '../config.ts'
import { keepLocally } from './local.ts'
import { failed, type SendMail, type SendText } from './provider.ts'
import { connectSmtp } from './smtp.ts'
import { connectTwilio, type Twilio } from './twilio.ts'

export interface Channels {
  sendText: SendText
  sendMail: SendMail
  /** Null where no Twilio account is configured. */
  twilio: Twilio | null
  /** Messages are kept and shown instead of sent. */
  local: boolean
  close(): Promise<void>
}

/** What texts and mails go out through. Local delivery is asked for by name and yields to any real provider: nothing real is ever shown by mistake. */
export function openChannels(config: Config, tools: { db: Database; clock: Clock }): Channels {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, SMTP_URL, MAIL_FROM } = config
  const twilio =
    TWILIO_ACCOUNT_SID && TWILIO_AUTH_TOKEN && TWILIO_FROM
      ? connectTwilio({
          accountSid: TWILIO_ACCOUNT_SID,
          authToken: TWILIO_AUTH_TOKEN,
          from: TWILIO_FROM,
          baseUrl: config.TWILIO_BASE_URL,
          publicUrl: config.PUBLIC_URL,
        })
      : null
  const smtp = SMTP_URL && MAIL_FROM ? connectSmtp({ url: SMTP_URL, from: MAIL_FROM }) : null
  const local = config.DEV_OUTBOX === 'on' && !twilio && !smtp ? keepLocally(tools) : null
  return {
    sendText: twilio?.sendText ?? local?.sendText ?? (async () => failed('No SMS provider is configured.')),
    sendMail: smtp?.sendMail ?? local?.sendMail ?? (async () => failed('No mail provider is configured.')),
    twilio,
    local: local !== null,
    close: async () => smtp?.close(),
  }
}
