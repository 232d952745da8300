import { authenticationActs } from '@keyhold/contracts/identity/sessions'
import { createdAt, id, instant, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { check, index, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'
import { users } from './users.ts'

export const sessions = schema.table(
  'sessions',
  {
    id: id(),
    userId: uuidRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /** When it was last renewed. */
    lastUsedAt: instant('last_used_at')
      .notNull()
      .default(sql`now()`),
    /** The browser's own description of itself, at sign-in. */
    userAgent: text('user_agent'),
    ip: text('ip'),
    endedAt: instant('ended_at'),
    /** The accounts that the password opened at sign-in; one may switch to them. */
    reach: uuid('reach')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** When the person typed the password last in this session; null in one that a passkey opened. */
    passwordAt: instant('password_at').default(sql`now()`),
    /** When the person showed a second factor last in this session. */
    secondFactorAt: instant('second_factor_at'),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_ended').on(t.endedAt)],
)

export const refreshTokens = schema.table(
  'refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    sessionId: uuidRef('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    /** A token is used once. A second use means that it was stolen. */
    usedAt: instant('used_at'),
  },
  (t) => [index('refresh_tokens_session').on(t.sessionId), index('refresh_tokens_expires').on(t.expiresAt)],
)

export const signingKeys = schema.table(
  'signing_keys',
  {
    id: id(),
    publicKey: jsonb('public_key').$type<Record<string, unknown>>().notNull(),
    /** Null once retired: it signs nothing any more. */
    privateKey: jsonb('private_key').$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    retiredAt: instant('retired_at'),
  },
  (t) => [
    // Replicas may create the first key at once: one of them is stored.
    uniqueIndex('signing_keys_one_active')
      .on(sql`(${t.retiredAt} is null)`)
      .where(sql`${t.retiredAt} is null`),
    check('signing_keys_private', sql`(${t.privateKey} is null) = (${t.retiredAt} is not null)`),
  ],
)

/** Browsers in which an account was signed in to. Failed sign-ins elsewhere do not stop attempts from them. Only the hash of the cookie is stored. */
export const knownDevices = schema.table(
  'known_devices',
  {
    tokenHash: text('token_hash').notNull(),
    userId: uuidRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tokenHash, t.userId] }),
    index('known_devices_user').on(t.userId),
    index('known_devices_used').on(t.lastUsedAt),
  ],
)

/** Who signed in or tried to. The address is as it was typed, whether it has an account or not. */
export const authenticationLog = schema.table(
  'authentication_log',
  {
    id: id(),
    what: text('what', { enum: authenticationActs }).notNull(),
    userId: uuidRef('user_id'),
    email: text('email').notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    at: instant('at').notNull(),
  },
  (t) => [
    index('authentication_log_at').on(t.at, t.id),
    index('authentication_log_email').on(t.email, t.at, t.id),
    index('authentication_log_user').on(t.userId, t.at, t.id),
    index('authentication_log_what').on(t.what, t.at, t.id),
  ],
)

/**
 * One row per failed sign-in and key that it counts against (`sign-in-limit.ts`): the account together with the network, the network, the account alone
 * (whether it exists or not), the invitation, or the known device.
 */
export const loginFailures = schema.table(
  'login_failures',
  { id: id(), key: text('key').notNull(), failedAt: instant('failed_at').notNull() },
  (t) => [index('login_failures_key').on(t.key, t.failedAt), index('login_failures_at').on(t.failedAt)],
)
