import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startImport, undoImport } from '@keyhold/contracts/tenancy/imports'
import { TenantCreated, TenantLeft } from '@keyhold/contracts/tenancy/tenants'
import { type Database, openDatabase } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { startWorker } from '@keyhold/kit/jobs/job-worker'
import { roleUrl } from '@keyhold/kit/database/service-roles'
import { settableClock, systemClock } from '@keyhold/kit/runtime/clock'
import { silentLog } from '@keyhold/kit/runtime/log'
import { defineService } from '@keyhold/kit/runtime/service'
import { actors } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { continueImports } from './continue-imports.ts'
import { importRoutes } from '../routes/imports/imports.ts'
import { tenant } from '../schema/tenants.ts'
import { tenancy } from '../service.ts'
import { startImportsApp, many } from '../testing/imports.ts'

// A house that takes files and starts imports, and in which nobody works at them: the tests say who does, and how they die.
const idle = defineService({
  ...tenancy,
  build: () => ({ routes: importRoutes }),
})

let app: Awaited<ReturnType<typeof startImportsApp>>
beforeAll(async () => {
  app = await startImportsApp(idle)
})
afterAll(() => app?.stop())

const serviceUrl = () => roleUrl({ ownerUrl: app.databaseUrl, roleSecret: 'test' }, 'tenancy')

/** By the machine's clock, after which everything is due, and with short waits. */
const startImports = (tools: Pick<Tools, 'db'> & Partial<Tools>) =>
  startWorker({
    service: 'tenancy',
    tools: { call: app.runtime.call, clock: systemClock, log: silentLog, ...tools },
    handlers: [continueImports({ delaysMs: Array<number>(200).fill(50), leaseMs: 500 })],
    pollMs: 20,
  })

/** A process that works at imports, in this one; its door may be meddled with. */
function worker(meddle: (db: Database) => Database = (db) => db) {
  const db = openDatabase({ url: serviceUrl(), service: 'tenancy' })
  const importer = startImports({ db: meddle(db) })
  const stop = () => importer.stop().then(() => db.close())
  onTestFinished(stop)
  return { stop }
}

async function started(rows: number) {
  const landlord = actors.landlord()
  const { id } = await app.check(landlord, many(rows))
  await app.send(startImport, landlord, { params: { id } })
  return { landlord, id }
}

type Started = Awaited<ReturnType<typeof started>>

/** The tenants there are, those that the rows say they have become, and how many are active. */
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
  'a process killed in the middle of a batch leaves whole batches, and another takes up the rest',
  { timeout: 60_000 },
  async () => {
    const one = await started(300)
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../testing/crashing-import.ts', import.meta.url)), serviceUrl()],
      {
        stdio: ['pipe', 'ignore', 'inherit'],
      },
    )
    onTestFinished(() => void child.kill())
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    const left = await app.look(one.landlord, one.id)
    expect([left.status, left.counts.imported, left.counts.valid]).toEqual(['running', 250, 50])
    const halfway = await tenantsOf(one)
    expect(halfway.there).toEqual(halfway.made)
    expect(halfway.there).toHaveLength(250)

    worker()
    expect((await app.reaches(one.landlord, one.id, 'done')).counts).toMatchObject({
      imported: 300,
      valid: 0,
      failed: 0,
    })
    const whole = await tenantsOf(one)
    expect(whole.there).toEqual(whole.made)
    expect(whole.there).toEqual(expect.arrayContaining(halfway.there))
    await app.settled()
    const told = app.published(TenantCreated).filter(({ landlordId }) => landlordId === one.landlord.landlordId)
    expect(told.map(({ tenantId }) => tenantId).toSorted()).toEqual(whole.there)
  },
)

test('what fails in the middle of a batch is tried again as a whole', async () => {
  const one = await started(300)
  let failures = 0
  worker((db) => ({
    ...db,
    transaction: (actor, fn) =>
      db.transaction(actor, async (tx) => {
        const value = await fn(tx)
        if (failures++ % 2 === 0) throw new Error('the lights went out')
        return value
      }),
  }))
  expect((await app.reaches(one.landlord, one.id, 'done')).counts.imported).toBe(300)
  expect(failures).toBeGreaterThanOrEqual(4)
  const { there, made } = await tenantsOf(one)
  expect(there).toEqual(made)
})

test('two processes at once make and take back every row once', { timeout: 60_000 }, async () => {
  const both = [await started(300), await started(300)]
  const workers = [worker(), worker()]
  for (const one of both) {
    await app.reaches(one.landlord, one.id, 'done')
    const { there, made } = await tenantsOf(one)
    expect(there).toEqual(made)
    expect(there).toHaveLength(300)
    await app.send(undoImport, one.landlord, { params: { id: one.id } })
  }
  // The one that takes them up is not the one that began.
  await workers[0]?.stop()
  for (const one of both) {
    expect((await app.reaches(one.landlord, one.id, 'undone')).counts.undone).toBe(300)
    expect((await tenantsOf(one)).active).toBe(0)
    await app.settled()
    expect(app.published(TenantLeft).filter(({ landlordId }) => landlordId === one.landlord.landlordId)).toHaveLength(
      300,
    )
  }
})

test('an undo stops an import that is running', async () => {
  const one = await started(300)
  let batches = 0
  const first = worker((db) => ({
    ...db,
    // After one batch it does nothing more.
    transaction: (actor, fn) => (batches++ === 0 ? db.transaction(actor, fn) : Promise.reject(new Error('too tired'))),
  }))
  await until(async () => (await app.look(one.landlord, one.id)).counts.imported === 250, { what: 'the first batch' })
  await first.stop()
  expect((await app.send(undoImport, one.landlord, { params: { id: one.id } })).body.status).toBe('undoing')
  worker()
  expect((await app.reaches(one.landlord, one.id, 'undone')).counts).toMatchObject({
    undone: 250,
    valid: 50,
    imported: 0,
  })
  expect((await tenantsOf(one)).active).toBe(0)
})

test('an import that cannot go on does not keep others from it', async () => {
  const [stuck, other] = [await started(10), await started(10)]
  worker((db) => ({
    ...db,
    transaction: (actor, fn) =>
      actor.role === 'service' && actor.landlordId === stuck.landlord.landlordId
        ? Promise.reject(new Error('not this one'))
        : db.transaction(actor, fn),
  }))
  expect((await app.reaches(other.landlord, other.id, 'done')).counts.imported).toBe(10)
  expect((await app.look(stuck.landlord, stuck.id)).counts.valid).toBe(10)
})

test('an undo waits while payments does not answer: nobody is taken back unasked', async () => {
  const one = await started(10)
  const first = worker()
  await app.reaches(one.landlord, one.id, 'done')
  await first.stop()
  await app.send(undoImport, one.landlord, { params: { id: one.id } })
  const db = openDatabase({ url: serviceUrl(), service: 'tenancy' })
  let asked = 0
  const call = () => Promise.reject(new Error(`payments is away, asked ${++asked} times`))
  const clock = settableClock(systemClock.now())
  const lonely = startImports({ db, call, clock })
  await until(() => (clock.advance(5_000), asked > 2), { what: 'payments to be asked again' })
  await lonely.stop()
  await db.close()
  expect(await app.look(one.landlord, one.id)).toMatchObject({ status: 'undoing', counts: { imported: 10 } })
  expect((await tenantsOf(one)).active).toBe(10)
})
