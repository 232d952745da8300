import { event as eventContract } from '@keyhold/contracts/event'
import { z } from '@keyhold/contracts/zod'
import { sql } from 'drizzle-orm'
import { boolean, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core'
import * as fc from 'fast-check'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instant, landlordId, uuidRef } from '../database/columns.ts'
import { DatabaseDown, type Database, openDatabase } from '../database/database.ts'
import { migrateService, serviceUrl } from '../database/migrate.ts'
import { Refusal } from '../http/problem.ts'
import { freePort } from '../lib/free-port.ts'
import { serviceActor } from '../runtime/actor.ts'
import { settableClock } from '../runtime/clock.ts'
import { silentLog } from '../runtime/log.ts'
import { freshDatabase } from '../testing/database.ts'
import {
  defineProjection,
  findOrAsk,
  isNewer,
  projectEvents,
  snapshotTime,
  storeAllSnapshots,
  upsertDated,
  upsertSnapshots,
} from './projection.ts'

const renter = pgSchema('copies').table(
  'renter',
  {
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id').notNull(),
    name: text('name').notNull(),
    email: text('email'),
    account: text('account').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
    asOf: instant('as_of').notNull(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.tenantId] })],
)
type RenterRow = typeof renter.$inferSelect

const Snapshot = z.object({
  landlordId: z.uuid(),
  tenantId: z.uuid(),
  name: z.string(),
  email: z.string().nullable().optional(),
  isDeleted: z.boolean(),
})
type Snapshot = z.output<typeof Snapshot>

const renters = defineProjection({
  table: renter,
  row: (snapshot: Snapshot) => ({ ...snapshot, account: 'first' }),
  // Another event says whose account it is.
  merge: { account: sql`${renter.account}` },
})
const RenterChanged = eventContract({ type: 'homes.renter.changed', version: 1, subject: 'tenantId', data: Snapshot })
const RenterLeft = eventContract({ type: 'homes.renter.left', version: 1, subject: 'tenantId', data: Snapshot })

const clock = settableClock('2026-03-15T15:00:00.000Z')
const ann = v7()
const actor = serviceActor('copies', ann)
let db: Database
let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
  const migrations = new URL('../testing/projection-fixture/', import.meta.url)
  await migrateService({ url: database.url, service: 'copies', migrations, shared: [], rolePassword: 'of-tests-only' })
  db = openDatabase({ url: serviceUrl(database.url, 'copies', 'of-tests-only'), service: 'copies' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const at = (minute: number) => new Date(Date.UTC(2026, 2, 15, 12, minute)).toISOString()
const snapshot = (tenantId: string, changes: Partial<Snapshot> = {}): Snapshot => ({
  landlordId: ann,
  tenantId,
  name: 'Tom',
  email: 'tom@rent.test',
  isDeleted: false,
  ...changes,
})
const store = (one: Snapshot, asOf: string) => db.transaction(actor, (tx) => upsertSnapshots(tx, renters, [one], asOf))
const rowsOf = (tenantId: string) =>
  db.read(actor, (read) => read<RenterRow[]>`select * from renter where tenant_id = ${tenantId}`)
const rowOf = async (tenantId: string) => (await rowsOf(tenantId))[0]

test('in whatever order events come, and however often, the newest state is the one that is stored', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      fc.array(fc.nat(4), { maxLength: 4 }),
      async (order, again) => {
        const id = v7()
        const stored = [...order, ...again]
        for (const minute of stored)
          await store(snapshot(id, { name: `name ${minute}`, isDeleted: minute === 4 }), at(minute))
        expect(await rowOf(id)).toMatchObject({ name: 'name 4', isDeleted: true, asOf: at(4) })
      },
    ),
    { numRuns: 20 },
  )
})

test('of two events in one millisecond the later one counts', async () => {
  const id = v7()
  await store(snapshot(id, { name: 'first' }), at(0))
  await store(snapshot(id, { name: 'second' }), at(0))
  expect(await rowOf(id)).toMatchObject({ name: 'second' })
  expect(isNewer(await rowOf(id), at(0))).toBe(false)
  expect([isNewer(undefined, at(0)), isNewer({ asOf: at(1) }, at(0))]).toEqual([false, true])
})

test('snapshots of many records are stored by one statement, and those of one record in their order', async () => {
  const ids = Array.from({ length: 5 }, () => v7())
  const dated = ids.toReversed().map((id) => ({ snapshot: snapshot(id), asOf: at(0) }))
  const late = { snapshot: snapshot(ids[0] ?? '', { name: 'second' }), asOf: at(1) }
  await db.transaction(actor, (tx) => upsertDated(tx, renters, [...dated, late]))
  // A statement of a transaction has its own number, cmin; rows are written in the order of ctid.
  const written = await db.read(
    actor,
    (read) =>
      read<{ tenantId: string; statement: string }[]>`
        select tenant_id, cmin::text as statement from renter where tenant_id = any(${ids}::uuid[]) order by ctid`,
  )
  expect(written.map(({ tenantId }) => tenantId)).toEqual([...ids.slice(1), ids[0]])
  expect(new Set(written.slice(0, 4).map(({ statement }) => statement)).size).toBe(1)
  expect(await rowOf(ids[0] ?? '')).toMatchObject({ name: 'second' })
})

test('storing a record does not wait for a transaction that only refers to it', async () => {
  const id = v7()
  await store(snapshot(id), at(0))
  await db.transaction(actor, async (tx) => {
    // As the check of a foreign key does.
    await tx.execute(sql`select from renter where tenant_id = ${id} for key share`)
    await store(snapshot(id, { name: 'Tim' }), at(1))
  })
  expect(await rowOf(id)).toMatchObject({ name: 'Tim' })
}, 5_000)

test('a deletion stays: an older event that comes late does not make the record again', async () => {
  const id = v7()
  await store(snapshot(id, { isDeleted: true }), at(2))
  await store(snapshot(id), at(1))
  expect(await rowsOf(id)).toMatchObject([{ isDeleted: true }])
})

test('what a snapshot does not say leaves what is stored, and a merged column is not replaced', async () => {
  const id = v7()
  await store(snapshot(id), at(0))
  await db.transaction(actor, (tx) => tx.update(renter).set({ account: 'shared' }))
  await store(snapshot(id, { name: 'Tim', email: undefined }), at(1))
  expect(await rowOf(id)).toMatchObject({ name: 'Tim', email: 'tom@rent.test', account: 'shared' })
  await store(snapshot(id, { email: null }), at(2))
  expect(await rowOf(id)).toMatchObject({ email: null })
})

test('events store what they carry as of their own time, and what follows from them is in the same transaction', async () => {
  const id = v7()
  const [changed, left] = projectEvents(renters, [RenterChanged, RenterLeft], async (events, { tx }) => {
    if (events.some(({ data }) => data.name === 'fails')) throw new Error('what follows failed')
    await tx.update(renter).set({ account: 'followed' })
  })
  const handle = (handler: typeof changed, data: Snapshot, minute: number) =>
    db.transaction(actor, async (tx) =>
      handler?.handle([{ time: at(minute), data } as never], { tx, log: silentLog, clock }),
    )
  await handle(left, snapshot(id, { isDeleted: true }), 5)
  await handle(changed, snapshot(id), 4)
  await expect(handle(changed, snapshot(id, { name: 'fails' }), 6)).rejects.toThrow('what follows failed')
  expect(await rowOf(id)).toMatchObject({ isDeleted: true, account: 'followed', asOf: at(5) })
  expect([changed?.name, left?.contract]).toEqual([RenterChanged.type, RenterLeft])
})

test('a batch stores the same as its events one by one: several of a record, late ones, and those that say less', async () => {
  const [changed] = projectEvents(renters, [RenterChanged])
  const ids = [v7(), v7()]
  const batch = ids.flatMap((id, n) => [
    { time: at(1), data: snapshot(id, { name: 'First' }) },
    { time: at(3 + n), data: snapshot(id, { name: `Third ${n}`, email: undefined }) },
    { time: at(2), data: snapshot(id, { name: 'Late', email: 'late@rent.test' }) },
    { time: at(3 + n), data: snapshot(id, { name: `Last ${n}`, email: undefined }) },
  ])
  await db.transaction(actor, (tx) => changed!.handle(batch as never[], { tx, log: silentLog, clock }))
  for (const [n, id] of ids.entries())
    expect(await rowOf(id)).toMatchObject({ name: `Last ${n}`, email: 'tom@rent.test', asOf: at(3 + n) })
})

const find = (tenantId: string, ask: () => Promise<Snapshot>, isComplete?: (row: RenterRow) => boolean) =>
  findOrAsk(
    renters,
    { db, clock },
    {
      actor,
      find: (read) => read<RenterRow[]>`select * from renter where landlord_id = ${ann} and tenant_id = ${tenantId}`,
      ask,
      ...(isComplete ? { isComplete } : {}),
    },
  )
const neverAsked = () => Promise.reject(new Error('the owner was asked'))

test('the owner is asked once for a record that is not there, and its answer gives way to newer events only', async () => {
  const id = v7()
  expect(await find(id, async () => snapshot(id))).toMatchObject({ name: 'Tom', asOf: snapshotTime(clock) })
  expect(await find(id, neverAsked)).toMatchObject({ name: 'Tom' })
  await store(snapshot(id, { name: 'from before' }), at(0))
  expect(await find(id, neverAsked)).toMatchObject({ name: 'Tom' })
  await store(snapshot(id, { name: 'newer' }), clock.now().toISOString())
  expect(await find(id, neverAsked)).toMatchObject({ name: 'newer' })
})

test('an event that comes while the owner answers is newer than its answer', async () => {
  const id = v7()
  const found = await find(id, async () => {
    await store(snapshot(id, { name: 'by event' }), clock.now().toISOString())
    return snapshot(id, { name: 'by answer' })
  })
  expect(found).toMatchObject({ name: 'by event' })
})

const hasEmail = ({ email }: RenterRow) => email !== null

test('a row that lacks what is needed is asked for again', async () => {
  const id = v7()
  await store(snapshot(id, { email: undefined }), at(0))
  expect(await find(id, async () => snapshot(id), hasEmail)).toMatchObject({ email: 'tom@rent.test' })
  expect(await find(id, neverAsked, hasEmail)).toMatchObject({ email: 'tom@rent.test' })
})

test("what the owner does not know, or calls another landlord's, is not there, and nothing is stored", async () => {
  const [unknown, foreign] = [v7(), v7()]
  expect(await find(unknown, () => Promise.reject(new Refusal('not-found', 'Tenant not found.')))).toBeNull()
  expect(await find(foreign, async () => snapshot(foreign, { landlordId: v7() }))).toBeNull()
  expect([...(await rowsOf(unknown)), ...(await rowsOf(foreign))]).toEqual([])
})

test('while the owner or the database is away the answer is that, and no wrong row', async () => {
  const id = v7()
  const away = new Refusal('unavailable', 'Please try again in a moment.')
  await expect(find(id, () => Promise.reject(away))).rejects.toBe(away)
  expect(await rowsOf(id)).toEqual([])
  const dead = openDatabase({
    url: `postgres://keyhold_copies:x@127.0.0.1:${await freePort()}/none`,
    service: 'copies',
  })
  const asked = findOrAsk(
    renters,
    { db: dead, clock },
    { actor, find: (read) => read<RenterRow[]>`select * from renter`, ask: neverAsked },
  )
  await expect(asked).rejects.toBeInstanceOf(DatabaseDown)
  await dead.close()
})

test('all records of a landlord are stored page by page, those of which an event said something newer stay', async () => {
  const bea = serviceActor('copies', v7())
  const all = Array.from({ length: 7 }, (_, n) =>
    snapshot(v7(), { landlordId: bea.landlordId!, name: `${n}`, ...(n % 2 ? { email: undefined } : {}) }),
  )
  await db.transaction(bea, (tx) =>
    upsertSnapshots(tx, renters, [{ ...all[3]!, name: 'newer' }], clock.now().toISOString()),
  )
  const pages: number[] = []
  await storeAllSnapshots(
    renters,
    { db, clock },
    {
      actor: bea,
      ask: async ({ limit, after }) =>
        all.filter(({ tenantId }) => after === undefined || tenantId > after).slice(0, limit),
      idOf: ({ tenantId }) => tenantId,
      pageSize: 3,
      also: async (_, page) => void pages.push(page.length),
    },
  )
  const stored = await db.read(bea, (read) => read<RenterRow[]>`select name, email from renter order by tenant_id`)
  expect(stored.map(({ name }) => name)).toEqual(['0', '1', '2', 'newer', '4', '5', '6'])
  expect(stored.map(({ email }) => email === null)).toEqual([false, true, false, true, false, true, false])
  expect(pages).toEqual([3, 3, 1])
})
