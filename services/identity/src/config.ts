import { email } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'

export const config = z.object({
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an http or https address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('http://localhost:8080')
    .describe('What links in messages start with'),
  SUPER_ADMIN_EMAIL: email
    .optional()
    .describe('E-mail of the one person who may sign up as super admin; nobody may while one of the three is unset'),
  SUPER_ADMIN_NAME: z.string().trim().min(1).optional().describe('Full name of that person'),
  SUPER_ADMIN_PHONE: z.string().trim().regex(/\d/, 'a phone number').optional().describe('Phone number of that person'),
  PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(6, 'at least 6')
    .max(64, 'at most 64')
    .default(6)
    .describe('Characters that a new password has at least'),
  PROVISION_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'a postgres:// address' })
    .optional()
    .describe(
      'The shared database as its owner, who may create databases: with it the administrator can give a landlord one. Not needed where DATABASE_URL is the owner’s, or absent',
    ),
})
export type Config = z.output<typeof config>
