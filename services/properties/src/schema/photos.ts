import { createdAt, id, landlordId, uuidRef } from '@keyhold/kit/database/columns'
import { index, integer, text } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** A photo of a property. Its files are in the blob store under `blobName`, one for each size. The first photo is the cover. */
export const photo = schema.table(
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
