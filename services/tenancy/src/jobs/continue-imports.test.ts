import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startImport, undoImport } from '@keyhold/contracts/tenancy/imports'
import { TenantCreated, TenantLeft } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { type Database, openDatabase } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { startWorker } from '@keyhold/kit/jobs/worker'
import { roleUrl } from '@keyhold/kit/database/service-roles'
import { settableClock, systemClock } from '@keyhold/kit/runtime/clock'
import { silentLog } from '@keyhold/kit/runtime/log'
import { defineService } from '@keyhold/kit/runtime/service'
import { actors } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { continueImportHandler } from './continue-imports.ts'
import { importRoutes } from '../routes/imports/imports.ts'
import { tenant } from '../schema/tenants.ts'
import { tenancy } from '../service.ts'
import { startImportsApp, validRows } from '../testing/imports.ts'

// An app without the worker: the tests start workers themselves, and crash them.
const withoutWorker = defineService({
  ...tenancy,
  build: () => ({ routes: importRoutes }),
})

let app: Awaited<ReturnType<typeof startImportsApp>>
beforeAll(async () => {
  app = await startImportsApp(withoutWorker)
})
afterAll(() => app?.stop())

const serviceUrl = () => roleUrl({ ownerUrl: app.databaseUrl, roleSecret: 'test' }, 'tenancy')

/** A worker with the system clock, by which every job is due, and with short delays. */
const startImportWorker = (tools: Pick<Tools, 'db'> & Partial<Tools>) =>
  startWorker({
    service: 'tenancy',
    tools: { call: app.runtime.call, clock: systemClock, log: silentLog, ...tools },
    handlers: [continueImportHandler({ delaysMs: Array<number>(200).fill(50), leaseMs: 500 })],
    pollMs: 20,
  })

/** A worker with its own database connections; `wrap` can make them fail. */
function startTestWorker(wrap: (db: Database) => Database = (db) => db) {
  const db = openDatabase({ url: serviceUrl(), service: 'tenancy' })
  const worker = startImportWorker({ db: wrap(db) })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= worker.stop().then(() => db.close()))
  onTestFinished(stop)
  return { stop }
}

async function startedImport(rows: number) {
  const landlord = actors.landlord()
  const { id } = await app.check(landlord, validRows(rows))
  await app.send(startImport, landlord, { params: { id } })
  return { landlord, id }
}

type Started = Awaited<ReturnType<typeof startedImport>>

/** The ids of the landlord's tenants, the tenant ids on the import's rows, and the number of active tenants. */
async function tenantsOf({ landlord, id }: Started) {
  const there = await app
    .db('tenancy')
    .transaction(landlord, (tx) =>
      tx
        .select({ id: tenant.id, isActive: tenant.isActive })
        .from(tenant)
        .where(eq(tenant.landlordId, landlord.landlordId)),
    )
  const made = (await app.rows(landlord, id)).flatMap(({ tenantId }) => tenantId ?? [])
  return {
    there: there.map((one) => one.id).toSorted(),
    made: made.toSorted(),
    active: there.filter(({ isActive }) => isActive).length,
  }
}

test(
  'after a crash in the middle of a batch only whole batches are committed, and another worker imports the rest',
  { timeout: 60_000 },
  async () => {
    const one = await startedImport(60)
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../testing/crashing-import.ts', import.meta.url)), serviceUrl()],
      {
        stdio: ['pipe', 'ignore', 'inherit'],
      },
    )
    onTestFinished(() => void child.kill())
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    const left = await app.find(one.landlord, one.id)
    expect([left.status, left.counts.imported, left.counts.valid]).toEqual(['running', 50, 10])
    const afterCrash = await tenantsOf(one)
    expect(afterCrash.there).toEqual(afterCrash.made)
    expect(afterCrash.there).toHaveLength(50)

    startTestWorker()
    expect((await app.waitFor(one.landlord, one.id, 'done')).counts).toMatchObject({
      imported: 60,
      valid: 0,
      failed: 0,
    })
    const complete = await tenantsOf(one)
    expect(complete.there).toEqual(complete.made)
    expect(complete.there).toEqual(expect.arrayContaining(afterCrash.there))
    await app.settled()
    const created = app.published(TenantCreated).filter(({ landlordId }) => landlordId === one.landlord.landlordId)
    expect(created.map(({ tenantId }) => tenantId).toSorted()).toEqual(complete.there)
  },
)

test('a batch that fails halfway is retried as a whole', async () => {
  const one = await startedImport(300)
  let failures = 0
  startTestWorker((db) => ({
    ...db,
    transaction: (actor, fn) =>
      db.transaction(actor, async (tx) => {
        const value = await fn(tx)
        if (failures++ % 2 === 0) throw new Error('failed at the end of the transaction')
        return value
      }),
  }))
  expect((await app.waitFor(one.landlord, one.id, 'done')).counts.imported).toBe(300)
  expect(failures).toBeGreaterThanOrEqual(4)
  const { there, made } = await tenantsOf(one)
  expect(there).toEqual(made)
})

test('two concurrent workers import and undo every row once', { timeout: 60_000 }, async () => {
  const both = [await startedImport(300), await startedImport(300)]
  const workers = [startTestWorker(), startTestWorker()]
  for (const one of both) {
    await app.waitFor(one.landlord, one.id, 'done')
    const { there, made } = await tenantsOf(one)
    expect(there).toEqual(made)
    expect(there).toHaveLength(300)
    await app.send(undoImport, one.landlord, { params: { id: one.id } })
  }
  // One of the workers stops: the other one continues.
  await workers[0]?.stop()
  for (const one of both) {
    expect((await app.waitFor(one.landlord, one.id, 'undone')).counts.undone).toBe(300)
    expect((await tenantsOf(one)).active).toBe(0)
    await app.settled()
    expect(app.published(TenantLeft).filter(({ landlordId }) => landlordId === one.landlord.landlordId)).toHaveLength(
      300,
    )
  }
})

test('an undo stops an import that is running', async () => {
  const one = await startedImport(60)
  let batches = 0
  const first = startTestWorker((db) => ({
    ...db,
    // Only the first transaction succeeds.
    transaction: (actor, fn) =>
      batches++ === 0 ? db.transaction(actor, fn) : Promise.reject(new Error('no more transactions')),
  }))
  await until(async () => (await app.find(one.landlord, one.id)).counts.imported === 50, { what: 'the first batch' })
  await first.stop()
  expect((await app.send(undoImport, one.landlord, { params: { id: one.id } })).body.status).toBe('undoing')
  startTestWorker()
  expect((await app.waitFor(one.landlord, one.id, 'undone')).counts).toMatchObject({
    undone: 50,
    valid: 10,
    imported: 0,
  })
  expect((await tenantsOf(one)).active).toBe(0)
})

test('an import that fails does not block others', async () => {
  const [stuck, other] = [await startedImport(10), await startedImport(10)]
  startTestWorker((db) => ({
    ...db,
    transaction: (actor, fn) =>
      actor.role === 'service' && actor.landlordId === stuck.landlord.landlordId
        ? Promise.reject(new Error('this landlord always fails'))
        : db.transaction(actor, fn),
  }))
  expect((await app.waitFor(other.landlord, other.id, 'done')).counts.imported).toBe(10)
  expect((await app.find(stuck.landlord, stuck.id)).counts.valid).toBe(10)
})

test('an undo waits while payments does not answer, and archives nobody', async () => {
  const one = await startedImport(10)
  const first = startTestWorker()
  await app.waitFor(one.landlord, one.id, 'done')
  await first.stop()
  await app.send(undoImport, one.landlord, { params: { id: one.id } })
  const db = openDatabase({ url: serviceUrl(), service: 'tenancy' })
  let asked = 0
  const call = () => Promise.reject(new Error(`payments does not answer, asked ${++asked} times`))
  const clock = settableClock(systemClock.now())
  const waiting = startImportWorker({ db, call, clock })
  await until(() => (clock.advance(5_000), asked > 2), { what: 'payments to be asked again' })
  await waiting.stop()
  await db.close()
  expect(await app.find(one.landlord, one.id)).toMatchObject({ status: 'undoing', counts: { imported: 10 } })
  expect((await tenantsOf(one)).active).toBe(10)
})

test('no worker begins the next batch before the pause that the import asked for is over', async () => {
  const one = await startedImport(60)
  const db = openDatabase({ url: serviceUrl(), service: 'tenancy' })
  const worker = startImportWorker({
    db: {
      ...db,
      transaction: (actor, fn) =>
        db.transaction(actor, async (tx) => {
          const value = await fn(tx)
          // The pause that it asked for, if it did, becomes an hour.
          await tx.execute(
            sql`update job set lease_until = lease_until + interval '1 hour' where done_at is not null and lease_until is not null`,
          )
          return value
        }),
    },
  })
  onTestFinished(() => worker.stop().then(() => db.close()))
  await until(async () => (await app.find(one.landlord, one.id)).counts.imported === 50, { what: 'the first batch' })
  await worker.tick()
  expect((await app.find(one.landlord, one.id)).counts).toMatchObject({ imported: 50, valid: 10 })
  await db.adminTransaction('an hour later', (tx) =>
    tx.execute(sql`update job set lease_until = clock_timestamp() where done_at is not null`),
  )
  await worker.tick()
  expect((await app.find(one.landlord, one.id)).counts).toMatchObject({ imported: 60, valid: 0 })
})

test('an import pauses after each batch but the last', async () => {
  const one = await startedImport(60)
  const pauses: number[] = []
  startTestWorker((db) => ({
    ...db,
    transaction: async (actor, fn) => {
      const value = await db.transaction(actor, fn)
      if (typeof value === 'number') pauses.push(value)
      return value
    },
  }))
  await app.waitFor(one.landlord, one.id, 'done')
  expect(pauses).toEqual([expect.any(Number), 0])
  expect(pauses[0]).toBeGreaterThan(0)
})
