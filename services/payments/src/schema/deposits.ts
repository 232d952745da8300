import { calendarDate, createdAt, landlordId, money, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { check, index, primaryKey, text } from 'drizzle-orm/pg-core'
import { newId, schema } from './schema.ts'

/** A refund of a deposit, or the use of a deposit to pay charges. Append-only; an application counts until its receipt is reversed. */
export const depositMovement = schema.table(
  'deposit_movement',
  {
    id: newId(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    kind: text('kind', { enum: ['refunded', 'applied'] }).notNull(),
    amount: money('amount').notNull(),
    on: calendarDate('on').notNull(),
    method: text('method'),
    notes: text('notes'),
    by: uuidRef('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    index('deposit_movement_by_tenant').on(t.landlordId, t.tenantId, t.on, t.id),
    check('deposit_movement_amount', sql`${t.amount} > 0`),
  ],
)
