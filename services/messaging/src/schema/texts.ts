import { createdAt } from '@keyhold/kit/database/columns'
import { index, text } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** Numbers (E.164) whose last keyword was STOP. */
export const optOut = schema.table('opt_out', { number: text('number').primaryKey(), createdAt: createdAt() })

/** Incoming texts by the provider's id, so that a repeated webhook has no further effect. */
export const incomingText = schema.table(
  'incoming_text',
  {
    providerId: text('provider_id').primaryKey(),
    from: text('from').notNull(),
    keyword: text('keyword', { enum: ['opt-out', 'opt-in'] }),
    createdAt: createdAt(),
  },
  (t) => [index('incoming_text_by_number').on(t.from, t.createdAt)],
)
