import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'
import { pidIn } from './postgres-process.ts'
import { until } from '../testing/wait.ts'

let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyhold-pg-'))
  chmodSync(folder, 0o711)
  dataDir = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// The kills are of processes, not of the machine: fsync would only take time.
const start = () => startPostgres({ dataDir, flags: { fsync: 'off' } })

async function ask<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {}, fetch_types: false })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

test('the first start makes the data, a later one finds it, under the same password', async () => {
  const first = await start()
  expect(
    await ask(
      first.url,
      (sql) =>
        sql`select current_setting('server_version_num')::int / 10000 as major, current_setting('max_connections') as n`,
    ),
  ).toEqual([{ major: 18, n: '300' }])
  await ask(first.url, (sql) => sql`create table kept (x int)`)
  await first.stop()
  expect(statSync(`${dataDir}.password`).mode & 0o777).toBe(0o600)
  const second = await start()
  expect(new URL(second.url).password).toBe(new URL(first.url).password)
  expect(await ask(second.url, (sql) => sql`select * from kept`)).toEqual([])
  rmSync(`${dataDir}.password`)
  await second.stop()
  await second.stop()
  const third = await start()
  expect(new URL(third.url).password).not.toBe(new URL(first.url).password)
  expect(await ask(third.url, (sql) => sql`select * from kept`)).toEqual([])
  await third.stop()
})

test('a second launcher on the same data is refused', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(/Another Keyhold \(process \d+\) runs the database/)
  await first.stop()
  await (await start()).stop()
})

/** A launcher in a process of its own, to be killed. */
async function launchElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const script = `import { startPostgres } from ${JSON.stringify(import.meta.resolve('./postgres.ts'))}
    process.stdout.write((await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, flags: { fsync: 'off' } })).url)`
  const node = join(import.meta.dirname, '../../../../node_modules/.bin/node') // vitest may run under an older one
  const child = spawn(node, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((done) => child.stdout.once('data', (text: Buffer) => done(String(text))))
  return { child, url }
}

test('after kill -9 of the launcher the next one takes over, and nothing committed is lost', async () => {
  const { child, url } = await launchElsewhere()
  await ask(url, (sql) => sql`create table kept as select 1 as x`)
  const orphan = pidIn(join(dataDir, 'postmaster.pid'))
  child.kill('SIGKILL')
  await until(() => child.signalCode)
  const next = await start()
  expect(pidIn(join(dataDir, 'postmaster.pid'))).not.toBe(orphan)
  expect(await ask(next.url, (sql) => sql`select * from kept`)).toEqual([{ x: 1 }])
  await next.stop()
})

test('after kill -9 of launcher and server alike the next start recovers', async () => {
  const { child, url } = await launchElsewhere()
  await ask(url, (sql) => sql`create table kept as select 1 as x`)
  child.kill('SIGKILL')
  await until(() => child.signalCode)
  process.kill(pidIn(join(dataDir, 'postmaster.pid')), 'SIGKILL')
  const next = await start()
  expect(await ask(next.url, (sql) => sql`select * from kept`)).toEqual([{ x: 1 }])
  await next.stop()
})

test('a server that dies is started again on its port', async () => {
  const server = await start()
  await ask(server.url, (sql) => sql`create table kept as select 1 as x`)
  process.kill(pidIn(join(dataDir, 'postmaster.pid')), 'SIGKILL')
  expect(await until(() => ask(server.url, (sql) => sql`select * from kept`))).toEqual([{ x: 1 }])
  await server.stop()
})

test.runIf(process.getuid?.() === 0)(
  'below a private folder of root the data is kept elsewhere, and a link says where',
  async () => {
    chmodSync(folder, 0o700)
    const server = await start()
    await ask(server.url, (sql) => sql`create table kept (x int)`)
    await server.stop()
    const real = realpathSync(dataDir)
    expect(real).not.toBe(dataDir)
    const again = await start()
    expect(await ask(again.url, (sql) => sql`select * from kept`)).toEqual([])
    await again.stop()
    rmSync(dirname(real), { recursive: true })
  },
)

test('a folder with something else in it is left alone', async () => {
  mkdirSync(join(dataDir, 'photos'), { recursive: true })
  await expect(start()).rejects.toThrow('neither empty nor a Postgres data directory')
  expect(existsSync(join(dataDir, 'photos'))).toBe(true)
})
