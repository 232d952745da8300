import type { Sql } from 'postgres'
import { noLandlord } from './kit-tables.ts'
import { rolesOf } from './migrate-roles.ts'

/** Increase it when the policies below change, so that they are replaced at the next start. */
const version = 2

// As sub-selects: evaluated once per statement instead of once per row. Otherwise the planner misjudged "is null" and read and
// sorted whole tables where an index would have done.
const landlord = `(select nullif(current_setting('app.landlord_id', true), '')::uuid)`
const tenant = `(select nullif(current_setting('app.tenant_id', true), '')::uuid)`
const isNoTenant = `(select nullif(current_setting('app.tenant_id', true), '') is null)`

interface Table {
  name: string
  landlordType: string | null
  hasTenant: boolean
  isIndexed: boolean
  isForced: boolean
  policies: string[]
}

/**
 * Gives each table with a landlord_id its row level security. Every other table must be in `shared` or be one of kit's.
 * Tables with up-to-date policies are skipped: changing a policy locks out readers.
 */
export async function derivePolicies(sql: Sql, service: string, app: string[], shared: string[]): Promise<void> {
  const roles = rolesOf(service)
  const tables = await sql<Table[]>`
    select c.relname as name,
      (select format_type(a.atttypid, a.atttypmod) from pg_attribute a where a.attrelid = c.oid and a.attname = 'landlord_id' and not a.attisdropped) as "landlordType",
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as "hasTenant",
      exists (select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and a.attname = 'landlord_id' and i.indisvalid and i.indpred is null) as "isIndexed",
      c.relrowsecurity and c.relforcerowsecurity as "isForced",
      array(select p.polname::text from pg_policy p where p.polrelid = c.oid and p.polname like 'keyhold\\_%' order by 1) as policies
    from pg_class c where c.relnamespace = ${service}::regnamespace and c.relkind in ('r', 'p') order by 1`

  for (const table of tables) {
    if (app.includes(table.name) && table.landlordType === null) continue
    const name = `${service}.${table.name}`
    if (table.landlordType === null) {
      if (shared.includes(table.name)) continue
      throw new Error(`Table ${name} has no landlord_id: add one, or name it in the service's shared list`)
    }
    if (shared.includes(table.name))
      throw new Error(
        `Table ${name} has a landlord_id, and is in the service's shared list: only one of them can be right`,
      )
    if (table.landlordType !== 'uuid') throw new Error(`${name}.landlord_id must be a uuid, not ${table.landlordType}`)
    if (!table.isIndexed)
      throw new Error(
        `Table ${name} has no index that starts with landlord_id: every query of a landlord would read all of it`,
      )
    const wanted = app.includes(table.name) ? kitPoliciesOf(roles) : policiesOf(roles, table.hasTenant)
    const names = Object.keys(wanted).toSorted()
    const isRight = names.join() === table.policies.join()
    if (isRight && table.isForced) continue
    const on = `on "${service}"."${table.name}"`
    await sql.unsafe(`alter table "${service}"."${table.name}" enable row level security, force row level security`)
    if (isRight) continue
    for (const old of table.policies) await sql.unsafe(`drop policy "${old}" ${on}`)
    for (const [policy, rule] of Object.entries(wanted)) await sql.unsafe(`create policy ${policy} ${on} ${rule}`)
  }
}

function policiesOf({ login, system }: ReturnType<typeof rolesOf>, hasTenant: boolean): Record<string, string> {
  const all: Record<string, string> = {
    // Restrictive: what a migration allows a tenant beyond this is still limited to the same landlord.
    [`keyhold_boundary_${version}`]: `as restrictive to ${login} using (landlord_id = ${landlord})`,
    // Not for tenants: they would see every row of their landlord.
    [`keyhold_landlord_${version}`]: `to ${login} using (${isNoTenant})`,
    [`keyhold_system_${version}`]: `to ${system} using (true)`,
  }
  if (hasTenant) all[`keyhold_tenant_${version}`] = `to ${login} using (tenant_id = ${tenant})`
  return all
}

/** A kit table: every actor writes rows of their own landlord, tenants too, and rows of no landlord where they have none. No endpoint reads them. */
function kitPoliciesOf({ login, system }: ReturnType<typeof rolesOf>): Record<string, string> {
  return {
    [`keyhold_landlord_${version}`]: `to ${login} using (landlord_id = coalesce(${landlord}, '${noLandlord}'))`,
    [`keyhold_system_${version}`]: `to ${system} using (true)`,
  }
}

/** Grants both roles reading and writing in the service's schema; of an append-only table, reading and adding. Views run with the rights of the caller. */
export async function grantSchema(sql: Sql, service: string): Promise<void> {
  const { login, system } = rolesOf(service)
  const [blind] =
    await sql`select relname as name from pg_class where relnamespace = ${service}::regnamespace and relkind = 'm'`
  if (blind)
    throw new Error(`${service}.${blind.name} is a materialized view: it would show every landlord's rows to all`)
  const views = await sql`
    select relname as name from pg_class where relnamespace = ${service}::regnamespace and relkind = 'v' and not coalesce('security_invoker=true' = any(reloptions), false)`
  for (const { name } of views) await sql.unsafe(`alter view "${service}"."${name}" set (security_invoker = true)`)
  await sql.unsafe(`
    revoke all on schema "${service}" from public;
    revoke all on all tables in schema "${service}" from public;
    grant usage on schema "${service}" to ${login}, ${system};
    grant select, insert, update, delete on all tables in schema "${service}" to ${login}, ${system};
    grant usage on all sequences in schema "${service}" to ${login}, ${system};`)
  // A migration marks such a table by its comment.
  const appendOnly = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c where c.relnamespace = ${service}::regnamespace and c.relkind in ('r', 'p') and obj_description(c.oid, 'pg_class') = 'append-only'`
  for (const { name } of appendOnly)
    await sql.unsafe(`revoke update, delete on "${service}"."${name}" from ${login}, ${system}`)
}
