import type { Database, Tx } from '@keyhold/kit/database/database'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { sql } from 'drizzle-orm'
import { lockAccounts } from '../ledger/charges.ts'
import { policyFor } from './policies.ts'
import { reassessLateFees } from './reassess.ts'
import { chargeBalances } from '../ledger/charge-balance.ts'

/**
 * Proposes the late fees that are due and withdraws proposals of policies that no longer apply. Each account is handled in its own transaction,
 * under its lock; at most `accounts` of them.
 */
export async function assessLateFees(
  db: Database,
  landlordId: string,
  { now, signal, accounts }: { now: string; signal?: AbortSignal; accounts?: number },
): Promise<void> {
  const actor = serviceActor('payments', landlordId)
  const late = await db.transaction(actor, async (tx) => [
    ...(await findRentsWithoutFee(tx, landlordId, now)),
    ...(await findRentsWithOutdatedPolicy(tx, landlordId)),
  ])
  for (const [tenantId, rents] of [...Map.groupBy(late, (rent) => rent.tenantId)].slice(0, accounts)) {
    signal?.throwIfAborted()
    await db.transaction(actor, async (tx) => {
      await lockAccounts(tx, landlordId, [tenantId])
      await reassessLateFees(tx, { landlordId, chargeIds: rents.map(({ id }) => id), now })
    })
  }
}

/** Open rents past their grace without a fee for today whose cap is not used up. */
const findRentsWithoutFee = (tx: Tx, landlordId: string, now: string) =>
  tx.execute<{ id: string; tenantId: string }>(sql`
    select c.id, c.tenant_id as "tenantId"
    from (${chargeBalances(sql, { where: sql`c.landlord_id = ${landlordId} and c.type = 'rent' and c.due_date < (${now}::timestamptz + interval '1 day')::date`, now })}) c
    cross join lateral (${policyFor(sql)}) o
    where c.open > 0 and o.is_enabled and c.due_date + o.grace_days < c.today
      and not exists (select from late_fee f where f.landlord_id = c.landlord_id and f.charge_id = c.id and f.kind = 'late' and f.status <> 'withdrawn'
        and (o.frequency = 'once' or f.assessed_on >= c.today))
      and (o.cap is null or o.cap > (select coalesce(sum(f.amount), 0) from late_fee f
        where f.landlord_id = c.landlord_id and f.charge_id = c.id and f.kind = 'late' and f.status <> 'withdrawn'))
    order by c.tenant_id, c.due_date, c.id`)

/** Rents with a proposal of a policy that no longer applies, because a narrower policy was created or deleted. */
const findRentsWithOutdatedPolicy = (tx: Tx, landlordId: string) =>
  tx.execute<{ id: string; tenantId: string }>(sql`
    select distinct c.id, c.tenant_id as "tenantId"
    from late_fee f join charge c on c.landlord_id = f.landlord_id and c.id = f.charge_id cross join lateral (${policyFor(sql)}) o
    where f.landlord_id = ${landlordId} and f.kind = 'late' and f.status = 'proposed' and f.policy_id <> o.id order by 2, 1`)
