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
    // HMAC-SHA1 over the public URL and the form's fields: https://www.twilio.com/docs/usage/security
    async isSigned({ path, text, signature }) {
      if (!signature) return false
      const { default: sdk } = await import('twilio')
      const form = Object.fromEntries(new URLSearchParams(text))
      return sdk.validateRequest(settings.TWILIO_AUTH_TOKEN, signature, `${publicUrl}${path}`, form)
    },
  }
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
