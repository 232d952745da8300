import { asOf, instant, landlordId } from '@keyhold/kit/database/columns'
import { boolean, index, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** Projection of a landlord's properties. */
export const property = schema.table(
  'property',
  {
    landlordId: landlordId(),
    propertyId: uuid('property_id').notNull(),
    name: text('name').notNull(),
    timeZone: text('time_zone').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
    isArchived: boolean('is_archived').notNull().default(false),
    /** When it was released for archiving: older events do not change `isArchived`. */
    releasedAt: instant('released_at'),
    asOf: asOf(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.propertyId] })],
)

/** Projection of units. A property's first unit has the property's id, and may have no row. */
export const unit = schema.table(
  'unit',
  {
    landlordId: landlordId(),
    unitId: uuid('unit_id').notNull(),
    propertyId: uuid('property_id').notNull(),
    name: text('name').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
    asOf: asOf(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.unitId] }), index('unit_by_property').on(t.landlordId, t.propertyId)],
)

/** Projection of landlords' names, for invitations. Shared, because invitations are read by people who are not signed in. */
export const landlordName = schema.table('landlord_name', {
  userId: uuid('user_id').primaryKey(),
  name: text('name').notNull(),
  asOf: asOf(),
})

export const sharedTables = ['landlord_name']
