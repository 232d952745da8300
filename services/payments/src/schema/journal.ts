import { journalAccounts, journalKinds } from '@keyhold/contracts/payments/journal'
import { calendarDate, instant, landlordId, money, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { newId, schema } from './schema.ts'

/**
 * One change of the books: what happened, on which day, who recorded it, when and why. Append-only. People stand here by id only: names and free text are
 * in the records that an entry refers to.
 */
export const journalEntry = schema.table(
  'journal_entry',
  {
    id: newId(),
    landlordId: landlordId(),
    /** The account whose ledger it belongs to; the landlord's id for what is about no tenant, such as a transfer between bank accounts. */
    tenantId: uuidRef('tenant_id').notNull(),
    kind: text('kind', { enum: journalKinds }).notNull(),
    /** The day on which it takes effect; never within a closed period. */
    effectiveOn: calendarDate('effective_on').notNull(),
    /** The day it belongs to, if that day's period was closed already. */
    belongsOn: calendarDate('belongs_on'),
    recordedAt: instant('recorded_at').notNull(),
    /** Null if Keyhold recorded it, for example a rent that came due. */
    recordedBy: uuidRef('recorded_by'),
    /** Why, in Keyhold's own words; null where the record that it refers to says why. */
    reason: text('reason'),
    chargeId: uuidRef('charge_id'),
    receiptId: uuidRef('receipt_id'),
    movementId: uuidRef('movement_id'),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    index('journal_entry_by_day').on(t.landlordId, t.effectiveOn, t.id),
    index('journal_entry_by_charge')
      .on(t.landlordId, t.chargeId)
      .where(sql`${t.chargeId} is not null`),
    index('journal_entry_by_receipt')
      .on(t.landlordId, t.receiptId)
      .where(sql`${t.receiptId} is not null`),
    index('journal_entry_by_movement')
      .on(t.landlordId, t.movementId)
      .where(sql`${t.movementId} is not null`),
  ],
)

/** One line of an entry: a debit (above 0) or a credit (below 0) of an account of the chart. The lines of an entry sum to zero. Append-only. */
export const posting = schema.table(
  'posting',
  {
    landlordId: landlordId(),
    entryId: uuidRef('entry_id').notNull(),
    line: smallint('line').notNull(),
    account: text('account', { enum: journalAccounts }).notNull(),
    amount: money('amount').notNull(),
    /** Those of the entry, repeated so that sums as of a day read one index. */
    effectiveOn: calendarDate('effective_on').notNull(),
    recordedAt: instant('recorded_at').notNull(),
    tenantId: uuidRef('tenant_id').notNull(),
    tenancyId: uuidRef('tenancy_id'),
    propertyId: uuidRef('property_id'),
    unitId: uuidRef('unit_id'),
    chargeId: uuidRef('charge_id'),
    /** The type of the charge. */
    chargeType: text('charge_type'),
    /** The due day of the charge when this was posted. */
    dueOn: calendarDate('due_on'),
    receiptId: uuidRef('receipt_id'),
    /** Of cash: the account it is in. Null: the landlord's first one. */
    bankAccountId: uuidRef('bank_account_id'),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.entryId, t.line] }),
    check('posting_bank_account', sql`${t.account} = 'cash' or ${t.bankAccountId} is null`),
    foreignKey({ columns: [t.landlordId, t.entryId], foreignColumns: [journalEntry.landlordId, journalEntry.id] }),
    index('posting_by_charge')
      .on(t.landlordId, t.chargeId, t.account, t.effectiveOn, t.amount)
      .where(sql`${t.chargeId} is not null`),
    index('posting_by_receipt')
      .on(t.landlordId, t.receiptId, t.account)
      .where(sql`${t.receiptId} is not null`),
    index('posting_by_tenant').on(t.landlordId, t.tenantId, t.effectiveOn),
    index('posting_by_account').on(t.landlordId, t.account, t.effectiveOn),
    // Revenue by property.
    index('posting_of_revenue')
      .on(t.landlordId, t.effectiveOn, t.propertyId, t.amount, t.tenantId)
      .where(sql`${t.account} = 'tenant_credit' and ${t.chargeType} <> 'security_deposit'`),
  ],
)

/** The landlord closed the books through this day. Later corrections of days up to it take effect on the first open day. Append-only. */
export const closedPeriod = schema.table(
  'closed_period',
  {
    landlordId: landlordId(),
    through: calendarDate('through').notNull(),
    closedAt: instant('closed_at').notNull(),
    closedBy: uuidRef('closed_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.through] })],
)
