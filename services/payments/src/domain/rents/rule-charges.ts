import { ChargeChanged, ChargePaid, RentsPlanned, ChargesPosted } from '@keyhold/contracts/payments/events'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, sql } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { chargeSnapshotOf } from '../ledger/charges.ts'
import type { Posted } from './plan-charges.ts'
import { type PlannedCharge, type Terms, describePeriod } from './recurring-rules.ts'
import { hasOpenReport, paidAmount } from '../ledger/charge-balance.ts'

/** The same condition, word for word, as the index `charge_posted_once`. */
export const findPosted = (tx: Tx, { landlordId, id }: Terms) =>
  tx.execute<Posted & Record<string, unknown>>(sql`
    select c.id, c.period, c.covers_from as "coversFrom", c.covers_to as "coversTo", c.amount, (c.basis -> 'inputs' ->> 'full')::numeric as full, c.due_date as "dueDate", c.cancelled_at is not null as "isCancelled", s.paid, ${hasOpenReport(sql)} or c.type = 'security_deposit' and s.paid > 0 as "isHeld"
    from charge c cross join lateral (select ${paidAmount(sql)} as paid) s
    where c.landlord_id = ${landlordId} and c.rule_id = ${id} and (c.cancelled_at is null or c.cancelled_by is not null)
    order by c.period`)

export async function hasPosted(tx: Tx, { landlordId, tenantId, id }: Terms): Promise<boolean> {
  const any = await tx.execute(
    sql`select from charge c where c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId} and c.cancelled_at is not null and c.rule_id = ${id} limit 1`,
  )
  return any.length > 0
}

export async function changeCharge(
  tx: Tx,
  terms: Terms,
  { id, amount, paid }: Posted,
  to: PlannedCharge,
  now: string,
): Promise<void> {
  const { landlordId, propertyId, unitId } = terms
  const [changed] = await tx
    .update(charge)
    .set({ ...valuesOf(terms, to), propertyId, unitId, updatedAt: now })
    .where(and(eq(charge.landlordId, landlordId), eq(charge.id, id)))
    .returning()
  if (!changed) return
  await emit(tx, ChargeChanged, chargeSnapshotOf(changed))
  // A payment that did not cover the whole month may cover the part that is left.
  if (paid < amount && toCents(paid) >= to.cents) await emit(tx, ChargePaid, chargeSnapshotOf(changed))
}

/** Inserts charges of a rule. Concurrent calls post each period only once. */
export async function postCharges(
  tx: Tx,
  terms: Terms,
  post: PlannedCharge[],
  { isFirst, now }: { isFirst: boolean; now: string },
): Promise<number> {
  if (post.length === 0) return 0
  const { landlordId, tenantId, tenancyId, propertyId, unitId, id: ruleId, type } = terms
  const common = {
    landlordId,
    tenantId,
    tenancyId,
    propertyId,
    unitId,
    ruleId,
    type,
    method: 'check',
    source: 'recurring',
  } as const
  const made = await tx
    .insert(charge)
    .values(
      post.map((plannedCharge) => ({
        ...common,
        ...valuesOf(terms, plannedCharge),
        period: plannedCharge.period.key,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: charge.id })
  if (made.length === 0) return 0
  // One event for all of them, so that an import of a thousand tenants does not emit twelve thousand events.
  if (isFirst) await emit(tx, RentsPlanned, { tenantId, landlordId, count: made.length })
  else await emit(tx, ChargesPosted, { ruleId, landlordId, tenantId, count: made.length })
  return made.length
}

const valuesOf = (terms: Terms, { cents, basis, period }: PlannedCharge) => ({
  amount: toDollars(cents),
  dueDate: period.dueOn,
  coversFrom: period.from,
  coversTo: period.to,
  basis,
  description: describePeriod(terms, period),
})
