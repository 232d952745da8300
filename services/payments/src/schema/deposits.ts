import { calendarDate, createdAt, instant, landlordId, money, uuidRef } from '@keyhold/kit/database/columns'
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
    /** Of a refund: the account it was paid from. Null: the landlord's first one. */
    bankAccountId: uuidRef('bank_account_id'),
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

/** Credit that was paid out to a tenant. Append-only. */
export const creditRefund = schema.table(
  'credit_refund',
  {
    id: newId(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    amount: money('amount').notNull(),
    on: calendarDate('on').notNull(),
    method: text('method').notNull(),
    /** The account it was paid from. Null: the landlord's first one. */
    bankAccountId: uuidRef('bank_account_id'),
    notes: text('notes'),
    by: uuidRef('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    index('credit_refund_by_tenant').on(t.landlordId, t.tenantId, t.on, t.id),
    check('credit_refund_amount', sql`${t.amount} > 0`),
  ],
)

/** A refund of a deposit or of credit was not paid out after all. Append-only. */
export const refundUndo = schema.table(
  'refund_undo',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    refundId: uuidRef('refund_id').notNull(),
    on: calendarDate('on').notNull(),
    reason: text('reason').notNull(),
    undoneAt: instant('undone_at').notNull(),
    undoneBy: uuidRef('undone_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.refundId] })],
)
