import { bankAccountKinds } from '@keyhold/contracts/payments/bank-accounts'
import { calendarDate, createdAt, instant, landlordId, money, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { newId, schema } from './schema.ts'

/**
 * Accounts of a landlord into which money is deposited. Every landlord has a first one, whose id is the landlord's: it has no row until the landlord
 * changes it or adds another one. Elsewhere in this schema null stands for it.
 */
export const bankAccount = schema.table(
  'bank_account',
  {
    id: newId(),
    landlordId: landlordId(),
    name: text('name').notNull(),
    kind: text('kind', { enum: bankAccountKinds }).notNull(),
    lastFour: text('last_four'),
    /** Money goes here unless another account is chosen. */
    isDefault: boolean('is_default').notNull(),
    archivedAt: instant('archived_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    uniqueIndex('bank_account_default')
      .on(t.landlordId)
      .where(sql`${t.isDefault}`),
    // In the exported books an account is known by its name.
    uniqueIndex('bank_account_name').on(t.landlordId, sql`lower(${t.name})`),
    check('bank_account_last_four', sql`${t.lastFour} ~ '^[0-9]{4}$'`),
    check('bank_account_default', sql`not ${t.isDefault} or ${t.archivedAt} is null`),
  ],
)

/** Money that was moved from one account to another. Append-only. */
export const bankTransfer = schema.table(
  'bank_transfer',
  {
    id: newId(),
    landlordId: landlordId(),
    /** Null: the first account. */
    fromId: uuidRef('from_id'),
    toId: uuidRef('to_id'),
    amount: money('amount').notNull(),
    on: calendarDate('on').notNull(),
    notes: text('notes'),
    by: uuidRef('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    index('bank_transfer_by_day').on(t.landlordId, t.on, t.id),
    check('bank_transfer_amount', sql`${t.amount} > 0`),
    check('bank_transfer_accounts', sql`${t.fromId} is distinct from ${t.toId}`),
  ],
)

/** A transfer that was not made after all. Append-only. */
export const bankTransferUndo = schema.table(
  'bank_transfer_undo',
  {
    landlordId: landlordId(),
    transferId: uuidRef('transfer_id').notNull(),
    on: calendarDate('on').notNull(),
    reason: text('reason').notNull(),
    undoneAt: instant('undone_at').notNull(),
    undoneBy: uuidRef('undone_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.transferId] })],
)
