import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../database/postgres.ts'
import { migrateAll } from '../database/service-roles.ts'
import type { ServiceDefinition } from '../runtime/service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Vitest's globalSetup: one Postgres for the run, or the one that KEYHOLD_TEST_DATABASE_URL names. Returns the teardown. */
export async function setup(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const existing = process.env.KEYHOLD_TEST_DATABASE_URL
  if (existing) {
    project.provide('postgresUrl', existing)
    return async () => {}
  }
  const server = await startTestPostgres()
  project.provide('postgresUrl', server.url)
  return server.stop
}

/** A Postgres of its own in a temp folder, for what a shared one cannot show: restarts, crashes. Durability is off. */
export async function startTestPostgres(port = 0): Promise<{ url: string; port: number; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'keyhold-test-'))
  chmodSync(folder, 0o711) // mkdtemp gives 0700: root's Postgres runs under another account
  const server = await startPostgres({
    dataDir: join(folder, 'data'),
    port,
    // Several test files run at once, each with all services and their pools.
    flags: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 800 },
  })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Linux' folder in memory, where it has room: a database is made in 10 ms there, in 200 ms on a disk. */
function roomyMemory(): string | undefined {
  const folder = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * 1024 ** 3 ? folder : undefined
  } catch {
    return undefined
  }
}

/**
 * A new database in the run's Postgres, for one test file, with the schemas of these services. The url is the superuser's.
 * The migrations run once for all files with the same services; the others copy what they left.
 */
export async function freshDatabase(
  services: ServiceDefinition[] = [],
): Promise<{ url: string; drop: () => Promise<void> }> {
  // Not at the top: neither the process of globalSetup nor a benchmark may load vitest.
  const admin = process.env.KEYHOLD_TEST_DATABASE_URL ?? (await import('vitest')).inject('postgresUrl')
  const template = services.length > 0 ? await templateOf(services, admin) : 'template0'
  const name = `t_${randomUUID().replaceAll('-', '').slice(0, 20)}`
  await once(admin, (sql) => copy(sql, name, template))
  return { url: urlOf(admin, name), drop: () => once(admin, (sql) => drop(sql, name)) }
}

const copy = (sql: Sql, name: string, template: string) =>
  sql.unsafe(`create database ${name} template ${template} strategy file_copy`)
const drop = (sql: Sql, name: string) => sql.unsafe(`drop database if exists ${name} with (force)`)

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** The secret that the passwords of the services' roles come from; roles belong to the whole server. */
export const testRoleSecret = 'test'

/** Name of the database that has been migrated for these services, made by whoever needs it first. */
async function templateOf(services: ServiceDefinition[], admin: string): Promise<string> {
  const name = `m_${digestOf(services)}`
  await once(admin, async (sql) => {
    await sql`select pg_advisory_lock(hashtextextended(${name}, 0))`
    const [found] = await sql`select from pg_database where datname = ${name}`
    if (found) return
    // Under its name only once it is complete: the process may end in between.
    const unfinished = `${name}_unfinished`
    await drop(sql, unfinished)
    await copy(sql, unfinished, 'template0')
    await migrateAll(services, { ownerUrl: urlOf(admin, unfinished), roleSecret: testRoleSecret })
    await sql.unsafe(`alter database ${unfinished} rename to ${name}`)
  })
  return name
}

const digests = new Map<string, string>()

/** Of all that the migrations depend on but the code that runs them: a server that outlives the run may have older templates. */
function digestOf(services: ServiceDefinition[]): string {
  const names = services.map(({ name }) => name).join()
  const known = digests.get(names)
  if (known) return known
  const hash = createHash('sha256')
  for (const { name, migrations, shared = [] } of services) {
    hash.update(`${name}:${shared.join()}\n`)
    if (!migrations) continue
    for (const file of globSync('**/*.sql', { cwd: migrations }).toSorted())
      hash.update(file).update(readFileSync(new URL(file, migrations)))
  }
  const digest = hash.digest('hex').slice(0, 20)
  digests.set(names, digest)
  return digest
}

async function once(admin: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(admin, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
