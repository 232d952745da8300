import { allocationOrders } from '@keyhold/contracts/payments/allocation-orders'
import { instant, landlordId, uuidRef } from '@keyhold/kit/database/columns'
import { index, primaryKey, text } from 'drizzle-orm/pg-core'
import { newId, schema } from './schema.ts'

/** The order in which money pays the charges of a ledger, each time it was set; the last one holds. Append-only. Without any: the oldest due date first. */
export const allocationOrder = schema.table(
  'allocation_order',
  {
    id: newId(),
    landlordId: landlordId(),
    /** The account. */
    tenantId: uuidRef('tenant_id').notNull(),
    order: text('order', { enum: allocationOrders }).notNull(),
    setAt: instant('set_at').notNull(),
    setBy: uuidRef('set_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.id] }),
    index('allocation_order_by_tenant').on(t.landlordId, t.tenantId, t.id),
  ],
)
