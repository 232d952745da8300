/** A message on its way out. `id` is the delivery's: a provider that can tell repeats apart does it by this. */
export interface OutgoingText {
  id: string
  /** E.164 */
  to: string
  body: string
}

export interface OutgoingMail extends OutgoingText {
  subject: string
}

/** What became of a message. A refusal is an answer; `reason` is a sentence for the person who sent it. */
export type Outcome =
  | { status: 'sent'; providerId: string | null }
  | {
      status: 'failed'
      reason: string
      /** Trying again later may help. */ transient: boolean
      /** The provider knows that this number opted out. */ optedOut?: true
    }

export type SendText = (message: OutgoingText) => Promise<Outcome>
export type SendMail = (message: OutgoingMail) => Promise<Outcome>

export const failed = (reason: string, options: { transient?: boolean; optedOut?: true } = {}): Outcome => ({
  status: 'failed',
  reason,
  transient: false,
  ...options,
})

/** How long a provider may take, in milliseconds. What it does after that is unknown to us. */
export const timeLimit = 8000

/** Runs a send against the clock; whatever it throws is a failure that trying again may help. */
export async function within(ms: number, send: Promise<Outcome>, provider: string): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(
      () => resolve(failed(`The ${provider} provider did not answer in time.`, { transient: true })),
      ms,
    )
  })
  try {
    return await Promise.race([send, late])
  } catch {
    return failed(`The ${provider} provider could not be reached.`, { transient: true })
  } finally {
    clearTimeout(timer)
  }
}
