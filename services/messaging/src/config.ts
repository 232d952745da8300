import { z } from '@keyhold/contracts/zod'
import { mailProviders } from './providers/mail/mail.ts'
import { missingVariables } from './providers/provider.ts'
import { smsProviders } from './providers/sms/sms.ts'

const own = z.object({
  PUBLIC_URL: z
    .url('a URL such as https://rent.example.com')
    .default('http://localhost:8080')
    .describe('What links in messages start with, and where SMS providers find their webhooks'),
  DEV_OUTBOX: z
    .enum(['on', 'off'])
    .default('off')
    .describe('Keep texts and mails and show them instead of sending; yields to a real provider'),
})
const providers = [...smsProviders, ...mailProviders]

const variables: Record<string, z.ZodType> = Object.assign({}, ...providers.map((provider) => provider.variables))

// The types name the service's own settings only: each provider reads its own by its schema.
export const config = (own.extend(variables) as typeof own).superRefine((settings, context) => {
  for (const provider of providers)
    for (const { name, message } of missingVariables(provider, settings))
      context.addIssue({ code: 'custom', path: [name], message })
})
export type Config = z.output<typeof config>
