import { ChargeChanged, ChargePaid, RentsPlanned, ChargesPosted } from '@keyhold/contracts/payments/events'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import { sql } from 'drizzle-orm'
import { bookChangedCharges, bookNewCharges } from '../journal/book-charges.ts'
import type { Author } from '../journal/record.ts'
import { keepTexts } from '../ledger/charge-texts.ts'
import { chargeSnapshotOf } from '../ledger/charges.ts'
import type { Posted } from './plan-charges.ts'
import { type PlannedCharge, type Terms, describePeriod } from './recurring-rules.ts'
import { hasOpenReport, paidAmount } from '../ledger/charge-balance.ts'

/** What rules posted, by rule. The same condition, word for word, as the index `charge_posted_once`. */
export async function findPosted(
  tx: Tx,
  landlordId: string,
  rules: readonly string[],
): Promise<ReadonlyMap<string, Posted[]>> {
  if (rules.length === 0) return new Map()
  const posted = await tx.execute<Posted & { ruleId: string; [column: string]: unknown }>(sql`
    select c.id, c.rule_id as "ruleId", c.period, c.covers_from as "coversFrom", c.covers_to as "coversTo", c.amount, (c.basis -> 'inputs' ->> 'full')::numeric as full, c.due_date as "dueDate", c.cancelled_at is not null as "isCancelled", s.paid, ${hasOpenReport(sql)} or c.type = 'security_deposit' and s.paid > 0 as "isHeld"
    from charge c cross join lateral (select ${paidAmount(sql)} as paid) s
    where c.landlord_id = ${landlordId} and c.rule_id = any(${sql.param(rules)}::uuid[]) and (c.cancelled_at is null or c.cancelled_by is not null)
    order by c.period`)
  return Map.groupBy(posted, ({ ruleId }) => ruleId)
}

/** Those of the rules that have charges which were cancelled. */
export async function findRulesWithCancelled(tx: Tx, rules: readonly Terms[]): Promise<ReadonlySet<string>> {
  const [first] = rules
  if (!first) return new Set()
  const rows = await tx.execute<{ ruleId: string }>(sql`
    select distinct c.rule_id as "ruleId" from charge c
    where c.landlord_id = ${first.landlordId} and c.tenant_id = any(${sql.param(rules.map(({ tenantId }) => tenantId))}::uuid[])
      and c.cancelled_at is not null and c.rule_id = any(${sql.param(rules.map(({ id }) => id))}::uuid[])`)
  return new Set(rows.map(({ ruleId }) => ruleId))
}

/** A posted charge that the terms of its rule change. */
interface Changed {
  after: Terms
  charge: Posted
  to: PlannedCharge
}

export async function changeCharges(tx: Tx, changed: readonly Changed[], author: Author): Promise<void> {
  if (changed.length === 0) return
  const { landlordId, now } = author
  const rows = changed.map(({ after: terms, charge: { id }, to }) => ({
    id,
    propertyId: terms.propertyId,
    unitId: terms.unitId,
    ...valuesOf(terms, to),
  }))
  const all = rows.map(({ id }) => id)
  await keepTexts(tx, { landlordId, ids: all, now })
  const updated = await tx.execute<Parameters<typeof chargeSnapshotOf>[0] & Record<string, unknown>>(sql`
    update charge c set property_id = g."propertyId", unit_id = g."unitId", amount = g.amount, due_date = g."dueDate", covers_from = g."coversFrom",
      covers_to = g."coversTo", basis = g.basis, description = g.description, updated_at = ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as g (id uuid, "propertyId" uuid, "unitId" uuid, amount numeric, "dueDate" date,
      "coversFrom" date, "coversTo" date, basis jsonb, description text)
    where c.landlord_id = ${landlordId} and c.id = any(${sql.param(all)}::uuid[]) and c.id = g.id
    returning c.id, c.landlord_id as "landlordId", c.tenant_id as "tenantId", c.property_id as "propertyId", c.amount, c.due_date as "dueDate"`)
  await bookChangedCharges(
    tx,
    updated.map(({ id }) => id),
    author,
  )
  await emitAll(tx, ChargeChanged, updated.map(chargeSnapshotOf))
  // A payment that did not cover the whole month may cover the part that is left.
  const paidOff = changed.filter(({ charge: { paid, amount }, to }) => paid < amount && toCents(paid) >= to.cents)
  const ids = new Set(paidOff.map(({ charge: { id } }) => id))
  await emitAll(tx, ChargePaid, updated.filter(({ id }) => ids.has(id)).map(chargeSnapshotOf))
}

/** What a rule posts. */
export interface Posting {
  terms: Terms
  post: readonly PlannedCharge[]
  /** They are the first rents of a tenancy. */
  isFirst: boolean
}

/**
 * Inserts charges of rules, which are stored, and emits one event per rule: otherwise an import of a thousand tenants would emit twelve thousand.
 * Concurrent calls post each period only once. @returns the number posted by each rule that posted any
 */
export async function postCharges(
  tx: Tx,
  postings: readonly Posting[],
  author: Author,
): Promise<ReadonlyMap<string, number>> {
  if (postings.length === 0) return new Map()
  const { landlordId, now } = author
  const rows = postings.flatMap(({ terms, post }) =>
    post.map((planned) => ({ ruleId: terms.id, period: planned.period.key, ...valuesOf(terms, planned) })),
  )
  const made = await tx.execute<{ ruleId: string; ids: string[] }>(sql`
    with made as (
      insert into charge (landlord_id, tenant_id, tenancy_id, property_id, unit_id, rule_id, type, method, source,
        period, covers_from, covers_to, due_date, booked_from, booked_to, amount, open, basis, description, created_at, updated_at)
      select r.landlord_id, r.tenant_id, r.tenancy_id, r.property_id, r.unit_id, r.id, r.type, 'check', 'recurring',
        c.period, c."coversFrom", c."coversTo", c."dueDate", c."dueDate", c."dueDate", c.amount, c.amount, c.basis, c.description, ${now}::timestamptz, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as c ("ruleId" uuid, period text, "coversFrom" date, "coversTo" date,
        "dueDate" date, amount numeric, basis jsonb, description text)
      join rule r on r.id = c."ruleId"
      where r.landlord_id = ${landlordId} and r.id = any(${sql.param(postings.map(({ terms }) => terms.id))}::uuid[])
      order by r.id, c."dueDate"
      on conflict do nothing returning rule_id, id)
    select rule_id as "ruleId", array_agg(id) as ids from made group by rule_id`)
  await bookNewCharges(
    tx,
    made.flatMap(({ ids }) => ids),
    author,
  )
  const counts = new Map(made.map(({ ruleId, ids }) => [ruleId, ids.length]))
  const posted = postings.flatMap(({ terms: { id, tenantId }, isFirst }) => {
    const count = counts.get(id)
    return count === undefined ? [] : [{ isFirst, event: { landlordId, tenantId, ruleId: id, count } }]
  })
  const eventsOf = (first: boolean) => posted.filter(({ isFirst }) => isFirst === first).map(({ event }) => event)
  await emitAll(tx, RentsPlanned, eventsOf(true))
  await emitAll(tx, ChargesPosted, eventsOf(false))
  return counts
}

const valuesOf = (terms: Terms, { cents, basis, period }: PlannedCharge) => ({
  amount: toDollars(cents),
  dueDate: period.dueOn,
  coversFrom: period.from,
  coversTo: period.to,
  basis,
  description: describePeriod(terms, period),
})
