import { createdAt, id, instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { roles } from '@keyhold/contracts/roles'
import { ticketStatuses } from '@keyhold/contracts/identity/support-tickets'
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
    /** A login that its landlord deleted. The row stays, since facts name it; its e-mail was given free. */
    deletedAt: instant('deleted_at'),
    /** Null while a super admin has not opened the confirmation link. */
    confirmedAt: instant('confirmed_at'),
    // What billing last said; null for tenants.
    subscriptionPlan: text('subscription_plan'),
    subscriptionStatus: text('subscription_status'),
    maxProperties: integer('max_properties'),
    trialStartDate: instant('trial_start_date'),
    trialEndDate: instant('trial_end_date'),
    subscriptionStartDate: instant('subscription_start_date'),
    subscriptionEndDate: instant('subscription_end_date'),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    stripePriceId: text('stripe_price_id'),
    /** Of the landlord's own database, as `landlord_databases` says. */
    databaseName: text('database_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('users_email_key').on(t.email),
    index('users_created').on(t.userType, t.createdAt, t.id),
    // What the administrator searches landlords by: one text, so that one index answers. A search holds no line break.
    index('users_search')
      .using('gin', sql`(${t.email} || E'\\n' || ${t.firstName} || ' ' || ${t.lastName}) gin_trgm_ops`)
      .where(sql`${t.userType} = 'landlord'`),
    // One login per tenant record.
    unique('users_tenant_key').on(t.landlordId, t.tenantId),
    check('users_type', sql`${t.userType} in ('landlord', 'tenant', 'super_admin')`),
    check('users_deleted', sql`${t.deletedAt} is null or not ${t.isActive}`),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    check(
      'users_scope',
      sql`case when ${t.userType} = 'tenant' then ${t.landlordId} is not null or ${t.tenantId} is null else ${t.landlordId} is not distinct from ${t.id} and ${t.tenantId} is null end`,
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
    /** When it was last renewed. */
    lastUsedAt: instant('last_used_at')
      .notNull()
      .default(sql`now()`),
    /** Where it was started, as far as the browser said. */
    userAgent: text('user_agent'),
    ip: text('ip'),
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

/** Somebody asked for a link that sets a new password: any address, whether it has an account or not. `due_at` is null where nothing is to be sent (any more). */
export const passwordResetRequests = schema.table(
  'password_reset_requests',
  {
    id: id(),
    email: text('email').notNull(),
    ip: text('ip').notNull(),
    requestedAt: instant('requested_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at'),
  },
  (t) => [
    index('password_reset_requests_email').on(t.email, t.requestedAt),
    index('password_reset_requests_ip').on(t.ip, t.requestedAt),
    index('password_reset_requests_at').on(t.requestedAt),
    index('password_reset_requests_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
  ],
)

/** Links that set a new password. The mail alone holds the token. */
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

/** What billing last said that new landlords are given; no row until it does. */
export const platformSettings = schema.table(
  'platform_settings',
  {
    only: boolean('only').primaryKey().default(true),
    trialDays: integer('trial_days').notNull(),
    defaultMaxProperties: integer('default_max_properties').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [check('platform_settings_only', sql`${t.only}`)],
)

/**
 * What administrators did. The id is the fact's that told of it, so that one act is one row however it came here. E-mails are kept as they were then.
 * `of_landlord_id`, not `landlord_id`: the row is the platform's, and no landlord's to see.
 */
export const adminActivityLog = schema.table(
  'admin_activity_log',
  {
    id: id(),
    adminId: uuidRef('admin_id').notNull(),
    adminEmail: text('admin_email'),
    landlordId: uuidRef('of_landlord_id'),
    action: text('action').notNull(),
    targetUserId: uuidRef('target_user_id'),
    targetEmail: text('target_email'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('admin_activity_log_created').on(t.createdAt, t.id),
    index('admin_activity_log_target').on(t.targetUserId, t.createdAt, t.id),
    index('admin_activity_log_search').using(
      'gin',
      sql`(${t.action} || E'\\n' || replace(${t.action}, '_', ' ') || E'\\n' || coalesce(${t.adminEmail}, '') || E'\\n' || coalesce(${t.targetEmail}, '')) gin_trgm_ops`,
    ),
  ],
)

/** The registry of databases besides the shared one. A connection string is derived where one is needed, and stored nowhere. */
export const landlordDatabases = schema.table(
  'landlord_databases',
  {
    id: id(),
    landlordId: landlordId(),
    databaseName: text('database_name').notNull(),
    /** `creating`: the intent; the database is being made, or its process died. */
    state: text('state', { enum: ['creating', 'ready'] }).notNull(),
    isActive: boolean('is_active').notNull().default(false),
    /** The administrator who asked for it. */
    createdBy: uuidRef('created_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('landlord_databases_landlord_key').on(t.landlordId),
    unique('landlord_databases_name_key').on(t.databaseName),
    index('landlord_databases_created').on(t.createdAt, t.id),
    check('landlord_databases_active', sql`not ${t.isActive} or ${t.state} = 'ready'`),
  ],
)

export const supportTickets = schema.table(
  'support_tickets',
  {
    id: id(),
    landlordId: landlordId(),
    subject: text('subject').notNull(),
    status: text('status', { enum: ticketStatuses }).notNull(),
    messageCount: integer('message_count').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('support_tickets_landlord').on(t.landlordId, t.createdAt, t.id),
    index('support_tickets_created').on(t.createdAt, t.id),
    index('support_tickets_unclosed')
      .on(t.createdAt, t.id)
      .where(sql`${t.status} <> 'closed'`),
    index('support_tickets_search').using('gin', sql`${t.subject} gin_trgm_ops`),
    check('support_tickets_status', sql`${t.status} in ('open', 'answered', 'closed')`),
  ],
)

export const ticketMessages = schema.table(
  'ticket_messages',
  {
    id: id(),
    landlordId: landlordId(),
    ticketId: uuidRef('ticket_id')
      .notNull()
      .references(() => supportTickets.id),
    fromAdmin: boolean('from_admin').notNull(),
    authorId: uuidRef('author_id').notNull(),
    /** Name as it was then. */
    author: text('author').notNull(),
    body: text('body').notNull(),
    /** When the mail that tells of it is due; null where none is (any more). */
    mailDueAt: instant('mail_due_at'),
    mailAttempts: integer('mail_attempts').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('ticket_messages_ticket').on(t.landlordId, t.ticketId, t.createdAt, t.id),
    index('ticket_messages_mail_due')
      .on(t.mailDueAt)
      .where(sql`${t.mailDueAt} is not null`),
  ],
)
