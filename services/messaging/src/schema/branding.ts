import { asOf, landlordId } from '@keyhold/kit/database/columns'
import { text } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** Projection of the name and host that identity says a landlord's messages have; null: Keyhold's. */
export const branding = schema.table('branding', {
  landlordId: landlordId().primaryKey(),
  name: text('name'),
  host: text('host'),
  asOf: asOf(),
})
