import type { RentStep } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
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
import { boolean, check, index, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

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

/** A person who rents. Archiving sets `deletedAt`; rows are never deleted, because ledgers and history refer to them. */
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
    /** The current tenancy, or the last one; null where neither home nor terms are known. */
    tenancyId: uuidRef('tenancy_id'),
    isActive: boolean('is_active').notNull().default(true),
    registeredWithLogin: boolean('registered_with_login').notNull().default(false),
    /** Time of the event that said so; null: none has. */
    loginAsOf: instant('login_as_of'),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    sortName: text('sort_name').generatedAlwaysAs(sql`lower(last_name || ' ' || first_name)`),
    /** What a search matches; the phone number as typed, and its digits only. */
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

/** A tenant with the terms of their current or last tenancy. A view: its migration defines it. */
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
    /** When the pending invitation expires, if there is one. */
    invitedUntil: instant('invited_until'),
    rentSteps: jsonb('rent_steps').$type<RentStep[]>(),
    timeZone: text('time_zone'),
  })
  .existing()

/** One changed field, both values as text; null means empty. */
export interface FieldChange {
  field: string
  from: string | null
  to: string | null
}

/** The history of a tenant's record and tenancy. Append-only: a trigger refuses updates and deletes. */
export const tenantChange = schema.table(
  'tenant_change',
  {
    id: id(),
    landlordId: landlordId(),
    /** The tenant. Not called `tenant_id`, because tenants may not read the landlord's notes about them. */
    recordId: uuidRef('record_id').notNull(),
    at: instant('at').notNull(),
    by: text('by', { enum: ['landlord', 'tenant', 'system'] }).notNull(),
    /** The account that made the change. */
    userId: uuidRef('user_id'),
    what: text('what', { enum: changeKinds }).notNull(),
    changes: jsonb('changes').$type<FieldChange[]>().notNull(),
  },
  (t) => [index('tenant_change_by_record').on(t.landlordId, t.recordId, t.at, t.id)],
)

export type TenantRow = typeof tenant.$inferSelect
export type TenantRecord = typeof tenantRecord.$inferSelect
export type WhichTenant = Pick<TenantRow, 'id' | 'landlordId'>
