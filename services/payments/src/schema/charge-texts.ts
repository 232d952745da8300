import { paymentTypes } from '@keyhold/contracts/payments/payments'
import type { Basis } from '@keyhold/contracts/payments/explanations'
import { calendarDate, createdAt, landlordId, uuidRef } from '@keyhold/kit/database/columns'
import { foreignKey, index, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { charge } from './charges.ts'
import { newId, schema } from './schema.ts'

/** What a charge said on the days before `until`, on which that changed: a ledger of those days still says it. Append-only. */
export const chargeText = schema.table(
  'charge_text',
  {
    id: newId(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    chargeId: uuidRef('charge_id').notNull(),
    until: calendarDate('until').notNull(),
    type: text('type', { enum: paymentTypes }).notNull(),
    dueDate: calendarDate('due_date').notNull(),
    description: text('description'),
    basis: jsonb('basis').$type<Basis>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    foreignKey({ columns: [t.landlordId, t.chargeId], foreignColumns: [charge.landlordId, charge.id] }),
    index('charge_text_by_charge').on(t.landlordId, t.chargeId, t.until, t.id),
  ],
)
