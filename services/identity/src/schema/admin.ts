import { asOf, createdAt, id, instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** What new landlords start with, as of the last `PlatformSettingsChanged`; no row before the first one. */
export const platformSettings = schema.table(
  'platform_settings',
  {
    only: boolean('only').primaryKey().default(true),
    trialDays: integer('trial_days').notNull(),
    defaultMaxProperties: integer('default_max_properties').notNull(),
    asOf: asOf(),
    updatedAt: updatedAt(),
  },
  (t) => [check('platform_settings_only', sql`${t.only}`)],
)

/**
 * What administrators did. The id is the event's, so that an action is stored once. E-mails are stored as they were at the time.
 * `of_landlord_id`, not `landlord_id`: the row belongs to the platform, and no landlord may see it.
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

/** Databases other than the shared one. A connection string is derived when it is needed and never stored. */
export const landlordDatabases = schema.table(
  'landlord_databases',
  {
    id: id(),
    landlordId: landlordId(),
    databaseName: text('database_name').notNull(),
    /** `creating`: the database is being created, or the process died while creating it. */
    state: text('state', { enum: ['creating', 'ready'] }).notNull(),
    isActive: boolean('is_active').notNull().default(false),
    /** The administrator who created it. */
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

/** Databases that the process with the owner's rights is asked to make or drop (`kit/database/database-requests.ts`). `outcome` is null until it has. */
export const databaseRequests = schema.table('database_requests', {
  /** The id in `landlord_databases`. */
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  wanted: text('wanted', { enum: ['made', 'absent'] }).notNull(),
  outcome: text('outcome'),
  askedAt: instant('asked_at')
    .notNull()
    .default(sql`now()`),
})
