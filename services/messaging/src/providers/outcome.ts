import { withTimeout } from '@keyhold/kit/lib/timeout'

/** An outgoing message. `id` is the delivery's, for providers that can recognize repeats by it. */
export interface OutgoingText {
  id: string
  /** E.164 */
  to: string
  body: string
}

/** A PDF that is sent with a mail. */
export interface MailFile {
  name: string
  bytes: Uint8Array
}

export interface OutgoingMail extends OutgoingText {
  subject: string
  /** The sender's name; null: that of the settings. */
  fromName: string | null
  /** Where answers go; null: to the sender. */
  replyTo: string | null
  attachment: MailFile | null
}

/** The result of a send. A refusal is a result, not an error; `reason` is a sentence for the sender to read. */
export type Outcome =
  | { status: 'sent'; providerId: string | null }
  | {
      status: 'failed'
      reason: string
      /** Trying again later may help. */
      transient: boolean
      /** The provider reports that this number opted out. */
      hasOptedOut?: true
      /** The mail server says that the address takes no mail. */
      hasBounced?: true
    }

export type SendText = (message: OutgoingText) => Promise<Outcome>
export type SendMail = (message: OutgoingMail) => Promise<Outcome>

export const failed = (
  reason: string,
  options: { transient?: boolean; hasOptedOut?: true; hasBounced?: true } = {},
): Outcome => ({
  status: 'failed',
  reason,
  transient: false,
  ...options,
})

/** How long a provider may take, in milliseconds. Whether it sent the message after that is unknown. */
export const providerTimeoutMs = 8000

class TimedOut extends Error {}

/** Awaits a send with a time limit. A timeout or an exception is a failure that may be retried. */
export async function withinTimeLimit(
  send: Promise<Outcome>,
  provider: string,
  ms = providerTimeoutMs,
): Promise<Outcome> {
  try {
    return await withTimeout(send, ms, () => new TimedOut())
  } catch (error) {
    const what = error instanceof TimedOut ? 'did not answer in time' : 'could not be reached'
    return failed(`The ${provider} provider ${what}.`, { transient: true })
  }
}
