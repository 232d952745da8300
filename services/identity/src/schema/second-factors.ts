import { createdAt, id, instant, uuidRef } from '@keyhold/kit/database/columns'
import { bigint, index, integer, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

const ownerId = () =>
  uuidRef('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

// Of the account through which they were set up; they hold for all accounts of its person (`factors.ts`).

/** Secrets of authenticator apps, encrypted. */
export const authenticatorApps = schema.table(
  'authenticator_apps',
  {
    id: id(),
    userId: ownerId(),
    /** Null until the first code confirms it. */
    secret: text('secret'),
    /** Waits for its first code, and takes the place of `secret` then. */
    pendingSecret: text('pending_secret'),
    confirmedAt: instant('confirmed_at'),
    /** The newest period whose code was used: neither it nor an earlier one is accepted again. */
    lastPeriod: integer('last_period'),
    createdAt: createdAt(),
  },
  (t) => [unique('authenticator_apps_user_key').on(t.userId)],
)

export const passkeys = schema.table(
  'passkeys',
  {
    id: id(),
    userId: ownerId(),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    /** How often it signed, by its own count; 0 for the many that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** By which the passkey knows its account. */
    userHandle: text('user_handle').notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [unique('passkeys_credential_key').on(t.credentialId), index('passkeys_user').on(t.userId, t.createdAt)],
)

export const recoveryCodes = schema.table(
  'recovery_codes',
  { codeHash: text('code_hash').primaryKey(), userId: ownerId(), usedAt: instant('used_at'), createdAt: createdAt() },
  (t) => [index('recovery_codes_user').on(t.userId)],
)

/** Sign-ins that wait for their second step, or for a passkey in place of a password. They give access to nothing else. */
export const signInSteps = schema.table(
  'sign_in_steps',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Whose password was right; null where a passkey will say who it is. */
    userId: uuidRef('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The accounts that the password opened. */
    reach: uuid('reach').array().notNull(),
    challenge: text('challenge'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('sign_in_steps_user').on(t.userId), index('sign_in_steps_expires').on(t.expiresAt)],
)

/** What a passkey signs within a session; one of each kind. */
export const passkeyChallenges = schema.table(
  'passkey_challenges',
  {
    sessionId: uuidRef('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['add', 'confirm'] }).notNull(),
    challenge: text('challenge').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.purpose] })],
)
