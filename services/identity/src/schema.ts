import { createdAt, id, instant, updatedAt, uuidRef } from '@keyhold/kit/columns'
import { roles } from '@keyhold/contracts/roles'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgSchema, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'

// Signing in comes before any landlord is known, so these tables belong to none ("shared"): who may see a row is said in each query.
export const schema = pgSchema('identity')

export const users = schema.table(
  'users',
  {
    id: id(),
    /** Lower case, as the contract parses it: comparing e-mails is comparing text. */
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text('phone'),
    userType: text('user_type', { enum: roles }).notNull(),
    /** Whose records are in scope: a landlord's or super admin's own id, a tenant's landlord once linked. Not `landlord_id`: the row is not the landlord's. */
    landlordId: uuidRef('scope_landlord_id'),
    tenantId: uuidRef('scope_tenant_id'),
    isActive: boolean('is_active').notNull().default(true),
    /** Null while a super admin has not opened the confirmation link. */
    confirmedAt: instant('confirmed_at'),
    // What billing last said; null for tenants.
    subscriptionPlan: text('subscription_plan'),
    subscriptionStatus: text('subscription_status'),
    maxProperties: integer('max_properties'),
    trialStartDate: instant('trial_start_date'),
    trialEndDate: instant('trial_end_date'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('users_email_key').on(t.email),
    // One login per tenant record.
    unique('users_tenant_key').on(t.landlordId, t.tenantId),
    check('users_type', sql`${t.userType} in ('landlord', 'tenant', 'super_admin')`),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    check(
      'users_scope',
      sql`case when ${t.userType} = 'tenant' then (${t.landlordId} is null) = (${t.tenantId} is null) else ${t.landlordId} is not distinct from ${t.id} and ${t.tenantId} is null end`,
    ),
  ],
)

export const sessions = schema.table(
  'sessions',
  {
    id: id(),
    userId: uuidRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
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
    /** Presented once. A second time means that two hold it. */
    usedAt: instant('used_at'),
  },
  (t) => [index('refresh_tokens_session').on(t.sessionId), index('refresh_tokens_expires').on(t.expiresAt)],
)

export const signingKeys = schema.table(
  'signing_keys',
  {
    id: id(),
    publicKey: jsonb('public_key').$type<Record<string, unknown>>().notNull(),
    /** Null once retired: nothing is signed with it again. */
    privateKey: jsonb('private_key').$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    retiredAt: instant('retired_at'),
  },
  (t) => [
    // However many replicas make the first key at once, one is kept.
    uniqueIndex('signing_keys_one_active')
      .on(sql`(${t.retiredAt} is null)`)
      .where(sql`${t.retiredAt} is null`),
    check('signing_keys_private', sql`(${t.privateKey} is null) = (${t.retiredAt} is not null)`),
  ],
)

/** One row per failed attempt and limited key: `account:<e-mail>` (whether it exists or not) and `ip:<address>`. */
export const loginFailures = schema.table(
  'login_failures',
  { id: id(), key: text('key').notNull(), failedAt: instant('failed_at').notNull() },
  (t) => [index('login_failures_key').on(t.key, t.failedAt), index('login_failures_at').on(t.failedAt)],
)

/** Links that open an account. Each carries the password of the sign-up it was mailed for, so that a later sign-up can't slip another one under it. */
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
