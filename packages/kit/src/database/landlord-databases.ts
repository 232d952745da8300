import postgres, { type Sql } from 'postgres'
import { databaseUrl } from './landlord-connections.ts'
import { migrateService } from './migrate.ts'
import { rolesOf } from './migrate-roles.ts'

/** A database besides the shared one. Its id identifies the attempt that created it, so that no other attempt drops it. */
export interface OwnDatabase {
  id: string
  name: string
}

export interface DatabaseState {
  sizeBytes: number
  connections: number
  maxConnections: number
  /** Rows by the server's latest estimate. */
  tables: { schema: string; table: string; rows: number; sizeBytes: number }[]
}

/** The databases of the server. Creating and dropping needs the owner's rights, which a service's role does not have. */
export interface LandlordDatabases {
  /** Whether a process with the owner's rights is there. */
  mayCreate(): Promise<boolean>
  /**
   * Creates it with every service's schema, and gives it its name once it is complete. Never inside a transaction.
   * @throws NameTaken, or an error of the server; `drop` cleans up afterwards
   */
  create(database: OwnDatabase): Promise<void>
  /** The state of an attempt whose process may have died. */
  find(database: OwnDatabase): Promise<'made' | 'under-way' | 'absent'>
  /** Drops what this attempt created, finished or not. */
  drop(database: OwnDatabase): Promise<void>
  inspect(name: string): Promise<DatabaseState>
}

/** The server already has a database of this name. */
export class NameTaken extends Error {
  override name = 'NameTaken'
}

/** The parts of a service's definition that matter here. */
interface Migrated {
  name: string
  migrations?: URL
  shared?: string[]
}

/** One process at a time works on an attempt. The lock ends with the connection, also when the process dies. */
const lock = (id: string) => `keyhold database ${id}`
const making = ({ id }: OwnDatabase) => `keyhold_making_${id.replaceAll('-', '')}`
/** The comment of a landlord database: its installation, and the attempt that created it. */
const markOf = (ownerUrl: string, id: string) => `keyhold ${id} of ${nameIn(ownerUrl)}`
const nameIn = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** For a process with the owner's URL. The services' roles exist, since the shared database is migrated first. */
export function ownerDatabases({
  ownerUrl,
  services,
}: {
  ownerUrl: string
  services: readonly Migrated[]
}): LandlordDatabases {
  return {
    mayCreate: async () => true,
    create: (database) =>
      connected(ownerUrl, async (sql) => {
        const [temporary, name] = [making(database), database.name]
        await sql`select pg_advisory_lock(hashtextextended(${lock(database.id)}, 0))`
        const [taken] = await sql`select from pg_database where datname = ${name}`
        if (taken) throw new NameTaken(name)
        await sql.unsafe(`create database ${quoted(temporary)} template template0`)
        await sql.unsafe(`comment on database ${quoted(temporary)} is ${literal(markOf(ownerUrl, database.id))}`)
        // By default PUBLIC, and so every role of the server, may connect to a new database.
        await sql.unsafe(`revoke all on database ${quoted(temporary)} from public`)
        await furnish(sql, { ownerUrl, name: temporary, services })
        // Last: under its name the database is complete.
        await sql.unsafe(`alter database ${quoted(temporary)} rename to ${quoted(name)}`).catch((error: unknown) => {
          throw (error as postgres.PostgresError).code === '42P04' ? new NameTaken(name) : error
        })
      }),
    find: (database) => connected(ownerUrl, (sql) => findDatabase(sql, ownerUrl, database)),
    drop: (database) =>
      connected(ownerUrl, async (sql) => {
        await sql`select pg_advisory_lock(hashtextextended(${lock(database.id)}, 0))`
        await sql.unsafe(`drop database if exists ${quoted(making(database))} with (force)`)
        if (await bears(sql, database.name, markOf(ownerUrl, database.id)))
          await sql.unsafe(`drop database ${quoted(database.name)} with (force)`)
      }),
    inspect: (name) => inspectDatabase(databaseUrl(ownerUrl, name)),
  }
}

/** The state of an attempt; any role of the server can ask. `url` is of the shared database. */
export async function findDatabase(sql: Sql, url: string, { id, name }: OwnDatabase) {
  const [row] = await sql`select pg_try_advisory_lock(hashtextextended(${lock(id)}, 0)) as free`
  if (!row?.free) return 'under-way'
  return (await bears(sql, name, markOf(url, id))) ? 'made' : 'absent'
}

/** Brings every landlord database of this installation up to date; after the shared one, which creates the roles. */
export async function migrateLandlordDatabases(services: readonly Migrated[], ownerUrl: string): Promise<void> {
  await connected(ownerUrl, async (sql) => {
    const rows = await sql<{ name: string }[]>`
      select d.datname as name from pg_database d join pg_shdescription s on s.classoid = 'pg_database'::regclass and s.objoid = d.oid
      where s.description like 'keyhold %' and split_part(s.description, ' of ', 2) = ${nameIn(ownerUrl)} and d.datname not like 'keyhold\\_making\\_%' order by 1`
    for (const { name } of rows) await furnish(sql, { ownerUrl, name, services })
  })
}

/** Creates every service's schema and lets its role connect. */
async function furnish(
  sql: Sql,
  { ownerUrl, name, services }: { ownerUrl: string; name: string; services: readonly Migrated[] },
): Promise<void> {
  const url = databaseUrl(ownerUrl, name)
  for (const { name: service, migrations, shared = [] } of services) {
    if (!migrations) continue
    await migrateService({ url, service, migrations, shared })
    await sql.unsafe(`grant connect on database ${quoted(name)} to ${rolesOf(service).login}`)
  }
}

async function bears(sql: Sql, name: string, mark: string): Promise<boolean> {
  const [found] =
    await sql`select from pg_database where datname = ${name} and shobj_description(oid, 'pg_database') = ${mark}`
  return found !== undefined
}

/** Size, connections and tables of a database; any role that may connect can ask. */
export function inspectDatabase(url: string): Promise<DatabaseState> {
  return connected(url, async (sql) => {
    const [whole] = await sql<Omit<DatabaseState, 'tables'>[]>`
      select pg_database_size(current_database())::float8 as "sizeBytes", current_setting('max_connections')::int as "maxConnections",
        (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as connections`
    // The counters are empty after a crash, the catalog's estimate after a table is created: use the one that is set.
    const tables = await sql<DatabaseState['tables']>`
      select s.schemaname as schema, s.relname as table, coalesce(nullif(s.n_live_tup, 0), greatest(c.reltuples, 0))::float8 as rows,
        pg_total_relation_size(s.relid)::float8 as "sizeBytes"
      from pg_stat_user_tables s join pg_class c on c.oid = s.relid order by 4 desc, 1, 2`
    return { ...whole!, tables: [...tables] }
  })
}

export async function connected<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    max_lifetime: null,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: 'keyhold-databases' },
  })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
