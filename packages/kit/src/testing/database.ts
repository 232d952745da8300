import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../database/postgres.ts'

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

/** A new, empty database in the run's Postgres, for one test file. The url is the superuser's. */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  // Not at the top: neither the process of globalSetup nor a benchmark may load vitest.
  const admin = process.env.KEYHOLD_TEST_DATABASE_URL ?? (await import('vitest')).inject('postgresUrl')
  const name = `t_${randomUUID().replaceAll('-', '').slice(0, 20)}`
  await once(admin, `create database ${name} template template0 strategy file_copy`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => once(admin, `drop database if exists ${name} with (force)`) }
}

async function once(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
