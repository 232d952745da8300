import { z } from '@keyhold/contracts/zod'
import { blobSettings, isWholeStore } from '@keyhold/kit/files/blobs-settings'
import { scannerSettings } from '@keyhold/kit/files/virus-scanner'
import { mailProviders } from './providers/mail/mail.ts'
import { webPush } from './providers/push/push.ts'
import { missingVariables } from './providers/provider.ts'
import { smsProviders } from './providers/sms/sms.ts'

const own = z.object({
  ...blobSettings,
  ...scannerSettings,
  PUBLIC_URL: z
    .url('a URL such as https://rent.example.com')
    .default('http://localhost:8080')
    .describe('What links in messages start with, and where SMS providers find their webhooks'),
  DEV_OUTBOX: z
    .enum(['on', 'off'])
    .default('off')
    .describe('Keep texts and mails and show them instead of sending; yields to a real provider'),
  EMAIL_PROOF: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'Whether landlords prove their email address, and for texts their phone number, before anything is sent for them; auto: where a real provider is configured',
    ),
  MAIL_REPLY_DOMAIN: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)+$/, 'a domain such as replies.example.com')
    .optional()
    .describe(
      'Domain whose mails the mail service posts to /api/webhooks/mail; answers to mails of conversations go there',
    ),
  MAIL_WEBHOOK_SECRET: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .describe('Secret with which the mail service signs what it posts to /api/webhooks/mail'),
  TEXTS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(1, 'at least 1')
    .default(1000)
    .describe('Texts of all landlords together in an hour; the rest wait'),
})
const providers = [...smsProviders, ...mailProviders, webPush]

const variables: Record<string, z.ZodType> = Object.assign({}, ...providers.map((provider) => provider.variables))

// The types name the service's own settings only: each provider reads its own by its schema.
export const config = (own.extend(variables) as typeof own).check(isWholeStore).superRefine((settings, context) => {
  for (const provider of providers)
    for (const { name, message } of missingVariables(provider, settings))
      context.addIssue({ code: 'custom', path: [name], message })
  const { MAIL_REPLY_DOMAIN: domain, MAIL_WEBHOOK_SECRET: secret } = settings
  if ((domain === undefined) !== (secret === undefined))
    context.addIssue({
      code: 'custom',
      path: [domain === undefined ? 'MAIL_REPLY_DOMAIN' : 'MAIL_WEBHOOK_SECRET'],
      message: `needed for answers by mail, together with ${domain === undefined ? 'MAIL_WEBHOOK_SECRET' : 'MAIL_REPLY_DOMAIN'}`,
    })
})
export type Config = z.output<typeof config>
