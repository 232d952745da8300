import { calendarDate, landlordId } from '@keyhold/kit/database/columns'
import { boolean, index, integer, numeric, primaryKey, text } from 'drizzle-orm/pg-core'
import { newId, schema } from './schema.ts'

/** What the sums of a day are about. Each is a sum over postings, except `settled`: the charges that are paid, by the first day of the year in which they are due. */
export const sumKinds = ['charged', 'cancelled', 'paid', 'earned', 'credit', 'held', 'settled'] as const

/** A number of postings and their amount. */
const sum = () => ({
  landlordId: landlordId(),
  kind: text('kind', { enum: sumKinds }).notNull(),
  isDeposit: boolean('is_deposit').notNull(),
  count: integer('count').notNull(),
  amount: numeric('amount', { precision: 14, scale: 2, mode: 'number' }).notNull(),
})

/** Sums of a landlord's postings by day, a projection of the journal. `day_change` holds what is not added to them yet. */
export const daySum = schema.table(
  'day_sum',
  {
    ...sum(),
    on: calendarDate('on').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.kind, t.on, t.isDeposit] })],
)

/** The days of `day_sum` added up by month (its first day), so that months that are over are read as one row each. Written with `day_sum`. */
export const monthSum = schema.table(
  'month_sum',
  {
    ...sum(),
    month: calendarDate('month').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.kind, t.month, t.isDeposit] })],
)

/** Changes of the sums, written by triggers with the postings. Only added to, so that the accounts of a landlord do not wait for each other. */
export const dayChange = schema.table(
  'day_change',
  {
    id: newId(),
    ...sum(),
    on: calendarDate('on').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.id] }), index('day_change_by_kind').on(t.landlordId, t.kind, t.on)],
)
