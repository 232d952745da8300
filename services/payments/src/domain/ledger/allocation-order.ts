import { AllocationOrderChanged, type allocationOrders } from '@keyhold/contracts/payments/allocation-orders'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { sql as drizzleSql } from 'drizzle-orm'
import { allocationOrder } from '../../schema/allocation-orders.ts'
import type { Tag } from './sql.ts'

export type Order = (typeof allocationOrders)[number]

/** The order that was set last for an account; the oldest due date first if none was. */
export const orderOf = <F>(sql: Tag<F>, { landlordId, tenantId }: { landlordId: string; tenantId: string }): F => sql`
  coalesce((select o.order from allocation_order o where o.landlord_id = ${landlordId} and o.tenant_id = ${tenantId} order by o.id desc limit 1), 'oldest_first')`

/** Sets the order for what is allocated from now on. Setting the one that holds adds nothing to the history. Requires the account's lock. */
export async function setOrder(
  tx: Tx,
  { landlordId, tenantId, order }: { landlordId: string; tenantId: string; order: Order },
  { by, now }: { by: string; now: string },
): Promise<void> {
  const [current] = await tx.execute<{ order: Order }>(
    drizzleSql`select ${orderOf(drizzleSql, { landlordId, tenantId })} as order`,
  )
  if (current?.order === order) return
  await tx.insert(allocationOrder).values({ landlordId, tenantId, order, setAt: now, setBy: by })
  await emit(tx, AllocationOrderChanged, { tenantId, landlordId, order })
}
