import type { Actor, TenantActor } from '@keyhold/kit/runtime/actor'
import type { Database } from '@keyhold/kit/database/database'
import type { Tag } from './sql.ts'

export type AccountActor = TenantActor & { landlordId: string; tenantId: string }

/**
 * Under which ids the landlord finds what a tenant owes and paid: the account of the tenancy first, then the tenant's own where that is
 * another. Who joins a tenancy leaves what was charged before under their own id, and that stays to be found.
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

/** A filter that names a tenant, with the accounts that it means. */
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
 * The tenant as the account whose ledger is theirs: what is done as this actor sees the joint ledger. Null for a login without a tenancy,
 * and for who opened an account and left it to the others.
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

/** The tenant `t` opened an account and left it: it is the ledger of others now. */
export const isAbandoned = <F>(sql: Tag<F>): F => sql`(t.account_id = t.tenant_id and t.tenancy_id is null and exists (
  select from tenant o where o.landlord_id = t.landlord_id and o.account_id = t.tenant_id and o.tenant_id <> t.tenant_id))`

/** The names of all who share the account `account`; of one without a tenancy, and of who left it behind, their own. */
export const namesOf = <F>(sql: Tag<F>, { landlord, account }: { landlord: F; account: F }): F => sql`coalesce(
  (select string_agg(m.name, ' & ' order by m.tenant_id) from tenant m where m.landlord_id = ${landlord} and m.account_id = ${account} and m.tenancy_id is not null),
  (select m.name from tenant m where m.landlord_id = ${landlord} and m.tenant_id = ${account}), '')`

/** What the unit of `c` is called, where the property has more than one. */
export const unitNameOf = <F>(sql: Tag<F>): F => sql`(
  select u.name from unit u where u.landlord_id = c.landlord_id and u.unit_id = c.unit_id
    and exists (select from unit o where o.landlord_id = u.landlord_id and o.property_id = u.property_id and o.unit_id <> u.unit_id and not o.is_deleted))`
