import { twilioStatus } from '@keyhold/contracts/messaging/webhooks'
import { z } from '@keyhold/contracts/zod'
import type { Twilio as TwilioClient } from 'twilio'
import { providerTimeoutMs } from '../outcome.ts'
import { defineProvider } from '../provider.ts'
import type { SmsProvider, SmsProviderDefinition } from './sms-provider.ts'
import { twilioFailure } from './twilio-errors.ts'
import { twilioWebhooks } from './twilio-webhooks.ts'

const schema = z.object({
  TWILIO_ACCOUNT_SID: z.string().startsWith('AC', 'starts with AC').describe('Twilio account that sends texts'),
  TWILIO_AUTH_TOKEN: z.string().describe('Its auth token; signs the webhooks too'),
  TWILIO_FROM: z
    .string()
    .regex(/^\+\d{5,15}$/, 'a number such as +12125550100')
    .describe('The number texts come from'),
  TWILIO_BASE_URL: z.url().optional().describe("Where Twilio's API is answered instead of at Twilio"),
})
type Settings = z.output<typeof schema>

export const twilio: SmsProviderDefinition = {
  ...defineProvider({ purpose: 'texts by Twilio', settings: schema, connect: connectTwilio }),
  webhooks: twilioWebhooks,
}

/** Through Twilio's SDK, which is loaded with the first use: most processes never need it. */
function connectTwilio(settings: Settings, publicUrl: string): SmsProvider {
  const from = settings.TWILIO_FROM
  let client: Promise<TwilioClient> | undefined
  // Twilio refuses a message whose callback it can't reach.
  const callback = /\/\/(localhost|127\.)/.test(publicUrl) ? undefined : `${publicUrl}${twilioStatus.path}`
  return {
    async sendText({ to, body }) {
      client ??= openClient(settings)
      try {
        const { messages } = await client
        const { sid } = await messages.create({ to, from, body, ...(callback ? { statusCallback: callback } : {}) })
        return { status: 'sent', providerId: sid }
      } catch (error) {
        return twilioFailure(error)
      }
    },
    async fetchMedia(url, limit) {
      const place = mediaPlace(settings, url)
      if (!place) return null
      const key = Buffer.from(`${settings.TWILIO_ACCOUNT_SID}:${settings.TWILIO_AUTH_TOKEN}`).toString('base64')
      // Twilio redirects to where the bytes are; the key is not sent there.
      const answer = await fetch(place, {
        headers: { authorization: `Basic ${key}` },
        signal: AbortSignal.timeout(mediaTimeoutMs),
      })
      if (answer.status === 404 || answer.status === 410) return null
      if (!answer.ok || !answer.body) throw new Error(`Twilio answered ${answer.status} for a picture`)
      return readAtMost(answer.body, limit)
    },
    // HMAC-SHA1 over the public URL and the form's fields: https://www.twilio.com/docs/usage/security
    async isSigned({ path, text, signature }) {
      if (!signature) return false
      const { default: sdk } = await import('twilio')
      const form = Object.fromEntries(new URLSearchParams(text))
      return sdk.validateRequest(settings.TWILIO_AUTH_TOKEN, signature, `${publicUrl}${path}`, form)
    },
  }
}

const mediaTimeoutMs = 30_000

/** Only what Twilio stores for this account is fetched: the address comes from outside. */
function mediaPlace({ TWILIO_BASE_URL, TWILIO_ACCOUNT_SID }: Settings, url: string): string | null {
  const path = URL.canParse(url) ? new URL(url) : null
  if (path?.protocol !== 'https:' || path.hostname !== 'api.twilio.com') return null
  if (!path.pathname.startsWith(`/2010-04-01/Accounts/${TWILIO_ACCOUNT_SID}/Messages/`)) return null
  return `${TWILIO_BASE_URL?.replace(/\/$/, '') ?? 'https://api.twilio.com'}${path.pathname}`
}

async function readAtMost(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > limit) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function openClient(settings: Settings): Promise<TwilioClient> {
  const { default: sdk } = await import('twilio')
  const http = new sdk.RequestClient({ timeout: providerTimeoutMs })
  const baseUrl = settings.TWILIO_BASE_URL?.replace(/\/$/, '')
  if (baseUrl) {
    // The SDK has no setting for its base URL, so requests are rewritten.
    const request = http.request.bind(http)
    http.request = (options) => request({ ...options, uri: options.uri.replace(/^https:\/\/[^/]+/, baseUrl) })
  }
  return sdk(settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN, { httpClient: http })
}
