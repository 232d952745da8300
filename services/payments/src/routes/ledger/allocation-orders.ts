import { getAllocationOrder, setAllocationOrder } from '@keyhold/contracts/payments/allocation-orders'
import type { Tools } from '@keyhold/kit/http/request'
import { type Route, serve } from '@keyhold/kit/http/serve'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { type Order, orderOf, setOrder } from '../../domain/ledger/allocation-order.ts'
import { lockAccounts } from '../../domain/ledger/charges.ts'
import { namesOfUsers } from '../../domain/pdf/letterhead.ts'
import { findTenant } from '../../projections/tenants.ts'

const latest = 50

async function readOrder({ db, call, actor }: Pick<Tools, 'db' | 'call'> & { actor: LandlordActor }, tenantId: string) {
  const { landlordId } = actor
  const [[current], history] = await db.read(
    actor,
    (sql) =>
      [
        sql<{ order: Order }[]>`select ${orderOf(sql, { landlordId, tenantId })} as order`,
        sql<{ order: Order; setAt: string; setBy: string }[]>`
          select o.order, o.set_at, o.set_by from allocation_order o
          where o.landlord_id = ${landlordId} and o.tenant_id = ${tenantId} order by o.id desc limit ${latest}`,
      ] as const,
  )
  const names = await namesOfUsers(
    call,
    landlordId,
    history.map(({ setBy }) => setBy),
  )
  return {
    order: current?.order ?? 'oldest_first',
    history: history.map((one) => ({ ...one, setByName: names.get(one.setBy) ?? null })),
  }
}

export const allocationOrderRoutes: Route[] = [
  serve(getAllocationOrder, async ({ params, ...handled }) => {
    const { accountId } = await findTenant(handled, params.id)
    return readOrder(handled, accountId)
  }),

  serve(setAllocationOrder, async ({ params, body, ...handled }) => {
    const { actor, db, clock } = handled
    const { landlordId, userId: by } = actor
    const { accountId: tenantId } = await findTenant(handled, params.id)
    const now = clock.now().toISOString()
    await db.transaction(actor, async (tx) => {
      await lockAccounts(tx, landlordId, [tenantId])
      await setOrder(tx, { landlordId, tenantId, order: body.order }, { by, now })
    })
    return readOrder(handled, tenantId)
  }),
]
