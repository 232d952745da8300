import { propertyTypes } from '@keyhold/contracts/properties/property-forms'
import { createdAt, id, instant, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

export const property = schema.table(
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
export const unit = schema.table(
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
