import { z } from '@keyhold/contracts/zod'

const together =
  (names: string[], purpose: string) =>
  (
    settings: Record<string, unknown>,
    context: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
  ) => {
    if (!names.some((name) => settings[name])) return
    for (const name of names)
      if (!settings[name])
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `needed for ${purpose}, together with ${names.filter((other) => other !== name).join(' and ')}`,
        })
  }

export const config = z
  .object({
    PUBLIC_URL: z
      .url('a URL such as https://rent.example.com')
      .default('http://localhost:8080')
      .describe('What links in messages start with, and where Twilio finds its webhooks'),
    DEV_OUTBOX: z
      .enum(['on', 'off'])
      .default('off')
      .describe('Keep texts and mails and show them instead of sending; yields to a real provider'),
    TWILIO_ACCOUNT_SID: z
      .string()
      .startsWith('AC', 'starts with AC')
      .optional()
      .describe('Twilio account that sends texts'),
    TWILIO_AUTH_TOKEN: z.string().optional().describe('Its auth token; signs the webhooks too'),
    TWILIO_FROM: z
      .string()
      .regex(/^\+\d{5,15}$/, 'a number such as +12125550100')
      .optional()
      .describe('The number texts come from'),
    TWILIO_BASE_URL: z.url().optional().describe("Where Twilio's API is answered instead of at Twilio"),
    SMTP_URL: z.url().optional().describe('Mail server, such as smtps://user:password@mail.example.com'),
    MAIL_FROM: z.string().optional().describe('Sender of mails, such as "Keyhold <no-reply@example.com>"'),
  })
  .superRefine(together(['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'], 'texts by Twilio'))
  .superRefine(together(['SMTP_URL', 'MAIL_FROM'], 'mail'))
export type Config = z.output<typeof config>
