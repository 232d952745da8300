import { createdAt, id, instant, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, text, unique, uuid } from 'drizzle-orm/pg-core'
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

/**
 * Links that wait for the owner of a mailbox. `address`: the account `userId` is at this address. `tenancy`: the person of `userId` is the tenant who
 * registered by a landlord's invitation. Only the mail contains the token, so a link has none until it is mailed.
 */
export const mailboxLinks = schema.table(
  'mailbox_links',
  {
    id: id(),
    purpose: text('purpose', { enum: ['address', 'tenancy'] }).notNull(),
    userId: uuidRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address that the link is mailed to. */
    email: text('email').notNull(),
    tokenHash: text('token_hash'),
    /** For a tenancy. Not `landlord_id`, because the row is not the landlord's. */
    ofLandlordId: uuidRef('of_landlord_id'),
    ofTenantId: uuidRef('of_tenant_id'),
    /** Archived records of the same person, whose login can move to this one. */
    formerTenantIds: uuid('former_tenant_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('mailbox_links_token_key').on(t.tokenHash),
    index('mailbox_links_user').on(t.userId, t.createdAt),
    index('mailbox_links_expires').on(t.expiresAt),
    check(
      'mailbox_links_tenancy',
      sql`(${t.purpose} = 'tenancy') = (${t.ofLandlordId} is not null and ${t.ofTenantId} is not null)`,
    ),
  ],
)

/** Codes texted to a landlord's phone. */
export const phoneCodes = schema.table(
  'phone_codes',
  {
    id: id(),
    userId: uuidRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    phone: text('phone').notNull(),
    codeHash: text('code_hash').notNull(),
    guesses: integer('guesses').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('phone_codes_user').on(t.userId, t.createdAt), index('phone_codes_created').on(t.createdAt)],
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
