import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import type { Dated } from '@keyhold/kit/messaging/projection'
import { sql } from 'drizzle-orm'

/**
 * Locks the rows of tenants that tenancies are about: the accounts, the members, and those who are no longer members. A tenant who is not known yet is
 * inserted, because the event of a tenancy may arrive before those of its tenants, and its ledger needs the account row at once; the name follows.
 *
 * It is one statement in the order of ids, and the only one of its transaction that waits for another: locking and inserting one after the other would
 * deadlock with the events of tenants, which write the same rows.
 */
export async function lockTenants(
  tx: Tx,
  { landlordId, snapshots }: { landlordId: string; snapshots: readonly TenancySnapshot[] },
): Promise<void> {
  const given = snapshots.map(({ tenancyId, accountId, tenantIds, propertyId }) => ({
    tenancy: tenancyId,
    account: accountId,
    tenants: [accountId, ...tenantIds],
    property: propertyId,
  }))
  const accounts = sql.param(snapshots.map(({ accountId }) => accountId))
  // The condition is never true: a row that is there is locked and stays as it is.
  await tx.execute(sql`
    with given as materialized (
      select * from rows from (json_to_recordset(${JSON.stringify(given)}::text::json)
        as (tenancy uuid, account uuid, tenants uuid[], property uuid)) with ordinality as g (tenancy, account, tenants, property, n))
    insert into tenant (landlord_id, tenant_id, name, property_id, active, account_id)
    select distinct on (o.id) ${landlordId}::uuid, o.id, '', o.property, true, o.id
    from (
      select m.id, g.property, g.n from given g cross join unnest(g.tenants) m (id)
      union all select t.tenant_id, null, null from given g
        join tenant t on t.account_id = g.account and t.tenancy_id = g.tenancy
        where t.landlord_id = ${landlordId} and t.account_id = any(${accounts}::uuid[])) o
    order by o.id, o.n
    on conflict (landlord_id, tenant_id) do update set name = excluded.name where false`)
}

/**
 * The members of a tenancy share its account. A tenant who is in another tenancy as well belongs to the one that ends last. A tenant who left gets
 * their own account back and no longer sees this one. The tenancies have no member in common.
 */
export async function updateMembers(
  tx: Tx,
  { landlordId, tenancies }: { landlordId: string; tenancies: readonly Dated<TenancySnapshot>[] },
): Promise<void> {
  const rows = tenancies.map(({ snapshot: { tenancyId, accountId, tenantIds, isVoid, movedOutOn }, asOf }) => ({
    tenancy: tenancyId,
    account: accountId,
    members: isVoid ? [] : tenantIds,
    moved_out_on: movedOutOn,
    as_of: asOf,
  }))
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as g (tenancy uuid, account uuid, members uuid[], moved_out_on date, as_of timestamptz)`
  // Without the ids as a list, every tenant of the landlord would be read.
  const accounts = sql.param(rows.map(({ account }) => account))
  const members = sql.param(rows.flatMap((row) => row.members))
  // First those who left, so that one of them who is a member of another of the tenancies can join it.
  await tx.execute(sql`
    update tenant t set account_id = t.tenant_id, tenancy_id = null from ${given}
    where t.landlord_id = ${landlordId} and t.account_id = any(${accounts}::uuid[])
      and t.account_id = g.account and t.tenancy_id = g.tenancy and t.tenant_id <> all(g.members)`)
  await tx.execute(sql`
    update tenant t set account_id = g.account, tenancy_id = g.tenancy from ${given} cross join unnest(g.members) m (id)
    where t.landlord_id = ${landlordId} and t.tenant_id = any(${members}::uuid[])
      and t.tenant_id = m.id and (t.account_id <> g.account or t.tenancy_id is distinct from g.tenancy)
      and not exists (
        select from tenancy y where y.landlord_id = t.landlord_id and y.tenancy_id = t.tenancy_id and y.tenancy_id <> g.tenancy and not y.is_void
          and (coalesce(y.moved_out_on, 'infinity'), y.as_of) > (coalesce(g.moved_out_on, 'infinity'), g.as_of))`)
}
