import { type Billing, type RentStep, type Tenancy, termKinds } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { importRowStatuses, importStatuses } from '@keyhold/contracts/tenancy/imports'
import {
  calendarDate,
  createdAt,
  id,
  instant,
  landlordId,
  money,
  updatedAt,
  uuidRef,
} from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export const schema = pgSchema('tenancy')

export const changeKinds = [
  'created',
  'changed',
  'registered',
  'moved_out',
  'moved_in',
  'joined',
  'archived',
  'restored',
] as const

/** A person who rents. Archiving sets `deletedAt`: ledger and history refer to the record for ever. */
export const tenant = schema.table(
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
    /** The one they are part of, or were last. None: nothing is known of where and on what terms they live. */
    tenancyId: uuidRef('tenancy_id'),
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
    index('tenant_by_tenancy').on(t.landlordId, t.tenancyId),
    uniqueIndex('tenant_email_of_active')
      .on(t.landlordId, t.email)
      .where(sql`is_active and deleted_at is null`),
    check('tenant_archived_is_inactive', sql`${t.deletedAt} is null or not ${t.isActive}`),
  ],
)

/**
 * Tenants in a unit on the same terms, with one ledger between them. What became of it (upcoming, held over, ended) is derived from its dates.
 */
export const tenancy = schema.table(
  'tenancy',
  {
    id: id(),
    landlordId: landlordId(),
    propertyId: uuidRef('property_id'),
    unitId: uuidRef('unit_id'),
    /** The tenant who opened it: the ledger stands under this id. */
    accountId: uuidRef('account_id').notNull(),
    startDate: calendarDate('start_date'),
    endDate: calendarDate('end_date'),
    termKind: text('term_kind', { enum: termKinds }).notNull().default('fixed'),
    monthlyRent: money('monthly_rent'),
    rentSteps: jsonb('rent_steps').$type<RentStep[]>().notNull().default([]),
    securityDeposit: money('security_deposit'),
    billing: jsonb('billing').$type<Billing>(),
    /** The day on which the last of them leaves, once that is known of all. */
    movedOutOn: calendarDate('moved_out_on'),
    /** It never was: an import that was undone. */
    isVoid: boolean('is_void').notNull().default(false),
    /** False for those that a migration made: a schedule tells of them. */
    isTold: boolean('is_told').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('tenancy_newest').on(t.landlordId, t.createdAt, t.id),
    index('tenancy_by_property').on(t.landlordId, t.propertyId, t.createdAt, t.id),
    index('tenancy_by_account').on(t.landlordId, t.accountId),
    index('tenancy_ending')
      .on(t.landlordId, t.endDate, t.id)
      .where(sql`moved_out_on is null and not is_void and term_kind <> 'at_will'`),
    index('tenancy_untold')
      .on(t.id)
      .where(sql`not is_told`),
    check('tenancy_ends_after_start', sql`${t.endDate} > ${t.startDate}`),
    check('tenancy_unit_of_property', sql`(${t.propertyId} is null) = (${t.unitId} is null)`),
  ],
)

/** Who is part of a tenancy, and was. */
export const member = schema.table(
  'member',
  {
    landlordId: landlordId(),
    tenancyId: uuidRef('tenancy_id').notNull(),
    tenantId: uuidRef('tenant_id').notNull(),
    /** None: from the beginning. */
    joinedOn: calendarDate('joined_on'),
    /** May be a day to come. */
    leftOn: calendarDate('left_on'),
    /** That day has come, and the others were told. */
    hasLeft: boolean('has_left').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.tenancyId, t.tenantId] }),
    index('member_by_tenant').on(t.landlordId, t.tenantId),
    // For the clock, which looks across landlords for days that have come.
    index('member_leaving')
      .on(t.leftOn)
      .where(sql`left_on is not null and not has_left`),
    check('member_left_on_a_day', sql`${t.leftOn} is not null or not ${t.hasLeft}`),
  ],
)

/** What was changed of one field, as text; null is "nothing there". */
export interface FieldChange {
  field: string
  from: string | null
  to: string | null
}

/** Who changed what of a tenant's record or tenancy. Rows are only ever added: a trigger refuses the rest. */
export const tenantChange = schema.table(
  'tenant_change',
  {
    id: id(),
    landlordId: landlordId(),
    /** The tenant. Not `tenant_id`: what a landlord notes is not the tenant's to read. */
    recordId: uuidRef('record_id').notNull(),
    at: instant('at').notNull(),
    by: text('by', { enum: ['landlord', 'tenant', 'system'] }).notNull(),
    /** The account that acted. */
    userId: uuidRef('user_id'),
    what: text('what', { enum: changeKinds }).notNull(),
    changes: jsonb('changes').$type<FieldChange[]>().notNull(),
  },
  (t) => [index('tenant_change_by_record').on(t.landlordId, t.recordId, t.at, t.id)],
)

/** A link that lets one person register. Only the hash of its token is kept. */
export const invitation = schema.table(
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

/** A tenancy with the names that a person reads, and who is part of it. A view: its migration says how it is made. */
export const tenancyRecord = schema
  .view('tenancy_record', {
    id: uuidRef('id').notNull(),
    landlordId: landlordId(),
    propertyId: uuidRef('property_id'),
    propertyName: text('property_name'),
    timeZone: text('time_zone'),
    unitId: uuidRef('unit_id'),
    unitName: text('unit_name'),
    accountId: uuidRef('account_id').notNull(),
    startDate: calendarDate('start_date'),
    endDate: calendarDate('end_date'),
    termKind: text('term_kind', { enum: termKinds }).notNull(),
    monthlyRent: money('monthly_rent'),
    rentSteps: jsonb('rent_steps').$type<RentStep[]>().notNull(),
    securityDeposit: money('security_deposit'),
    billing: jsonb('billing').$type<Billing>(),
    movedOutOn: calendarDate('moved_out_on'),
    isVoid: boolean('is_void').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    tenants: jsonb('tenants').$type<Tenancy['tenants']>().notNull(),
  })
  .existing()

/** A tenant with the terms of the tenancy that they are, or were last, part of. A view as well. */
export const tenantRecord = schema
  .view('tenant_record', {
    id: uuidRef('id').notNull(),
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
    isActive: boolean('is_active').notNull(),
    registeredWithLogin: boolean('registered_with_login').notNull(),
    archivedAt: instant('archived_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    sortName: text('sort_name').notNull(),
    tenancyId: uuidRef('tenancy_id'),
    propertyId: uuidRef('property_id'),
    propertyName: text('property_name'),
    unitId: uuidRef('unit_id'),
    unitName: text('unit_name'),
    accountId: uuidRef('account_id').notNull(),
    leaseStartDate: calendarDate('lease_start_date'),
    leaseEndDate: calendarDate('lease_end_date'),
    monthlyRent: money('monthly_rent'),
    securityDeposit: money('security_deposit'),
    coTenants: jsonb('co_tenants').$type<Tenant['coTenants']>().notNull(),
    /** When the pending invitation ends, if there is one. */
    invitedUntil: instant('invited_until'),
  })
  .existing()

/** What tenancy keeps of a landlord's properties, as their owner tells. */
export const property = schema.table(
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

/** What tenancy keeps of units, as their owner tells. A property's first one has the property's id, and is known without being told of. */
export const unit = schema.table(
  'unit',
  {
    landlordId: landlordId(),
    unitId: uuid('unit_id').notNull(),
    propertyId: uuid('property_id').notNull(),
    name: text('name').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.unitId] }), index('unit_by_property').on(t.landlordId, t.propertyId)],
)

/** A CSV file of tenants: checked first, then made into tenants row by row. */
export const tenantImport = schema.table(
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
      .where(sql`status in ('running', 'undoing')`),
  ],
)

/** One line of it. Row and tenant commit together, so that a crash leaves rows that are done and rows that are not. */
export const tenantImportRow = schema.table(
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
export const landlordName = schema.table('landlord_name', {
  userId: uuid('user_id').primaryKey(),
  name: text('name').notNull(),
})

export const sharedTables = ['landlord_name']
