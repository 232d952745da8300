import type { Transporter } from 'nodemailer'
import { failed, type Outcome, type SendMail, timeLimit } from './provider.ts'

/** A mail server. nodemailer is loaded with the first mail; `close` ends its connections. */
export function connectSmtp({ url, from }: { url: string; from: string }): {
  sendMail: SendMail
  close(): Promise<void>
} {
  let transport: Promise<Transporter> | undefined
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'keyhold.invalid'
  return {
    async sendMail({ id, to, subject, body }) {
      transport ??= open(url)
      try {
        // The same delivery keeps its Message-ID, so that a mail sent twice can be told to be one.
        const { messageId } = await (
          await transport
        ).sendMail({ from, to, subject, text: body, messageId: `<${id}@${domain}>` })
        return { status: 'sent', providerId: messageId }
      } catch (error) {
        return refusedBySmtp(error)
      }
    },
    async close() {
      if (transport) (await transport).close()
    },
  }
}

async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const limits = new URLSearchParams({
    pool: 'true',
    connectionTimeout: String(timeLimit),
    greetingTimeout: String(timeLimit),
    socketTimeout: String(timeLimit),
  })
  return createTransport(`${url}${url.includes('?') ? '&' : '?'}${limits.toString()}`)
}

/** nodemailer's error as an outcome: SMTP answers 4xx to what may work later, 5xx to what never will. */
export function refusedBySmtp(error: unknown): Outcome {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown }
  if (code === 'EAUTH') return failed('The mail server refused our credentials. Check the mail settings.')
  if (typeof responseCode === 'number' && responseCode >= 500)
    return failed('The mail server refused this address or message.')
  if (typeof responseCode === 'number') return failed('The mail server is busy right now.', { transient: true })
  return failed('The mail server could not be reached.', { transient: true })
}
