import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseDown, type Database, openDatabase } from './database.ts'
import { migrateService, serviceUrl } from './migrate.ts'
import { type RunningPostgres, startPostgres } from './postgres.ts'
import { aLandlord, ledgerSchema, notes, rolePassword } from '../testing/fixture/ledger.ts'
import { until } from '../testing/wait.ts'

const folder = mkdtempSync(join(tmpdir(), 'keyhold-down-'))
chmodSync(folder, 0o711)
const dataDir = join(folder, 'data')
const ann = aLandlord()
let server: RunningPostgres
let db: Database

beforeAll(async () => {
  server = await startPostgres({ dataDir, flags: { fsync: 'off' } })
  await migrateService({ url: server.url, ...ledgerSchema })
  db = openDatabase({
    url: serviceUrl(server.url, 'ledger', rolePassword),
    service: 'ledger',
    writes: 2,
    statementTimeoutMs: 500,
  })
  await db.transaction(ann, (tx) => tx.insert(notes).values({ landlordId: ann.landlordId, body: 'kept' }))
})
afterAll(async () => {
  await db.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const read = () => db.read(ann, (q) => q`select body from notes`)
const write = () => db.transaction(ann, (tx) => tx.select({ body: notes.body }).from(notes))

test('a query on a restarted server fails as DatabaseDown, soon, and then works again', async () => {
  const { port } = server
  await read()
  await server.stop()
  const start = performance.now()
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 50 }, read),
    ...Array.from({ length: 50 }, write),
    db.ping(),
  ])
  expect(performance.now() - start).toBeLessThan(3_000)
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseDown) })
  server = await startPostgres({ dataDir, port, flags: { fsync: 'off' } })
  expect(await read()).toEqual([{ body: 'kept' }])
  expect(await write()).toEqual([{ body: 'kept' }])
  await db.ping()
})

test('what was under way when the server went is DatabaseDown, and the process lives', async () => {
  const { port } = server
  const reached = Promise.withResolvers<void>()
  const thinking = Promise.withResolvers<void>()
  const under = Promise.allSettled([
    db.read(ann, (q) => q`select pg_sleep(0.4)`),
    db.transaction(ann, async (tx) => {
      await tx.insert(notes).values({ landlordId: ann.landlordId, body: 'lost' })
      reached.resolve()
      await thinking.promise
      await tx.insert(notes).values({ landlordId: ann.landlordId, body: 'never in a transaction' })
    }),
  ])
  await reached.promise
  await server.stop()
  server = await startPostgres({ dataDir, port, flags: { fsync: 'off' } })
  thinking.resolve()
  const [, written] = await under
  expect(written).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseDown) })
  expect(await until(read)).toEqual([{ body: 'kept' }])
})

test('a long statement is cut off, and its connection goes on', async () => {
  await expect(db.read(ann, (q) => q`select pg_sleep(60)`)).rejects.toMatchObject({ code: '57014' })
  await expect(db.transaction(ann, (tx) => tx.execute(sql`select pg_sleep(60)`))).rejects.toMatchObject({
    cause: { code: '57014' },
  })
  expect(await read()).toEqual([{ body: 'kept' }])
})

test('a server that takes connections and never answers is down', async () => {
  const { createServer } = await import('node:net')
  const deaf = createServer(() => {}).listen(0, '127.0.0.1')
  await new Promise((done) => deaf.once('listening', done))
  const address = deaf.address()
  const lost = openDatabase({
    url: `postgres://x:y@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/x`,
    service: 'ledger',
  })
  const outcomes = await Promise.allSettled([
    lost.ping(),
    lost.read(ann, (q) => q`select 1`),
    lost.transaction(ann, async () => {}),
  ])
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseDown) })
  await lost.close()
  deaf.close()
})

test('a transaction cut off by an administrator does not take the process along', async () => {
  const owner = postgres(server.url, { max: 1, onnotice: () => {} })
  await expect(
    db.transaction(ann, async (tx) => {
      const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await owner`select pg_terminate_backend(${row?.pid ?? 0})`
      await until(async () => (await owner`select from pg_stat_activity where pid = ${row?.pid ?? 0}`).length === 0)
      await tx.insert(notes).values({ landlordId: ann.landlordId, body: 'lost' })
    }),
  ).rejects.toBeInstanceOf(DatabaseDown)
  await owner.end()
  expect(await write()).toEqual([{ body: 'kept' }])
})
