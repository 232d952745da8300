import { z } from '@keyhold/contracts/zod'
import type { Transporter } from 'nodemailer'
import { failed, type Outcome, providerTimeoutMs, type SendMail } from '../outcome.ts'
import { defineProvider } from '../provider.ts'

/** A mail server. */
export const smtp = defineProvider({
  purpose: 'mail',
  settings: z.object({
    SMTP_URL: z.url().describe('Mail server, such as smtps://user:password@mail.example.com'),
    MAIL_FROM: z.string().describe('Sender of mails, such as "Keyhold <no-reply@example.com>"'),
  }),
  connect: (settings) => connectSmtp({ url: settings.SMTP_URL, from: settings.MAIL_FROM }),
})

/** nodemailer is loaded with the first mail; `close` ends its connections. */
function connectSmtp({ url, from }: { url: string; from: string }): { sendMail: SendMail; close(): Promise<void> } {
  let transport: Promise<Transporter> | undefined
  const address = addressOf(from)
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'keyhold.invalid'
  return {
    async sendMail({ id, to, fromName, subject, body, replyTo, attachment }) {
      transport ??= open(url)
      try {
        // One Message-ID per delivery, so that mail programs recognize a repeat.
        const { messageId } = await (
          await transport
        ).sendMail({
          // As parts, which nodemailer encodes: a name cannot add a header or an address.
          from: fromName === null ? from : { name: fromName, address },
          to,
          subject,
          ...(replyTo === null ? {} : { replyTo }),
          text: body,
          messageId: `<${id}@${domain}>`,
          attachments: attachment
            ? [{ filename: attachment.name, content: Buffer.from(attachment.bytes), contentType: 'application/pdf' }]
            : [],
        })
        return { status: 'sent', providerId: messageId }
      } catch (error) {
        return smtpFailure(error)
      }
    },
    async close() {
      if (transport) (await transport).close()
    },
  }
}

/** The address of `Name <address>`, or of an address alone. */
const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const limits = new URLSearchParams({
    pool: 'true',
    connectionTimeout: String(providerTimeoutMs),
    greetingTimeout: String(providerTimeoutMs),
    socketTimeout: String(providerTimeoutMs),
  })
  return createTransport(`${url}${url.includes('?') ? '&' : '?'}${limits.toString()}`)
}

/** Converts nodemailer's error. SMTP answers 4xx where a retry may help and 5xx where it won't (RFC 5321, 4.2.1). */
export function smtpFailure(error: unknown): Outcome {
  const { code, responseCode, command } = (error ?? {}) as { code?: unknown; responseCode?: unknown; command?: unknown }
  if (code === 'EAUTH') return failed('The mail server refused our credentials. Check the mail settings.')
  if (typeof responseCode === 'number' && responseCode >= 500)
    return failed(
      'The mail server refused this address or message.',
      // Other commands are refused for what the mail says or who sends it.
      command === 'RCPT TO' ? { hasBounced: true } : {},
    )
  if (typeof responseCode === 'number') return failed('The mail server is busy right now.', { transient: true })
  return failed('The mail server could not be reached.', { transient: true })
}
