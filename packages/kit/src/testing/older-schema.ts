import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { migrateService } from '../database/migrate.ts'
import { rolePassword } from '../database/service-roles.ts'
import type { ServiceDefinition } from '../runtime/service.ts'
import { freshDatabase } from './database.ts'

type Migrated = Pick<ServiceDefinition, 'name' | 'migrations' | 'shared'>

/** Brings a service's schema up to date, or to where it was before the migration `before`, named without its number. */
export async function migrateTo(
  url: string,
  { name: service, migrations, shared = [] }: Migrated,
  before?: string,
): Promise<void> {
  if (!migrations) throw new Error(`${service} has no migrations`)
  // Roles belong to the whole server: another password would lock out the test files that run at the same time.
  const options = { url, service, shared, rolePassword: rolePassword('test', service) }
  if (before === undefined) return migrateService({ ...options, migrations })
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-older-'))
  try {
    cpSync(fileURLToPath(migrations), folder, { recursive: true })
    const file = join(folder, 'meta/_journal.json')
    const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
    const at = journal.entries.findIndex(({ tag }) => tag.replace(/^\d+_/, '') === before)
    if (at < 0) throw new Error(`${service} has no migration ${before}`)
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
    await migrateService({ ...options, migrations: folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export interface OlderDatabase {
  /** The owner's connection. Names are in camel case, dates are text. */
  sql: postgres.Sql
  upgrade(): Promise<void>
  stop(): Promise<void>
}

/** A database with a service's schema as it was before a migration. */
export async function olderDatabase(service: Migrated, before: string): Promise<OlderDatabase> {
  const { url, drop } = await freshDatabase()
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    transform: postgres.camel,
    types: { date: { to: 1082, from: [1082], serialize: String, parse: String } },
  })
  await migrateTo(url, service, before)
  return {
    sql,
    upgrade: () => migrateTo(url, service),
    async stop() {
      await sql.end()
      await drop()
    },
  }
}
