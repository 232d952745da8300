import type { Database } from '@keyhold/kit/database/database'
import type { Route } from '@keyhold/kit/http/serve'
import type { Clock } from '@keyhold/kit/runtime/clock'
import type { Config } from '../config.ts'
import type { Attachments } from './attachments.ts'
import { openLocalOutbox } from './local-outbox.ts'
import { mailProviders } from './mail/mail.ts'
import { failed, type SendMail, type SendText } from './outcome.ts'
import type { SmsReceiver } from './sms/sms-provider.ts'
import { smsProviders } from './sms/sms.ts'

export interface Channels {
  sendText: SendText
  sendMail: SendMail
  /** The files of mails. */
  attachments: Attachments
  /** Messages are stored and shown instead of sent. */
  isLocal: boolean
  /** The site's address, without a trailing slash. */
  publicUrl: string
  /** The domain whose mails come back here; null where mail cannot come in. */
  mailReplyDomain: string | null
  /** Texts of all landlords together in an hour. */
  textsPerHour: number
  /** Landlords prove their address (for texts their number, too) before anything of theirs is sent on this channel. */
  asksProof(channel: 'sms' | 'email'): boolean
  /** Messages on this channel reach people, so the limits and the fixed wording hold. */
  isGuarded(channel: 'sms' | 'email'): boolean
  /** A picture of a text; null where it is gone, too large, or no provider has it. */
  fetchMedia(url: string, limit: number): Promise<Uint8Array | null>
  /** Routes of the webhooks of all SMS providers. */
  webhooks(receiver: SmsReceiver): Route[]
  close(): Promise<void>
}

/** Connects what texts and mails are sent through. Local delivery is opt-in and off as soon as any real provider is configured. */
export function openChannels(
  config: Config,
  attachments: Attachments,
  tools: { db: Database; clock: Clock },
): Channels {
  const publicUrl = config.PUBLIC_URL.replace(/\/$/, '')
  const sms = smsProviders.map((definition) => ({ definition, provider: definition.connect(config, publicUrl) }))
  const smsProvider = sms.find(({ provider }) => provider)?.provider
  const mailProvider = mailProviders
    .map((definition) => definition.connect(config, publicUrl))
    .find((provider) => provider)
  const local = config.DEV_OUTBOX === 'on' && !smsProvider && !mailProvider ? openLocalOutbox(tools) : null
  const isReal = { sms: smsProvider !== undefined, email: mailProvider !== undefined }
  return {
    publicUrl,
    attachments,
    mailReplyDomain: (config.MAIL_WEBHOOK_SECRET && config.MAIL_REPLY_DOMAIN) || null,
    textsPerHour: config.TEXTS_PER_HOUR,
    asksProof: (channel) => (config.EMAIL_PROOF === 'auto' ? isReal[channel] : config.EMAIL_PROOF === 'on'),
    isGuarded: (channel) => isReal[channel] || config.EMAIL_PROOF === 'on',
    sendText: smsProvider?.sendText ?? local?.sendText ?? (async () => failed('No SMS provider is configured.')),
    sendMail: mailProvider?.sendMail ?? local?.sendMail ?? (async () => failed('No mail provider is configured.')),
    fetchMedia: smsProvider ? (url, limit) => smsProvider.fetchMedia(url, limit) : async () => null,
    isLocal: local !== null,
    webhooks: (receiver) => sms.flatMap(({ definition, provider }) => definition.webhooks(provider, receiver)),
    close: async () => mailProvider?.close(),
  }
}
