import { type TenantLedger, tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import type { z } from '@keyhold/contracts/zod'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { serve } from '@keyhold/kit/http/serve'
import { isNotReversed, chargeBalances } from '../../domain/ledger/charge-balance.ts'

type Ledger = z.output<typeof TenantLedger>
type ChargeRow = Ledger['charges'][number] & { tenantId: string }

interface Received {
  tenantId: string
  counted: number
  allocated: number
  awaiting: number
}

/** Tenants' ledgers for other services. */
export const ledgerRoutes = [
  serve(tenantLedgers, async ({ actor, query: { tenantIds, since }, db, clock }) => {
    const landlordId = scopeOf(actor).landlordId || null
    const now = clock.now().toISOString()
    const [charges, received] = await db.read(actor, (sql) => {
      // Tenants who share a tenancy share one ledger under the account's id; charges from before they joined are under their own id.
      const accounts = sql`array(select q.id from unnest(${tenantIds}::uuid[]) q (id) union
        select t.account_id from tenant t where t.landlord_id = ${landlordId} and t.tenant_id = any(${tenantIds}::uuid[]))`
      const theirs = sql`c.landlord_id = ${landlordId} and c.tenant_id = any(${accounts})`
      return [
        sql<ChargeRow[]>`
          select c.tenant_id, c.id as charge_id, c.property_id, c.type as payment_type, c.amount, c.open, c.due_date,
            case when c.open <= 0 then (
              select max(r.received_on) from (
                select a.receipt_id from allocation a where a.landlord_id = c.landlord_id and a.charge_id = c.id group by a.receipt_id having sum(a.amount) <> 0
              ) a join receipt r on r.landlord_id = c.landlord_id and r.id = a.receipt_id) end as settled_on
          from (${chargeBalances(sql, { where: theirs, now })}) c
          where c.open > 0 or c.due_date >= ${since}::date order by c.tenant_id, c.due_date, c.id`,
        // Reversals add negative allocations, so counted receipts less allocations is the credit.
        sql<Received[]>`
          select r.tenant_id,
            coalesce(sum(r.amount) filter (where r.reported_by <> 'tenant' or r.verified_at is not null), 0) as counted,
            coalesce(sum(s.allocated), 0) as allocated,
            coalesce(sum(r.amount) filter (where r.reported_by = 'tenant' and r.verified_at is null), 0) as awaiting
          from receipt r
          cross join lateral (select coalesce(sum(a.amount), 0) as allocated from allocation a where a.landlord_id = r.landlord_id and a.receipt_id = r.id) s
          where r.landlord_id = ${landlordId} and r.tenant_id = any(${accounts}) and ${isNotReversed(sql)}
          group by r.tenant_id`,
      ] as const
    })
    const receivedOf = new Map(received.map((row) => [row.tenantId, row]))
    const chargesOf = Map.groupBy(charges, ({ tenantId }) => tenantId)
    // Includes tenants with credit and no charges, who left before the first charge was due.
    return [...new Set([...chargesOf.keys(), ...receivedOf.keys()])]
      .map((tenantId): Ledger => {
        const { counted = 0, allocated = 0, awaiting = 0 } = receivedOf.get(tenantId) ?? {}
        const credit = toDollars(toCents(counted) - toCents(allocated))
        return { tenantId, awaitingConfirmation: awaiting, credit, charges: chargesOf.get(tenantId) ?? [] }
      })
      .filter(
        ({ charges: own, credit, awaitingConfirmation }) => own.length > 0 || credit !== 0 || awaitingConfirmation > 0,
      )
  }),
]
