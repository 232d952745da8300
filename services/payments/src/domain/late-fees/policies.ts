import { getTenancy } from '@keyhold/contracts/tenancy/tenancies'
import { toCents } from '@keyhold/kit/lib/money'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Call } from '@keyhold/kit/http/call'
import type { Database } from '@keyhold/kit/database/database'
import type { Policy } from './assess.ts'
import type { Terms } from './calculate.ts'
import type { Tag } from '../ledger/sql.ts'

/**
 * The policy that applies to the charge `c`: its tenancy's, else its property's, else the account's, of those that had begun on the day `on`, by
 * default the due date. One row or none.
 */
export const policyFor = <F>(sql: Tag<F>, on: F = sql`c.due_date`): F => sql`
  select o.* from late_fee_policy o
  where o.landlord_id = c.landlord_id and (o.applies_from is null or o.applies_from <= ${on}) and (o.scope = 'account' or o.property_id = c.property_id
    or o.tenancy_id = coalesce(c.tenancy_id, (select m.tenancy_id from tenant m where m.landlord_id = c.landlord_id and m.tenant_id = c.tenant_id)))
  order by o.scope = 'tenancy' desc, o.scope = 'property' desc limit 1`

/** What `assess` needs of a policy, as one JSON column. */
export type PolicyColumns = {
  id: string
  version: number
  graceDays: number
  rate: number
  cap: number | null
  minimumBalance: number
} & Pick<Terms, 'kind' | 'frequency'>

/** Null if there is no policy `o`, or if it is disabled. */
export const policyColumns = <F>(sql: Tag<F>): F => sql`
  case when o.is_enabled then json_build_object('id', o.id, 'version', o.version, 'graceDays', o.grace_days, 'kind', o.kind, 'rate', o.amount,
    'frequency', o.frequency, 'cap', o.cap, 'minimumBalance', o.minimum_balance) end`

export const policyOfColumns = ({
  id,
  version,
  graceDays,
  kind,
  rate,
  frequency,
  cap,
  minimumBalance,
}: PolicyColumns): Policy => ({
  id,
  version,
  // A percentage is stored in percent; in hundredths it is whole, like cents.
  terms: {
    graceDays,
    kind,
    rate: toCents(rate),
    frequency,
    cap: cap === null ? null : toCents(cap),
    minimum: toCents(minimumBalance),
  },
})

/** Selects policies in the contract's shape. `where` is a condition on policies `o`. */
export const selectPolicies = <F>(sql: Tag<F>, where: F): F => sql`
  select o.id, o.landlord_id as "landlordId", o.scope, o.property_id as "propertyId", p.name as "propertyName", o.tenancy_id as "tenancyId",
    (select string_agg(m.name, ' & ' order by m.tenant_id) from tenancy y join tenant m on m.landlord_id = y.landlord_id and m.tenant_id = any(y.tenant_ids)
      where y.landlord_id = o.landlord_id and y.tenancy_id = o.tenancy_id) as "tenantNames",
    o.is_enabled as "isEnabled", o.grace_days as "graceDays", o.kind, o.amount, o.frequency, o.cap, o.minimum_balance as "minimumBalance",
    o.applies_from as "appliesFrom", o.returned_payment_fee as "returnedPaymentFee", o.version, o.updated_at as "updatedAt"
  from late_fee_policy o left join property p on p.landlord_id = o.landlord_id and p.property_id = o.property_id
  where ${where}`

/**
 * Checks that a tenancy is this landlord's. Asks the tenancy service if it is not in the projection yet. Never inside a transaction.
 * @throws Refusal 404 if it does not exist or is another landlord's
 */
export async function findTenancy(
  { db, call, actor }: { db: Database; call: Call; actor: LandlordActor },
  tenancyId: string,
): Promise<void> {
  const { landlordId } = actor
  const stored = await db.read(
    actor,
    (sql) => sql`select from tenancy where landlord_id = ${landlordId} and tenancy_id = ${tenancyId} and not is_void`,
  )
  // Called as the landlord, so another landlord's tenancy answers 404.
  if (stored.length === 0) await call(getTenancy, actor, { params: { id: tenancyId } })
}
