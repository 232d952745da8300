import { maintenanceCategories, maintenancePriorities, maintenanceStatuses } from '@keyhold/contracts/maintenance'
import { calendarDate, createdAt, id, instant, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/columns'
import { boolean, index, jsonb, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core'

export const maintenance = pgSchema('maintenance')

export const openers = ['landlord', 'tenant'] as const

export const request = maintenance.table(
  'request',
  {
    id: id(),
    landlordId: landlordId(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    category: text('category', { enum: maintenanceCategories }).notNull(),
    priority: text('priority', { enum: maintenancePriorities }).notNull(),
    status: text('status', { enum: maintenanceStatuses }).notNull(),
    propertyId: uuidRef('property_id'),
    tenantId: uuidRef('tenant_id'),
    estimatedCost: money('estimated_cost'),
    actualCost: money('actual_cost'),
    scheduledDate: calendarDate('scheduled_date'),
    completedDate: calendarDate('completed_date'),
    vendorName: text('vendor_name'),
    vendorContact: text('vendor_contact'),
    images: jsonb('images').$type<string[]>().notNull().default([]),
    openedBy: text('opened_by', { enum: openers }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('request_by_time').on(table.landlordId, table.createdAt, table.id),
    index('request_by_status').on(table.landlordId, table.status, table.createdAt, table.id),
    index('request_by_property').on(table.landlordId, table.propertyId, table.createdAt, table.id),
    index('request_by_tenant').on(table.landlordId, table.tenantId, table.createdAt, table.id),
  ],
)
export type RequestRow = typeof request.$inferSelect

/** What was changed of one field, as text; null is "nothing there". */
export interface FieldChange {
  field: string
  from: string | null
  to: string | null
}

/** Who changed what, and when. Rows are only ever added: a trigger refuses the rest. */
export const change = maintenance.table(
  'change',
  {
    id: id(),
    landlordId: landlordId(),
    requestId: uuidRef('request_id').notNull(),
    /** The tenant who acted. Empty where the landlord did: what a landlord changes (costs, vendors) is not a tenant's to read. */
    tenantId: uuidRef('tenant_id'),
    /** The account that acted. */
    userId: uuidRef('user_id'),
    by: text('by', { enum: ['landlord', 'tenant', 'system'] }).notNull(),
    at: instant('at').notNull(),
    changes: jsonb('changes').$type<FieldChange[]>().notNull(),
  },
  (table) => [index('change_by_request').on(table.landlordId, table.requestId, table.at, table.id)],
)

/** Tenants, as tenancy told. */
export const tenant = maintenance.table(
  'tenant',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    name: text('name').notNull(),
    propertyId: uuidRef('property_id'),
    isActive: boolean('is_active').notNull(),
    /** Instant of the fact that said so. */
    asOf: instant('as_of').notNull(),
  },
  (table) => [primaryKey({ columns: [table.landlordId, table.tenantId] })],
)
export type TenantRow = typeof tenant.$inferSelect

/** Properties, as their owner told: deleted ones too, whose requests keep their name. */
export const property = maintenance.table(
  'property',
  {
    landlordId: landlordId(),
    propertyId: uuidRef('property_id').notNull(),
    name: text('name').notNull(),
    timeZone: text('time_zone').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
    /** Instant of the fact that said so. */
    asOf: instant('as_of').notNull(),
  },
  (table) => [primaryKey({ columns: [table.landlordId, table.propertyId] })],
)
export type PropertyRow = typeof property.$inferSelect
