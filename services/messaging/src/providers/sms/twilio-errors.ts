import { failed, type Outcome } from '../outcome.ts'

/** https://www.twilio.com/docs/api/errors: the codes that the sender of a message can do something about. */
const sentences: Record<number, string> = {
  21211: 'This is not a valid phone number.',
  21408: 'Texts to this country are not enabled.',
  21610: 'This number has opted out of texts (STOP).',
  21612: 'This number cannot be reached from our number.',
  21614: 'This number cannot receive texts.',
  30003: 'The phone is switched off or out of reach.',
  30004: 'The phone does not accept messages from us.',
  30005: 'This phone number does not exist.',
  30006: 'This number is a landline or cannot be reached.',
  30007: 'The carrier blocked the text as spam.',
  30034: 'Our number is not registered with the carriers yet.',
}
const optedOut = 21610

/** An error code of Twilio's as a sentence for the sender. */
export const errorReport = (code: number | undefined): { reason: string; hasOptedOut: boolean } => ({
  reason:
    (code !== undefined && sentences[code]) ||
    `The text was not delivered${code === undefined ? '' : ` (Twilio error ${code})`}.`,
  hasOptedOut: code === optedOut,
})

/** Converts an error that Twilio's SDK throws. */
export function twilioFailure(error: unknown): Outcome {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown }
  if (typeof status !== 'number') return failed('The SMS provider could not be reached.', { transient: true })
  if (status === 401 || status === 403)
    return failed('The SMS provider refused our credentials. Check the SMS settings.')
  if (status === 429 || status >= 500) return failed('The SMS provider is overloaded right now.', { transient: true })
  const { reason, hasOptedOut } = errorReport(typeof code === 'number' ? code : undefined)
  return failed(reason, hasOptedOut ? { hasOptedOut } : {})
}
