import { importRowStatuses, importStatuses } from '@keyhold/contracts/tenant-imports'
import { calendarDate, createdAt, id, instant, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgSchema, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

export const tenancy = pgSchema('tenancy')

/** A person who rents. Archiving sets `deletedAt`: ledger and history refer to the record for ever. */
export const tenant = tenancy.table(
  'tenant',
  {
    id: id(),
    landlordId: landlordId(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    dateOfBirth: calendarDate('date_of_birth'),
    emergencyContactName: text('emergency_contact_name'),
    emergencyContactPhone: text('emergency_contact_phone'),
    employerName: text('employer_name'),
    monthlyIncome: money('monthly_income'),
    propertyId: uuidRef('property_id'),
    leaseStartDate: calendarDate('lease_start_date'),
    leaseEndDate: calendarDate('lease_end_date'),
    monthlyRent: money('monthly_rent'),
    securityDeposit: money('security_deposit'),
    isActive: boolean('is_active').notNull().default(true),
    registeredWithLogin: boolean('registered_with_login').notNull().default(false),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    sortName: text('sort_name').generatedAlwaysAs(sql`lower(last_name || ' ' || first_name)`),
    /** What a search looks in; the phone number as typed and its digits alone. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(phone || ' ' || regexp_replace(phone, '\\D', '', 'g'), ''))`,
    ),
  },
  (t) => [
    index('tenant_newest').on(t.landlordId, t.createdAt, t.id),
    index('tenant_by_name').on(t.landlordId, t.sortName, t.id),
    index('tenant_by_property').on(t.landlordId, t.propertyId),
    uniqueIndex('tenant_email_of_active')
      .on(t.landlordId, t.email)
      .where(sql`is_active and deleted_at is null`),
    check('tenant_lease_ends_after_start', sql`${t.leaseEndDate} > ${t.leaseStartDate}`),
    check('tenant_archived_is_inactive', sql`${t.deletedAt} is null or not ${t.isActive}`),
  ],
)

/** A link that lets one person register. Only the hash of its token is kept. */
export const invitation = tenancy.table(
  'invitation',
  {
    id: id(),
    landlordId: landlordId(),
    email: text('email').notNull(),
    phone: text('phone'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    propertyId: uuidRef('property_id'),
    message: text('message'),
    sendSms: boolean('send_sms').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** Pending past `expiresAt` reads expired. */
    status: text('status', { enum: ['pending', 'accepted', 'expired', 'revoked'] })
      .notNull()
      .default('pending'),
    /** The tenant record that registering completes, or makes under this id: decided here, so that a registration cut short can be repeated. */
    tenantId: uuid('tenant_id')
      .notNull()
      .default(sql`uuidv7()`),
    /** While somebody registers with the link: nobody else does, and nothing ends the invitation. A lease, as the process may die. */
    claimedAt: instant('claimed_at'),
    /** Who registers, by their request; null where it is over without an outcome, so that the link can be used again at once. */
    claimedBy: text('claimed_by'),
    smsStatus: text('sms_status', { enum: ['sent', 'failed'] }),
    smsError: text('sms_error'),
    emailStatus: text('email_status', { enum: ['sent', 'failed'] }),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('invitation_newest').on(t.landlordId, t.createdAt, t.id),
    index('invitation_by_tenant').on(t.landlordId, t.tenantId),
    uniqueIndex('invitation_one_pending')
      .on(t.landlordId, t.email)
      .where(sql`status = 'pending'`),
    // A link carries no landlord: it is found by the hash alone.
    index('invitation_by_token').on(t.tokenHash),
    unique('invitation_token_once').on(t.landlordId, t.tokenHash),
  ],
)

/** What tenancy keeps of a landlord's properties, as their owner tells. */
export const property = tenancy.table(
  'property',
  {
    landlordId: landlordId(),
    propertyId: uuid('property_id').notNull(),
    name: text('name').notNull(),
    timeZone: text('time_zone').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
    isArchived: boolean('is_archived').notNull().default(false),
    /** When it was released to be put away: facts from before then say nothing about it. */
    releasedAt: instant('released_at'),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.propertyId] })],
)

/** A CSV file of tenants: checked first, then made into tenants row by row. */
export const tenantImport = tenancy.table(
  'tenant_import',
  {
    id: id(),
    landlordId: landlordId(),
    fileName: text('file_name').notNull(),
    status: text('status', { enum: importStatuses }).notNull(),
    total: integer('total').notNull(),
    unknownColumns: jsonb('unknown_columns').$type<string[]>().notNull(),
    /** Who asked for it, and whose request it is when it runs. */
    userId: uuidRef('user_id').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('tenant_import_newest').on(t.landlordId, t.createdAt, t.id),
    // For the clock, which looks across landlords for what a crash left.
    index('tenant_import_under_way')
      .on(t.updatedAt)
      .where(sql`status in ('checking', 'running', 'undoing')`),
  ],
)

/** One line of it. Row and tenant commit together, so that a crash leaves rows that are done and rows that are not. */
export const tenantImportRow = tenancy.table(
  'tenant_import_row',
  {
    landlordId: landlordId(),
    importId: uuidRef('import_id').notNull(),
    line: integer('line').notNull(),
    fields: jsonb('fields').$type<Record<string, string>>().notNull(),
    status: text('status', { enum: importRowStatuses }).notNull(),
    issues: jsonb('issues').$type<{ path: string; message: string }[]>().notNull(),
    /** As it would be sent to add the tenant; none where the row is not valid. */
    form: jsonb('form').$type<Record<string, unknown>>(),
    tenantId: uuidRef('made_tenant_id'),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.importId, t.line] }),
    index('tenant_import_row_by_status').on(t.landlordId, t.importId, t.status, t.line),
  ],
)

/** How a landlord is called in invitations; asked for by people who are not signed in. */
export const landlordName = tenancy.table('landlord_name', { userId: uuid('user_id').primaryKey(), name: text('name').notNull() })

export const sharedTables = ['landlord_name']
