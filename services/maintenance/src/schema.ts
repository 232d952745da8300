import {
  maintenanceCategories,
  maintenancePriorities,
  maintenanceStatuses,
} from '@keyhold/contracts/maintenance/requests'
import { visitStatuses } from '@keyhold/contracts/maintenance/visit-records'
import { billStatuses } from '@keyhold/contracts/maintenance/work-order-records'
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
    /** `HH:MM` where the property stands; only with a date. */
    scheduledFrom: text('scheduled_from'),
    scheduledTo: text('scheduled_to'),
    waitingFor: text('waiting_for'),
    completedDate: calendarDate('completed_date'),
    /** The vendor's name and contact are copied when it is chosen, and stay when it is deleted. */
    vendorId: uuidRef('vendor_id'),
    vendorName: text('vendor_name'),
    vendorContact: text('vendor_contact'),
    dueAt: instant('due_at').notNull(),
    isClosed: boolean('is_closed').generatedAlwaysAs(sql`status in ('completed', 'cancelled')`),
    openedBy: text('opened_by', { enum: openers }).notNull(),
    rating: integer('rating'),
    ratingNote: text('rating_note'),
    reopens: integer('reopens').notNull().default(0),
    /** What triage read from the words of the tenant; shown until it is settled. */
    suggestedCategory: text('suggested_category', { enum: maintenanceCategories }),
    suggestedPriority: text('suggested_priority', { enum: maintenancePriorities }),
    suggestionWords: jsonb('suggestion_words').$type<string[]>().notNull().default([]),
    suggestionSettledAt: instant('suggestion_settled_at'),
    /** Who has written since the landlord last did something. */
    newsFrom: text('news_from', { enum: ['tenant', 'vendor'] }),
    /** Since when the landlord is alerted, and who confirmed it. */
    alertSince: instant('alert_since'),
    alertConfirmedAt: instant('alert_confirmed_at'),
    alertConfirmedBy: uuidRef('alert_confirmed_by'),
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
    /** The tenant who sees the entry; null for what tenants must not see, as costs and vendors. */
    tenantId: uuidRef('tenant_id'),
    /** The account that made the change. */
    userId: uuidRef('user_id'),
    /** Of a vendor: the link that was used, and the vendor's name. Of the landlord: whom it answers. */
    workOrderId: uuidRef('work_order_id'),
    author: text('author'),
    by: text('by', { enum: ['landlord', 'tenant', 'vendor', 'system'] }).notNull(),
    at: instant('at').notNull(),
    changes: jsonb('changes').$type<FieldChange[]>().notNull(),
    note: text('note'),
    /** The entry with the rest of the same edit, which the tenant sees. */
    restOf: uuidRef('rest_of'),
  },
  (table) => [
    index('change_by_request').on(table.landlordId, table.requestId, table.at, table.id),
    index('change_by_work_order').on(table.landlordId, table.workOrderId, table.at),
  ],
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
    by: text('by', { enum: ['landlord', 'tenant', 'vendor'] }).notNull(),
    /** The link with which a vendor added it. */
    workOrderId: uuidRef('work_order_id'),
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

/** A time for a visit, as one side offered it. */
export const visit = maintenance.table(
  'visit',
  {
    id: id(),
    landlordId: landlordId(),
    requestId: uuidRef('request_id').notNull(),
    /** The request's tenant, who may see it. */
    tenantId: uuidRef('tenant_id'),
    by: text('by', { enum: ['landlord', 'tenant', 'vendor'] }).notNull(),
    workOrderId: uuidRef('work_order_id'),
    date: calendarDate('date').notNull(),
    /** `HH:MM` where the property stands. */
    from: text('from_time').notNull(),
    to: text('to_time').notNull(),
    status: text('status', { enum: visitStatuses }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('visit_by_request').on(table.landlordId, table.requestId, table.date, table.from)],
)
export type VisitRow = typeof visit.$inferSelect

/** A request as it was sent to a vendor. The link's token is stored as its hash. */
export const workOrder = maintenance.table(
  'work_order',
  {
    id: id(),
    landlordId: landlordId(),
    requestId: uuidRef('request_id').notNull(),
    vendorId: uuidRef('vendor_id'),
    vendorName: text('vendor_name').notNull(),
    channel: text('channel', { enum: ['sms', 'email', 'link'] }).notNull(),
    sentTo: text('sent_to'),
    delivery: text('delivery', { enum: ['sent', 'failed', 'waiting', 'none'] }).notNull(),
    deliveryError: text('delivery_error'),
    accessNotes: text('access_notes'),
    sharesTenant: boolean('shares_tenant').notNull(),
    /** What the vendor is told, as of the day it was sent. */
    address: text('address'),
    unitName: text('unit_name'),
    tenantName: text('tenant_name'),
    tenantPhone: text('tenant_phone'),
    tokenHash: text('token_hash').notNull(),
    /** One past `expires_at` counts as expired. */
    status: text('status', { enum: ['sent', 'accepted', 'declined', 'done', 'revoked', 'withdrawn'] }).notNull(),
    /** Why the vendor declined. */
    reason: text('reason'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('work_order_by_request').on(table.landlordId, table.requestId, table.createdAt, table.id),
    // A link names no landlord: it is found by the hash alone.
    index('work_order_by_token').on(table.tokenHash),
    unique('work_order_token_once').on(table.landlordId, table.tokenHash),
  ],
)
export type WorkOrderRow = typeof workOrder.$inferSelect

/** What a vendor asks for the work. Its file is in the blob store. */
export const vendorBill = maintenance.table(
  'vendor_bill',
  {
    id: id(),
    landlordId: landlordId(),
    requestId: uuidRef('request_id').notNull(),
    workOrderId: uuidRef('work_order_id').notNull(),
    vendorName: text('vendor_name').notNull(),
    amount: money('amount').notNull(),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    blobName: text('blob_name').notNull(),
    status: text('status', { enum: billStatuses }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('vendor_bill_by_request').on(table.landlordId, table.requestId, table.createdAt, table.id),
    // Invoices that wait for the landlord, oldest first.
    index('vendor_bill_by_status').on(table.landlordId, table.status, table.createdAt, table.id),
  ],
)
export type VendorBillRow = typeof vendorBill.$inferSelect

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
