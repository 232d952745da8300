import { planIds, subscriptionStatuses } from '@keyhold/contracts/billing'
import { propertyTypes } from '@keyhold/contracts/properties'
import { createdAt, id, instant, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/columns'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, numeric, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core'

export const properties = pgSchema('properties')

export const property = properties.table(
  'property',
  {
    id: id(),
    landlordId: landlordId(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    // A quick add knows the street alone.
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
    /** True while an active tenant lives here; what the form's checkbox says where none does. */
    isOccupied: boolean('is_occupied').notNull().default(false),
    timeZone: text('time_zone').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** A deleted property leaves every list; what refers to it keeps its history. */
    deletedAt: instant('deleted_at'),
  },
  // One index for each order of the list; read backwards for "newest".
  (table) => [
    index('property_by_time').on(table.landlordId, table.createdAt, table.id),
    index('property_by_name').on(table.landlordId, sql`lower(name)`, table.id),
    index('property_by_rent').on(table.landlordId, table.monthlyRent, table.id),
  ],
)
export type PropertyRow = typeof property.$inferSelect

/** Where each tenant lives, as tenancy told: also those who left, so that an older fact can't move them back in. */
export const occupancy = properties.table(
  'occupancy',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    propertyId: uuidRef('property_id'),
    isActive: boolean('is_active').notNull(),
    /** Instant of the fact that said so. */
    asOf: instant('as_of').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.landlordId, table.tenantId] }),
    index('occupancy_by_property')
      .on(table.landlordId, table.propertyId)
      .where(sql`is_active`),
  ],
)

/** What the landlord's subscription allows, as billing told. Creating a property locks this row. */
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
