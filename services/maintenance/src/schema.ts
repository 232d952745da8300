import {
  maintenanceCategories,
  maintenancePriorities,
  maintenanceStatuses,
} from '@keyhold/contracts/maintenance/requests'
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
import { boolean, index, integer, jsonb, pgSchema, primaryKey, text, unique } from 'drizzle-orm/pg-core'

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
    /** The vendor's name and contact are copied when it is chosen, and stay when it is deleted. */
    vendorId: uuidRef('vendor_id'),
    vendorName: text('vendor_name'),
    vendorContact: text('vendor_contact'),
    dueAt: instant('due_at').notNull(),
    isClosed: boolean('is_closed').generatedAlwaysAs(sql`status in ('completed', 'cancelled')`),
    openedBy: text('opened_by', { enum: openers }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('request_by_time').on(table.landlordId, table.createdAt, table.id),
    index('request_by_status').on(table.landlordId, table.status, table.createdAt, table.id),
    index('request_by_property').on(table.landlordId, table.propertyId, table.createdAt, table.id),
    index('request_by_tenant').on(table.landlordId, table.tenantId, table.createdAt, table.id),
    index('request_by_vendor').on(table.landlordId, table.vendorId, table.createdAt, table.id),
    // Open requests by deadline, then closed ones.
    index('request_by_deadline').on(table.landlordId, table.isClosed, table.dueAt, table.id),
    index('request_by_completion').on(table.landlordId, table.completedDate),
  ],
)
export type RequestRow = typeof request.$inferSelect

/** A change of one field, as text; null means empty. */
export interface FieldChange {
  field: string
  from: string | null
  to: string | null
}

/** The history of a request. Rows are only added: a trigger refuses updates and deletions. */
export const change = maintenance.table(
  'change',
  {
    id: id(),
    landlordId: landlordId(),
    requestId: uuidRef('request_id').notNull(),
    /** The tenant who made the change; null for the landlord's changes, which (as costs and vendors) tenants must not see. */
    tenantId: uuidRef('tenant_id'),
    /** The account that made the change. */
    userId: uuidRef('user_id'),
    by: text('by', { enum: ['landlord', 'tenant', 'system'] }).notNull(),
    at: instant('at').notNull(),
    changes: jsonb('changes').$type<FieldChange[]>().notNull(),
  },
  (table) => [index('change_by_request').on(table.landlordId, table.requestId, table.at, table.id)],
)

/** A vendor of a landlord, unique by name. */
export const vendor = maintenance.table(
  'vendor',
  {
    id: id(),
    landlordId: landlordId(),
    name: text('name').notNull(),
    /** The name as normalized by `vendorKey`: unique, and the order of the list. */
    nameKey: text('name_key').notNull(),
    phone: text('phone'),
    email: text('email'),
    trades: jsonb('trades').$type<(typeof maintenanceCategories)[number][]>().notNull().default([]),
    notes: text('notes'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [unique('vendor_name_once').on(table.landlordId, table.nameKey)],
)
export type VendorRow = typeof vendor.$inferSelect

/** A photo of a request. Its files are in the blob store under `blobName`, one for each size. */
export const requestPhoto = maintenance.table(
  'request_photo',
  {
    id: id(),
    landlordId: landlordId(),
    requestId: uuidRef('request_id').notNull(),
    /** The request's tenant, who may see the photo. Changes with the request. */
    tenantId: uuidRef('tenant_id'),
    by: text('by', { enum: openers }).notNull(),
    blobName: text('blob_name').notNull(),
    /** Pixels of the largest size, and the bytes of all sizes together. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('request_photo_by_request').on(table.landlordId, table.requestId, table.createdAt, table.id)],
)
export type RequestPhotoRow = typeof requestPhoto.$inferSelect

/** Projection of tenants. */
export const tenant = maintenance.table(
  'tenant',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    name: text('name').notNull(),
    propertyId: uuidRef('property_id'),
    isActive: boolean('is_active').notNull(),
    /** Time of the event that the row was written from. */
    asOf: instant('as_of').notNull(),
  },
  (table) => [primaryKey({ columns: [table.landlordId, table.tenantId] })],
)
export type TenantRow = typeof tenant.$inferSelect

/** Projection of properties, including deleted ones, whose names requests still show. */
export const property = maintenance.table(
  'property',
  {
    landlordId: landlordId(),
    propertyId: uuidRef('property_id').notNull(),
    name: text('name').notNull(),
    timeZone: text('time_zone').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
    /** Time of the event that the row was written from. */
    asOf: instant('as_of').notNull(),
  },
  (table) => [primaryKey({ columns: [table.landlordId, table.propertyId] })],
)
export type PropertyRow = typeof property.$inferSelect
