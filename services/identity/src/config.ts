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
    .describe('E-mail of the one person who may sign up as super admin; all three SUPER_ADMIN_ settings are needed'),
  SUPER_ADMIN_NAME: z.string().trim().min(1).optional().describe('Full name of that person'),
  SUPER_ADMIN_PHONE: z.string().trim().regex(/\d/, 'a phone number').optional().describe('Phone number of that person'),
  PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(minPasswordLength, `at least ${minPasswordLength}`)
    .max(64, 'at most 64')
    .default(minPasswordLength)
    .describe('Minimum length of a new password'),
  PROVISION_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'a postgres:// address' })
    .optional()
    .describe(
      'URL of the shared database as its owner, for creating a landlord’s own database; not needed where DATABASE_URL is the owner’s or absent',
    ),
})
export type Config = z.output<typeof config>
