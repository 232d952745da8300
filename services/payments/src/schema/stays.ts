import { landlordId, uuidRef } from '@keyhold/kit/database/columns'
import { integer, primaryKey } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** Which revision of a short stay the books have. Its money stands in the journal alone. */
export const bookedStay = schema.table(
  'booked_stay',
  {
    landlordId: landlordId(),
    bookingId: uuidRef('booking_id').notNull(),
    revision: integer('revision').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.bookingId] })],
)

/** Which revision of a turnover task the books have. Its cost stands in the journal alone. */
export const bookedTurnover = schema.table(
  'booked_turnover',
  {
    landlordId: landlordId(),
    taskId: uuidRef('task_id').notNull(),
    revision: integer('revision').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.taskId] })],
)
