import * as routes from './allocation-orders.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { id, instant } from '../scalars.ts'
import { z } from '../zod.ts'

/**
 * The order in which money pays the charges of a ledger. `oldest_first`: by due date, on one day rents first. `rent_first`: the rents that are due, the
 * oldest first, then the rest by due date; some states want that.
 */
export const allocationOrders = ['oldest_first', 'rent_first'] as const

export const AllocationOrder = z
  .object({
    order: z.enum(allocationOrders),
    /** Who set it and when, the latest first; at most 50. Empty: nobody ever did. */
    history: z.array(
      z.object({ order: z.enum(allocationOrders), setAt: instant, setBy: id, setByName: z.string().nullable() }),
    ),
  })
  .meta({ id: 'AllocationOrder' })

export const getAllocationOrder = endpoint(routes.getAllocationOrder, {
  response: AllocationOrder,
  summary: "The order in which money pays the charges of a tenant's ledger, and who set it",
})

/** Holds for what is allocated from now on; what is allocated stays. */
export const setAllocationOrder = endpoint(routes.setAllocationOrder, {
  body: z.object({ order: z.enum(allocationOrders) }),
  response: AllocationOrder,
  summary: "Set the order in which money pays the charges of a tenant's ledger",
})

export const AllocationOrderChanged = event({
  type: 'payments.allocation-order.changed',
  version: 1,
  subject: 'tenantId',
  data: z.object({ tenantId: id, landlordId: id, order: z.enum(allocationOrders) }),
})
