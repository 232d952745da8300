import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres, { type Sql } from 'postgres'
import { kitTableNames, kitTables } from './kit-tables.ts'
import { derivePolicies, grantSchema } from './migrate-policies.ts'
import { ensureRoles, rolesOf } from './migrate-roles.ts'

export { serviceUrl } from './migrate-roles.ts'

export interface MigrateOptions {
  /** Of the database's owner. With the service's own role, the schema is only checked. */
  url: string
  service: string
  /** Folder with drizzle-kit's migrations. */
  migrations: string | URL
  /** Tables of the schema that belong to no landlord. */
  shared: string[]
  /** Password of the login role keyhold_<service>. Without it the roles must exist, from another database of the server. */
  rolePassword?: string
}

/**
 * Brings a service's schema up to date: roles, migrations, kit's tables, policies, grants. Several processes may do so at once.
 * @throws Error on a table without landlord_id that is not shared, and on a landlord's table without an index that starts with it
 */
export async function migrateService({
  url,
  service,
  migrations,
  shared,
  rolePassword,
}: MigrateOptions): Promise<void> {
  const folder = pathOf(migrations)
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    max_lifetime: null,
    connection: { application_name: `keyhold-migrate-${service}`, TimeZone: 'UTC' },
  })
  try {
    if (decodeURIComponent(new URL(url).username) === rolesOf(service).login) return await verify(sql, service, folder)
    // One lock for all services, since they share extensions. It ends with the connection.
    await sql`select pg_advisory_lock(hashtextextended('keyhold:migrate', 0))`
    for (const extension of ['btree_gist', 'pg_trgm', 'citext']) await ensureExtension(sql, extension)
    if (rolePassword !== undefined) await ensureRoles(sql, { url, service, password: rolePassword })
    await applyMigrations(sql, service, folder)
    await sql.begin(async (tx) => {
      // Policies before grants, so that a new table is never readable without them.
      await derivePolicies(tx as unknown as Sql, service, [...kitTableNames], shared)
      await grantSchema(tx as unknown as Sql, service)
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function pathOf(folder: string | URL): string {
  return folder instanceof URL || folder.startsWith('file:') ? fileURLToPath(folder) : folder
}

async function ensureExtension(sql: Sql, name: string): Promise<void> {
  const [found] = await sql`select from pg_extension where extname = ${name}`
  if (!found) await sql.unsafe(`create extension ${name} schema public`)
}

/** The schema of Drizzle's list of applied migrations. Not the service's own, which the first migration creates. */
const journalOf = (service: string) => `keyhold_migrations_${service}`

/** Applies pending migrations, one transaction per file, and records them where Drizzle does. */
async function applyMigrations(sql: Sql, service: string, folder: string): Promise<void> {
  const journal = journalOf(service)
  await sql.unsafe(`
    create schema if not exists "${journal}";
    create table if not exists "${journal}".applied (id serial primary key, hash text not null, created_at bigint);
    grant usage on schema "${journal}" to ${rolesOf(service).login};
    grant select on "${journal}".applied to ${rolesOf(service).login};
    create schema if not exists "${service}";`)
  await sql.begin((tx) => tx.unsafe(kitTables(service)))
  const pending = await pendingOf(sql, service, folder)
  for (const { statements, hash, at } of pending) {
    await sql.begin(async (tx) => {
      // A migration that changes rows must see them all.
      for (const table of await tablesOf(tx as unknown as Sql, service))
        await tx.unsafe(`alter table "${service}"."${table}" no force row level security`)
      await tx.unsafe(`set local search_path to "${service}", public`)
      for (const statement of statements) await tx.unsafe(statement)
      await tx.unsafe(`insert into "${journal}".applied (hash, created_at) values ($1, $2)`, [hash, at])
    })
  }
}

async function tablesOf(sql: Sql, service: string): Promise<string[]> {
  const rows = await sql<
    { name: string }[]
  >`select relname as name from pg_class where relnamespace = ${service}::regnamespace and relkind in ('r', 'p')`
  return rows.map(({ name }) => name)
}

interface Migration {
  statements: string[]
  hash: string
  at: number
}

async function pendingOf(sql: Sql, service: string, folder: string): Promise<Migration[]> {
  const rows = await sql.unsafe<{ at: string }[]>(`select created_at::text as at from "${journalOf(service)}".applied`)
  const applied = new Set(rows.map(({ at }) => Number(at)))
  return readMigrationFiles({ migrationsFolder: folder })
    .filter(({ folderMillis }) => !applied.has(folderMillis))
    .map(({ sql: statements, hash, folderMillis }) => ({
      // drizzle-kit's first file creates the schema, which exists already.
      statements: statements.map((statement) =>
        statement.replace(/create schema (?!if not exists)/i, 'create schema if not exists '),
      ),
      hash,
      at: folderMillis,
    }))
}

/** For a process without the owner's URL: checks that the schema is up to date. */
async function verify(sql: Sql, service: string, folder: string): Promise<void> {
  const hint = `run its migrations as the owner of the database first`
  const pending = await pendingOf(sql, service, folder).catch((error: unknown) => {
    const { code } = error as postgres.PostgresError
    if (code === '42P01' || code === '3F000' || code === '42501')
      throw new Error(`The database has no schema of ${service} yet: ${hint}`, { cause: error })
    throw error
  })
  if (pending.length > 0) throw new Error(`The schema of ${service} lacks ${pending.length} of its migrations: ${hint}`)
}
