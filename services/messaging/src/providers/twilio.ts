import type { Twilio as TwilioClient } from 'twilio'
import { failed, type Outcome, type SendText, timeLimit } from './provider.ts'

export interface TwilioSettings {
  accountSid: string
  authToken: string
  from: string
  /** Where Twilio's API is answered instead of at Twilio. */
  baseUrl: string | undefined
  publicUrl: string
}

/** Twilio, behind its SDK; which is loaded with the first use, since few processes have it configured. */
export interface Twilio {
  sendText: SendText
  /** Whether Twilio signed this form for the webhook at `path` (HMAC-SHA1 over the public URL and the parameters). */
  signed(path: string, form: Record<string, string>, signature: string | undefined): Promise<boolean>
}

export const webhookPaths = { sms: '/api/webhooks/twilio/sms', status: '/api/webhooks/twilio/status' } as const

export function connectTwilio(settings: TwilioSettings): Twilio {
  let client: Promise<TwilioClient> | undefined
  const publicUrl = settings.publicUrl.replace(/\/$/, '')
  // Twilio refuses a message whose callback it can't reach.
  const callback = /\/\/(localhost|127\.)/.test(publicUrl) ? undefined : `${publicUrl}${webhookPaths.status}`
  return {
    async sendText({ to, body }) {
      client ??= openClient(settings)
      try {
        const { sid } = await (
          await client
        ).messages.create({ to, from: settings.from, body, ...(callback ? { statusCallback: callback } : {}) })
        return { status: 'sent', providerId: sid }
      } catch (error) {
        return refusedByTwilio(error)
      }
    },
    async signed(path, form, signature) {
      if (!signature) return false
      const { default: twilio } = await import('twilio')
      return twilio.validateRequest(settings.authToken, signature, `${publicUrl}${path}`, form)
    },
  }
}

async function openClient({ accountSid, authToken, baseUrl }: TwilioSettings): Promise<TwilioClient> {
  const { default: twilio } = await import('twilio')
  const http = new twilio.RequestClient({ timeout: timeLimit })
  if (baseUrl) {
    // The SDK has no setting for it: the address is rewritten on the way out.
    const request = http.request.bind(http)
    http.request = (options) =>
      request({ ...options, uri: options.uri.replace(/^https:\/\/[^/]+/, baseUrl.replace(/\/$/, '')) })
  }
  return twilio(accountSid, authToken, { httpClient: http })
}

/** https://www.twilio.com/docs/api/errors: the codes that the sender of a message can do something about. */
const sentences: Record<number, string> = {
  21211: 'This is not a valid phone number.',
  21408: 'Texts to this country are not enabled.',
  21610: 'This number has opted out of texts (STOP).',
  21612: 'This number cannot be reached from our number.',
  21614: 'This number cannot receive texts.',
  30003: 'The phone is switched off or out of reach.',
  30004: 'The phone does not take messages from us.',
  30005: 'This phone number does not exist.',
  30006: 'This number is a landline or cannot be reached.',
  30007: 'The carrier filtered the text as unwanted.',
  30034: 'Our number is not registered with the carriers yet.',
}
export const optedOutCode = 21610

/** The sentence for an error code of Twilio's. */
export const twilioSentence = (code: number | undefined) =>
  (code !== undefined && sentences[code]) ||
  `The text was not delivered${code === undefined ? '' : ` (Twilio error ${code})`}.`

/** Twilio's refusal, as its SDK throws it, as an outcome. */
export function refusedByTwilio(error: unknown): Outcome {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown }
  if (typeof status !== 'number') return failed('The SMS provider could not be reached.', { transient: true })
  if (status === 401 || status === 403)
    return failed('The SMS provider refused our credentials. Check the SMS settings.')
  if (status === 429 || status >= 500) return failed('The SMS provider is overloaded right now.', { transient: true })
  const number = typeof code === 'number' ? code : undefined
  return failed(twilioSentence(number), number === optedOutCode ? { optedOut: true } : {})
}
