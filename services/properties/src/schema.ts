import { planIds } from '@keyhold/contracts/billing/plans'
import { subscriptionStatuses } from '@keyhold/contracts/billing/subscriptions'
import { documentTypes } from '@keyhold/contracts/properties/documents'
import {
  analysisStatuses,
  type DocumentAnalysis,
  documentCategories,
} from '@keyhold/contracts/properties/document-analysis'
import { propertyTypes } from '@keyhold/contracts/properties/property-forms'
import { createdAt, id, instant, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgSchema,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export const properties = pgSchema('properties')

export const property = properties.table(
  'property',
  {
    id: id(),
    landlordId: landlordId(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    // Null after a quick add, which has the address only.
    city: text('city'),
    state: text('state'),
    zipCode: text('zip_code'),
    propertyType: text('property_type', { enum: propertyTypes }).notNull(),
    bedrooms: integer('bedrooms'),
    bathrooms: numeric('bathrooms', { precision: 3, scale: 1, mode: 'number' }),
    squareFeet: integer('square_feet'),
    monthlyRent: money('monthly_rent').notNull(),
    securityDeposit: money('security_deposit'),
    description: text('description'),
    amenities: jsonb('amenities').$type<string[]>().notNull().default([]),
    images: jsonb('images').$type<string[]>().notNull().default([]),
    /** An active tenant lives here; with a single unit and no tenant, the form's checkbox. */
    isOccupied: boolean('is_occupied').notNull().default(false),
    /** Recounted under the lock of this row whenever a unit or a tenant comes or goes: see `domain/properties/units.ts`. */
    unitCount: integer('unit_count').notNull().default(1),
    occupiedUnits: integer('occupied_units').notNull().default(0),
    timeZone: text('time_zone').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Archived: left out of lists, counts and the plan's limit until it is restored. */
    archivedAt: instant('archived_at'),
    /** Deleted properties keep their row, because other records refer to them. */
    deletedAt: instant('deleted_at'),
  },
  // One index for each order of the list, read backwards for "newest" and for the highest rent.
  (table) => [
    index('property_by_time').on(table.landlordId, table.createdAt, table.id),
    index('property_by_name').on(table.landlordId, sql`lower(name)`, table.id),
    index('property_by_rent').on(table.landlordId, table.monthlyRent, table.id),
    index('property_archived')
      .on(table.landlordId, table.createdAt, table.id)
      .where(sql`archived_at is not null`),
    // For the administrator's list of all landlords.
    index('property_of_all').on(table.createdAt, table.id),
    index('property_text').using('gin', table.name.op('gin_trgm_ops'), table.address.op('gin_trgm_ops')),
  ],
)
export type PropertyRow = typeof property.$inferSelect

/** A unit of a property. The first one has the property's own id. */
export const unit = properties.table(
  'unit',
  {
    id: id(),
    landlordId: landlordId(),
    propertyId: uuidRef('property_id').notNull(),
    name: text('name').notNull(),
    bedrooms: integer('bedrooms'),
    bathrooms: numeric('bathrooms', { precision: 3, scale: 1, mode: 'number' }),
    squareFeet: integer('square_feet'),
    marketRent: money('market_rent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Deleted units keep their row, because other records refer to them. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('unit_by_property').on(table.landlordId, table.propertyId, table.id),
    uniqueIndex('unit_name')
      .on(table.landlordId, table.propertyId, sql`lower(name)`)
      .where(sql`deleted_at is null`),
  ],
)
export type UnitRow = typeof unit.$inferSelect

/** Projection of where tenants live. Former tenants keep their row, so that an older event can't move them back in. */
export const occupancy = properties.table(
  'occupancy',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    propertyId: uuidRef('property_id'),
    /** A unit of that property that exists here. */
    unitId: uuidRef('unit_id'),
    /** Shown with documents; null in rows from before it was stored. */
    name: text('name'),
    isActive: boolean('is_active').notNull(),
    /** Time of the event that the row was written from. */
    asOf: instant('as_of').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.landlordId, table.tenantId] }),
    index('occupancy_by_property')
      .on(table.landlordId, table.propertyId, table.unitId)
      .where(sql`is_active`),
  ],
)

/** Projection of what the landlord's subscription allows. Creating a property locks this row. */
export const cap = properties.table('cap', {
  landlordId: landlordId().primaryKey(),
  plan: text('plan', { enum: planIds }).notNull(),
  status: text('status', { enum: subscriptionStatuses }).notNull(),
  /** null: unlimited */
  maxProperties: integer('max_properties'),
  trialEnd: instant('trial_end'),
  asOf: instant('as_of').notNull(),
})
export type CapRow = typeof cap.$inferSelect

/** A photo of a property. Its files are in the blob store under `blobName`, one for each size. The first photo is the cover. */
export const photo = properties.table(
  'photo',
  {
    id: id(),
    landlordId: landlordId(),
    propertyId: uuidRef('property_id').notNull(),
    position: integer('position').notNull(),
    blobName: text('blob_name').notNull(),
    /** Pixels of the largest size, and the bytes of all sizes together. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('photo_by_property').on(table.landlordId, table.propertyId, table.position, table.id)],
)
export type PhotoRow = typeof photo.$inferSelect

/** A document of a landlord. Its file is in the blob store under `blobName`. The linked tenant may read it. */
export const document = properties.table(
  'document',
  {
    id: id(),
    landlordId: landlordId(),
    fileName: text('file_name').notNull(),
    fileType: text('file_type', { enum: documentTypes }).notNull(),
    fileSize: integer('file_size').notNull(),
    blobName: text('blob_name').notNull(),
    category: text('category', { enum: documentCategories }).notNull(),
    propertyId: uuidRef('property_id'),
    tenantId: uuidRef('tenant_id'),
    requestId: uuidRef('request_id'),
    /** Of the last analysis. While the document is analysed again only its status changes. */
    analysis: jsonb('analysis').$type<DocumentAnalysis>().notNull(),
    /** A column of its own, so that filters and counts need not read the analysis. */
    status: text('status', { enum: analysisStatuses })
      .notNull()
      .generatedAlwaysAs(sql`analysis ->> 'status'`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** In the bin since then; deleted for good after `documentBinDays`. */
    deletedAt: instant('deleted_at'),
  },
  // One index for each order of the list, and one for each kind of linked record.
  (table) => [
    index('document_by_time').on(table.landlordId, table.createdAt, table.id),
    index('document_by_name').on(table.landlordId, sql`lower(file_name)`, table.id),
    index('document_by_size').on(table.landlordId, table.fileSize, table.id),
    index('document_by_property').on(table.landlordId, table.propertyId, table.createdAt, table.id),
    index('document_by_tenant').on(table.landlordId, table.tenantId, table.createdAt, table.id),
    index('document_by_request').on(table.landlordId, table.requestId, table.createdAt, table.id),
    // Covers counts and sums, with the tenant for row level security: the rows themselves are long and are not read.
    index('document_counts')
      .on(table.landlordId, table.category, table.status, table.fileType, table.fileSize, table.tenantId)
      .where(sql`deleted_at is null`),
    index('document_of_bin')
      .on(table.landlordId, table.deletedAt, table.id)
      .where(sql`deleted_at is not null`),
    // For the schedule that empties all bins. An expression, so that the planner does not use it for the bin of one landlord.
    index('document_in_bin')
      .on(sql`(deleted_at at time zone 'UTC')`)
      .where(sql`deleted_at is not null`),
  ],
)
export type DocumentRow = typeof document.$inferSelect

/**
 * The text of a document for the landlord's search. Without a tenant_id no tenant sees it. There is no full-text index: its operators are not
 * leakproof, so with row level security the planner could not use it, and a search reads all texts of one landlord.
 */
export const documentText = properties.table(
  'document_text',
  {
    landlordId: landlordId(),
    documentId: uuidRef('document_id').notNull(),
    /** In one line. */
    text: text('text').notNull(),
    /** The findings and the text, normalized by `domain/documents/document-texts.ts`. */
    searched: text('searched').notNull(),
  },
  (table) => [primaryKey({ columns: [table.landlordId, table.documentId] })],
)

/** Projection of landlords for the administrator's list. Belongs to no landlord. */
export const landlord = properties.table(
  'landlord',
  { id: uuid('id').primaryKey(), name: text('name').notNull(), email: text('email').notNull() },
  (table) => [index('landlord_text').using('gin', table.name.op('gin_trgm_ops'), table.email.op('gin_trgm_ops'))],
)
export const sharedTables = ['landlord']
