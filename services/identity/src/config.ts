import { minPasswordLength } from '@keyhold/contracts/identity/accounts'
import { email } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'

export const config = z.object({
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an http or https address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('http://localhost:8080')
    .describe('URL of the site, for links in messages'),
  SUPER_ADMIN_EMAIL: email
    .optional()
    .describe('Email of the one person who may sign up as super admin; all three SUPER_ADMIN_ settings are needed'),
  SUPER_ADMIN_NAME: z.string().trim().min(1).optional().describe('Full name of that person'),
  SUPER_ADMIN_PHONE: z.string().trim().regex(/\d/, 'a phone number').optional().describe('Phone number of that person'),
  BACKUP_RECORD: z
    .string()
    .optional()
    .describe('File whose time of change is the moment of the last backup, for the control room; absent: not known'),
  PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(minPasswordLength, `at least ${minPasswordLength}`)
    .max(64, 'at most 64')
    .default(minPasswordLength)
    .describe('Minimum length of a new password'),
  BREACHED_PASSWORDS_URL: z
    .url({ protocol: /^https?$/, error: 'an http or https address' })
    .optional()
    .describe(
      'Service that knows breached passwords by the range API of Have I Been Pwned (GET /range/<first 5 digits of the SHA-1>), such as https://api.pwnedpasswords.com; no password leaves the process; absent or down: a list of 49,000',
    ),
  SIGNING_KEY_SECRET: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .describe(
      'Encrypts the signing keys of access tokens and the secrets of authenticator apps in the database; the same in all processes of identity; one process with everything makes its own in DATA_DIR',
    ),
  EMAIL_PROOF: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'Whether landlords prove their email address, and for texts their phone number, before anything is sent for them; auto: where a real provider is configured',
    ),
  DNS_SERVER: z
    .string()
    .regex(/^(?:[\d.]+|\[[\da-f:]+\])(?::\d+)?$/i, 'an address, with a port where it is not 53')
    .optional()
    .describe(
      'Name server that is asked for the proof of landlords’ own host names, such as 9.9.9.9; absent: those of the system',
    ),
  SIGNUPS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(0, 'at least 0')
    .default(20)
    .describe('Accounts that one network (an IPv4 address or an IPv6 /64) may create in an hour; 0 for no limit'),
  DEV_OUTBOX: z
    .enum(['on', 'off'])
    .default('off')
    .describe('Keep texts and mails and show them instead of sending; yields to a real provider'),
  SMTP_URL: z.string().optional().describe('Mail server, such as smtps://user:password@mail.example.com'),
  TWILIO_ACCOUNT_SID: z.string().optional().describe('Twilio account that sends texts'),
})
export type Config = z.output<typeof config>
