import { createdAt, id, instant, uuidRef } from '@keyhold/kit/database/columns'
import { boolean, index, text, unique } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'
import { users } from './users.ts'

/** Links that confirm an account. Each holds the password of its own sign-up, so that a later sign-up cannot change the password behind an earlier link. */
export const confirmations = schema.table(
  'confirmations',
  {
    id: id(),
    userId: uuidRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    passwordHash: text('password_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('confirmations_token_key').on(t.tokenHash), index('confirmations_user').on(t.userId)],
)

/** A request for a password reset link, for any e-mail, with an account or without. */
export const passwordResetRequests = schema.table(
  'password_reset_requests',
  {
    id: id(),
    email: text('email').notNull(),
    ip: text('ip').notNull(),
    requestedAt: instant('requested_at').notNull(),
    /** A link is mailed, if the e-mail has an account; false beyond the limit. */
    isMailed: boolean('is_mailed').notNull(),
  },
  (t) => [
    index('password_reset_requests_email').on(t.email, t.requestedAt),
    index('password_reset_requests_ip').on(t.ip, t.requestedAt),
    index('password_reset_requests_at').on(t.requestedAt),
  ],
)

/** Links that set a new password. Only the mail contains the token itself. */
export const passwordResetLinks = schema.table(
  'password_reset_links',
  {
    id: id(),
    userId: uuidRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('password_reset_links_token_key').on(t.tokenHash),
    index('password_reset_links_user').on(t.userId),
    index('password_reset_links_expires').on(t.expiresAt),
  ],
)
