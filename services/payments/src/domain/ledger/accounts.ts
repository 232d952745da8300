import type { Actor, TenantActor } from '@keyhold/kit/runtime/actor'
import type { Database } from '@keyhold/kit/database/database'
import type { Tag } from './sql.ts'

export type AccountActor = TenantActor & { landlordId: string; tenantId: string }

/**
 * The ids under which a tenant's charges and receipts are recorded: the shared account, then the tenant's own id if it differs. Charges from before
 * a tenant joined a tenancy stay under their own id.
 */
export async function accountIdsOf(
  db: Database,
  actor: Actor,
  { landlordId, tenantId }: { landlordId: string; tenantId: string },
): Promise<string[]> {
  const [stored] = await db.read(
    actor,
    (sql) =>
      sql<
        { accountId: string }[]
      >`select account_id from tenant where landlord_id = ${landlordId} and tenant_id = ${tenantId}`,
  )
  return stored && stored.accountId !== tenantId ? [stored.accountId, tenantId] : [tenantId]
}

/** Adds the account ids for the filter's `tenantId`. */
export async function resolveAccounts<F extends { tenantId?: string | undefined }>(
  db: Database,
  actor: Actor,
  landlordId: string,
  filter: F,
): Promise<F & { accounts?: string[] }> {
  if (!filter.tenantId) return filter
  return { ...filter, accounts: await accountIdsOf(db, actor, { landlordId, tenantId: filter.tenantId }) }
}

/**
 * The tenant actor for the account, so that it sees the shared ledger. Null for a login without a tenancy, and for a tenant who left an account
 * that others still use.
 */
export async function accountActorOf(db: Database, actor: TenantActor): Promise<AccountActor | null> {
  const { landlordId, tenantId } = actor
  if (landlordId === null || tenantId === null) return null
  const [stored] = await db.read(
    actor,
    (sql) => sql<{ accountId: string; isLeft: boolean }[]>`
      select t.account_id, ${isAbandoned(sql)} as is_left from tenant t where t.landlord_id = ${landlordId} and t.tenant_id = ${tenantId}`,
  )
  if (stored?.isLeft) return null
  return { ...actor, landlordId, tenantId: stored?.accountId ?? tenantId }
}

/** The tenant `t` opened an account and left it; others use it now. */
export const isAbandoned = <F>(sql: Tag<F>): F => sql`(t.account_id = t.tenant_id and t.tenancy_id is null and exists (
  select from tenant o where o.landlord_id = t.landlord_id and o.account_id = t.tenant_id and o.tenant_id <> t.tenant_id))`

/** The names of everyone who shares `account`; without a tenancy, the account holder's own name. */
export const namesOf = <F>(sql: Tag<F>, { landlord, account }: { landlord: F; account: F }): F => sql`coalesce(
  (select string_agg(m.name, ' & ' order by m.tenant_id) from tenant m where m.landlord_id = ${landlord} and m.account_id = ${account} and m.tenancy_id is not null),
  (select m.name from tenant m where m.landlord_id = ${landlord} and m.tenant_id = ${account}), '')`

/** The unit name of the charge `c`; null if the property has only one unit. */
export const unitNameOf = <F>(sql: Tag<F>): F => sql`(
  select u.name from unit u where u.landlord_id = c.landlord_id and u.unit_id = c.unit_id
    and exists (select from unit o where o.landlord_id = u.landlord_id and o.property_id = u.property_id and o.unit_id <> u.unit_id and not o.is_deleted))`
