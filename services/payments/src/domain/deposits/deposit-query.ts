import type { DepositBalance } from '@keyhold/contracts/payments/deposits'
import type { z } from '@keyhold/contracts/zod'
import { namesOf } from '../ledger/accounts.ts'
import type { Tag } from '../ledger/sql.ts'
import { isNotReversed } from '../ledger/charge-balance.ts'

export type Deposit = z.output<typeof DepositBalance>

/**
 * The deposits of the accounts `t` (rows of `tenant`) that match `where`. `held` is the liability in the journal: received − refunded − applied
 * + excess. A deposit that was given back before its money was returned by the bank is the excess, which the tenant owes again.
 */
export const selectDeposits = <F>(sql: Tag<F>, where: F): F => sql`
  select d.*,
    (select p.name from property p where p.landlord_id = d.landlord_id and p.property_id = d."propertyId") as "propertyName"
  from (
    select t.landlord_id, t.tenant_id as "tenantId", t.tenant_id as id, ${namesOf(sql, { landlord: sql`t.landlord_id`, account: sql`t.tenant_id` })} as "tenantName",
      coalesce(c.property_id, t.property_id) as "propertyId", c.charged, c.received, m.refunded, m.applied, b.held - c.received + m.refunded + m.applied as excess, b.held,
      exists (select from tenant o where o.landlord_id = t.landlord_id and o.account_id = t.tenant_id and o.active) as "isActive"
    from tenant t
    cross join lateral (
      select coalesce(sum(c.amount), 0) as charged, coalesce(sum(c.amount - c.open), 0) as received,
        (array_agg(c.property_id order by c.due_date desc, c.id desc) filter (where c.property_id is not null))[1] as property_id
      from charge c
      where c.landlord_id = t.landlord_id and c.tenant_id = t.tenant_id and c.type = 'security_deposit' and c.cancelled_at is null
    ) c
    cross join lateral (
      select coalesce(sum(m.amount) filter (where m.kind = 'refunded' and not exists (select from refund_undo u where u.landlord_id = m.landlord_id and u.refund_id = m.id)), 0) as refunded,
        coalesce(sum(m.amount) filter (where m.kind = 'applied' and exists (select from receipt r
          where r.landlord_id = m.landlord_id and r.tenant_id = m.tenant_id and r.deposit_movement_id = m.id and ${isNotReversed(sql)})), 0) as applied
      from deposit_movement m where m.landlord_id = t.landlord_id and m.tenant_id = t.tenant_id
    ) m
    cross join lateral (
      select coalesce(-sum(e.amount), 0) as held from posting e where e.landlord_id = t.landlord_id and e.tenant_id = t.tenant_id and e.account = 'deposits_held'
    ) b
    where ${where}
  ) d`

/** The accounts `t` of a landlord with deposit charges or movements. Uses two small indexes. */
export const hasDepositActivity = <F>(
  sql: Tag<F>,
  landlordId: F,
): F => sql`t.landlord_id = ${landlordId} and t.tenant_id in (
  select c.tenant_id from charge c where c.landlord_id = ${landlordId} and c.type = 'security_deposit' and c.cancelled_at is null
  union select m.tenant_id from deposit_movement m where m.landlord_id = ${landlordId})`

/**
 * The account that holds a tenant's deposit: their own id if it has a deposit (paid before they joined a shared tenancy), otherwise the shared
 * account.
 */
export const depositAccountOf = <F>(
  sql: Tag<F>,
  { landlordId, tenantId }: { landlordId: string; tenantId: string },
): F => sql`
  select case when ${hasDepositActivity(sql, sql`${landlordId}::uuid`)} then t.tenant_id else t.account_id end as "accountId"
  from tenant t where t.landlord_id = ${landlordId} and t.tenant_id = ${tenantId}`
