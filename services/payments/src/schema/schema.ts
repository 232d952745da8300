import { uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { pgSchema } from 'drizzle-orm/pg-core'

export const schema = pgSchema('payments')

/** The id of a record whose primary key also holds the landlord. */
export const newId = () =>
  uuidRef('id')
    .notNull()
    .default(sql`uuidv7()`)
