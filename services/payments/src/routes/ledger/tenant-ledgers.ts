import { type TenantLedger, tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import type { z } from '@keyhold/contracts/zod'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { serve } from '@keyhold/kit/http/serve'
import { isNotReversed, chargeBalances } from '../../domain/ledger/charge-balance.ts'

type Ledger = z.output<typeof TenantLedger>
type ChargeRow = Ledger['charges'][number] & { tenantId: string }

interface Received {
  tenantId: string
  credit: number
  awaiting: number
}

interface Owed {
  tenantId: string
  owed: number
}

/** Tenants' ledgers for other services. */
export const ledgerRoutes = [
  serve(tenantLedgers, async ({ actor, query: { tenantIds, since, until }, db, clock }) => {
    const landlordId = scopeOf(actor).landlordId || null
    const now = clock.now().toISOString()
    const [charges, received, owed] = await db.read(actor, (sql) => {
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
        sql<Received[]>`
          select r.tenant_id, coalesce(sum(r.unallocated), 0) as credit,
            coalesce(sum(r.amount) filter (where r.reported_by = 'tenant' and r.verified_at is null and ${isNotReversed(sql)}), 0) as awaiting
          from receipt r where r.landlord_id = ${landlordId} and r.tenant_id = any(${accounts}) group by r.tenant_id`,
        sql<Owed[]>`
          select p.tenant_id, sum(p.amount) as owed from posting p
          where p.landlord_id = ${landlordId} and p.tenant_id = any(${accounts}) and p.effective_on <= ${until ?? null}::date and p.account in ('receivable', 'prepaid', 'tenant_credit', 'allowance')
          group by p.tenant_id`,
      ] as const
    })
    const receivedOf = new Map(received.map((row) => [row.tenantId, row]))
    const owedOf = new Map(owed.map((row) => [row.tenantId, row.owed]))
    const chargesOf = Map.groupBy(charges, ({ tenantId }) => tenantId)
    // Includes tenants with credit and no charges, who left before the first charge was due.
    return [...new Set([...chargesOf.keys(), ...receivedOf.keys()])]
      .map((tenantId): Ledger => {
        const { credit = 0, awaiting = 0 } = receivedOf.get(tenantId) ?? {}
        const then = until === undefined ? {} : { owedThen: owedOf.get(tenantId) ?? 0 }
        return { tenantId, awaitingConfirmation: awaiting, credit, ...then, charges: chargesOf.get(tenantId) ?? [] }
      })
      .filter(
        ({ charges: own, credit, awaitingConfirmation }) => own.length > 0 || credit !== 0 || awaitingConfirmation > 0,
      )
  }),
]
