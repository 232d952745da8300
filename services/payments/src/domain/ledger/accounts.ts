import { getTenantSnapshot, type LeftAccount as Left } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Tools } from '@keyhold/kit/http/request'
import { type Actor, type LandlordActor, serviceActor, type TenantActor } from '@keyhold/kit/runtime/actor'
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

/** A shared account that a tenant left before others did, as it was on the day on which they left. */
export interface LeftAccount {
  /** Who reads it. */
  account: AccountActor | LandlordActor
  accountId: string
  until: string
  /** The tenant's own name: those who share the account now are not theirs to know. */
  name: string
}

/**
 * Who shared a lease keeps their receipts and sees what was owed when they left, and nothing of what others do later. Null for a tenant with a tenancy
 * or with an account of their own. `tenantId`: a landlord's tenant. The day comes from the tenancy service; if that does not answer, nothing is shown.
 */
export async function leftAccountOf(
  { db, call }: Pick<Tools, 'db' | 'call'>,
  actor: TenantActor | LandlordActor,
  tenantId: string | null = actor.role === 'tenant' ? actor.tenantId : null,
): Promise<LeftAccount | null> {
  const { landlordId } = actor
  if (landlordId === null || tenantId === null) return null
  const [stored] = await db.read(
    actor,
    (sql) => sql<{ name: string; isLeft: boolean; hasOwn: boolean }[]>`
      select t.name, ${isAbandoned(sql)} as is_left, exists (select from charge c where c.landlord_id = t.landlord_id and c.tenant_id = t.tenant_id)
        or exists (select from receipt r where r.landlord_id = t.landlord_id and r.tenant_id = t.tenant_id) as has_own
      from tenant t where t.landlord_id = ${landlordId} and t.tenant_id = ${tenantId} and t.tenancy_id is null`,
  )
  if (!stored || (stored.hasOwn && !stored.isLeft)) return null
  const { left } = await membershipsOf(call, { landlordId, tenantId })
  if (left === null) return null
  const { accountId, leftOn: until } = left
  const account = actor.role === 'tenant' ? { ...actor, landlordId, tenantId: accountId } : actor
  return { account, accountId, until, name: stored.name }
}

export interface Memberships {
  left: z.output<typeof Left> | null
  accountIds: string[]
}

/** The shared account that a tenant left, and all that they ever shared, from the tenancy service; nothing if that does not answer. Never inside a transaction. */
export async function membershipsOf(
  call: Tools['call'],
  { landlordId, tenantId }: { landlordId: string; tenantId: string },
): Promise<Memberships> {
  const service = serviceActor('payments', landlordId)
  return call(getTenantSnapshot, service, { params: { id: tenantId }, timeoutMs: 2000 }).then(
    ({ left = null, accountIds = [] }) => ({ left, accountIds }),
    () => ({ left: null, accountIds: [] }),
  )
}

/** The tenant `t` opened an account and left it; others use it now. */
export const isAbandoned = <F>(sql: Tag<F>): F => sql`(t.account_id = t.tenant_id and t.tenancy_id is null and exists (
  select from tenant o where o.landlord_id = t.landlord_id and o.account_id = t.tenant_id and o.tenant_id <> t.tenant_id))`

/** The names of everyone who shares `account`; without a tenancy, the account holder's own name. */
export const namesOf = <F>(sql: Tag<F>, { landlord, account }: { landlord: F; account: F }): F => sql`coalesce(
  (select string_agg(m.name, ' & ' order by m.tenant_id) from tenant m where m.landlord_id = ${landlord} and m.account_id = ${account} and m.tenancy_id is not null),
  (select m.name from tenant m where m.landlord_id = ${landlord} and m.tenant_id = ${account}), '')`

/**
 * The names of those who lived in the tenancy `y` on a day: of its first day before it began, of its last one once they have moved out. The day of a
 * move-out is the last one there. The days of
 * tenancies of which no event has said them are those of the tenancy.
 */
export const namesThere = <F>(sql: Tag<F>, day: F): F => sql`coalesce(
  (select string_agg(m.name, ' & ' order by m.tenant_id)
    from jsonb_to_recordset(y.members) as d ("tenantId" uuid, "joinedOn" date, "leftOn" date)
    join tenant m on m.landlord_id = y.landlord_id and m.tenant_id = d."tenantId"
    cross join lateral (select greatest(least(${day}, y.moved_out_on), y.start_date) as day) k
    where (d."joinedOn" is null or d."joinedOn" <= k.day) and (d."leftOn" is null or d."leftOn" >= k.day)),
  (select string_agg(m.name, ' & ' order by m.tenant_id) from tenant m where m.landlord_id = y.landlord_id and m.tenant_id = any(y.tenant_ids)))`

/** The names of those who shared an account on a day, in its tenancy of that day: `tenancy`, or else the last one that had begun. */
export const namesOn = <F>(
  sql: Tag<F>,
  { landlord, account, tenancy = sql`null::uuid`, day }: { landlord: F; account: F; tenancy?: F; day: F },
): F => sql`coalesce((
  select ${namesThere(sql, day)} from tenancy y
  where y.landlord_id = ${landlord} and y.tenant_id = ${account} and not y.is_void
  order by y.tenancy_id is not distinct from ${tenancy} desc, (y.start_date is null or y.start_date <= ${day}) desc, y.start_date desc nulls last, y.tenancy_id desc limit 1),
  (select m.name from tenant m where m.landlord_id = ${landlord} and m.tenant_id = ${account}), '')`

/** The name of a unit, by default that of the charge `c`; null if the property has only one unit. */
export const unitNameOf = <F>(
  sql: Tag<F>,
  { landlord, unit }: { landlord: F; unit: F } = { landlord: sql`c.landlord_id`, unit: sql`c.unit_id` },
): F => sql`(
  select u.name from unit u where u.landlord_id = ${landlord} and u.unit_id = ${unit}
    and exists (select from unit o where o.landlord_id = u.landlord_id and o.property_id = u.property_id and o.unit_id <> u.unit_id and not o.is_deleted))`
