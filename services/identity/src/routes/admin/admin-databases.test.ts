import { adminSummary, listLandlords } from '@keyhold/contracts/identity/admin-accounts'
import {
  createDatabase,
  DatabaseCreated,
  listDatabases,
  monitorDatabase,
} from '@keyhold/contracts/identity/landlord-databases'
import { listActivity } from '@keyhold/contracts/identity/admin-activity'
import { currentUser } from '@keyhold/contracts/identity/accounts'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { type LandlordDatabases, ownerDatabases } from '@keyhold/kit/database/landlord-databases'
import { actors, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { eq } from 'drizzle-orm'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { landlordDatabases } from '../../schema/admin.ts'
import { identity } from '../../service.ts'
import { asLandlord, aSuperAdmin, signUp } from '../../testing/people.ts'

let app: TestApp
let admin: LandlordActor
let real: LandlordDatabases
/** What the server's databases do in this test: the real thing, unless a test says otherwise. */
let made: LandlordDatabases
const names: string[] = []

beforeAll(async () => {
  app = await startTestApp([identity], {
    databases(ownerUrl) {
      real = ownerDatabases({ ownerUrl, services: [identity] })
      return {
        mayCreate: true,
        create: (database) => made.create(database),
        find: (database) => made.find(database),
        drop: (database) => made.drop(database),
        inspect: (name) => made.inspect(name),
      }
    },
  })
  admin = await aSuperAdmin(app)
})
beforeEach(() => {
  made = real
})
afterAll(async () => {
  await asOwner(async (sql) => {
    for (const name of names) await sql.unsafe(`drop database if exists ${name} with (force)`)
  })
  await app.stop()
})

async function asOwner<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
function aName(): string {
  names.push(`rentals_${process.pid}_${names.length}`)
  return names.at(-1)!
}
const create = (landlordId: string, databaseName: string, headers = {}) =>
  app.send(createDatabase, admin, { body: { landlordId, databaseName }, headers })
const exists = (name: string) =>
  asOwner(async (sql) => (await sql`select from pg_database where datname like ${name}`).length > 0)
const halfMade = () => exists('keyhold\\_making\\_%')
const registry = (landlordId: string) =>
  app
    .db('identity')
    .adminTransaction('test', (tx) =>
      tx.select().from(landlordDatabases).where(eq(landlordDatabases.landlordId, landlordId)),
    )
const list = async (query = {}) => (await app.send(listDatabases, admin, { query })).body
const activity = async (targetUserId: string) => (await app.send(listActivity, admin, { query: { targetUserId } })).body
const later = async () => {
  await app.tick()
  app.clock.advance(3 * 60_000)
  await app.tick()
}

describe('giving a landlord a database', () => {
  test('makes it on the server, lists it inactive, shows it on the landlord, writes it down and tells it', async () => {
    const [user, name] = [await signUp(app), aName()]
    const answer = await create(user.id, name)
    expect(answer.status, answer.problem.detail).toBe(201)
    const shown = {
      databaseName: name,
      landlordId: user.id,
      landlordEmail: user.email,
      isActive: false,
      landlords: 0,
      createdAt: app.clock.now().toISOString(),
    }
    expect(answer.body).toEqual({ id: expect.any(String) as unknown, ...shown })
    expect(await list({ q: name })).toEqual([answer.body])
    expect(await exists(name)).toBe(true)
    expect((await app.send(currentUser, asLandlord(user))).body.databaseName).toBe(name)
    expect((await app.send(listLandlords, admin, { query: { q: user.email } })).body[0]?.databaseName).toBe(name)
    expect(await activity(user.id)).toMatchObject([
      { adminId: admin.userId, action: 'database_created', landlordId: user.id, details: { databaseName: name } },
    ])
    expect((await app.send(adminSummary, admin)).body.activeDatabases).toBe(1)
    await app.settled()
    expect(app.published(DatabaseCreated)).toContainEqual({
      databaseId: answer.body.id,
      landlordId: user.id,
      databaseName: name,
    })
    expect(JSON.stringify(answer.body)).not.toContain('postgres://')
  })

  test('refuses names that Postgres or the house would trip over', async () => {
    const { id } = await signUp(app)
    for (const name of [
      '',
      'ab',
      '9lives',
      'Upper',
      'has space',
      'semi;colon',
      'quo"te',
      'postgres',
      'template1',
      'pg_mine',
      'keyhold_making_x',
      'x'.repeat(64),
    ])
      expect((await create(id, name)).problem, name).toMatchObject({ status: 400, code: 'invalid-input' })
    expect(await registry(id)).toEqual([])
  })

  test('refuses a name that is taken, by whomever, and leaves that database alone', async () => {
    const [user, foreign] = [await signUp(app), aName()]
    await asOwner((sql) => sql.unsafe(`create database ${foreign}`))
    const shared = new URL(app.databaseUrl).pathname.slice(1)
    for (const name of [foreign, shared])
      expect((await create(user.id, name)).problem).toMatchObject({
        status: 409,
        code: 'database-exists',
        detail: `A database named ${name} already exists.`,
      })
    expect([await exists(foreign), await registry(user.id), await halfMade()]).toEqual([true, [], false])
  })

  test('refuses a landlord who has one, and whoever is no landlord', async () => {
    const user = await signUp(app)
    const tenant = await signUp(app, { userType: 'tenant' })
    expect((await create(user.id, aName())).status).toBe(201)
    const second = aName()
    expect((await create(user.id, second)).problem).toMatchObject({ status: 409, code: 'conflict' })
    for (const id of [tenant.id, admin.userId, v7()])
      expect((await create(id, second)).problem).toMatchObject({ status: 404, detail: 'Landlord not found' })
    expect(await exists(second)).toBe(false)
  })

  test('asked for many times at once: one database for the landlord, one landlord for the name', async () => {
    const [ann, ben, cleo] = [await signUp(app), await signUp(app), await signUp(app)]
    const wanted = [aName(), aName(), aName()]
    const forAnn = await Promise.all(wanted.map((name) => create(ann.id, name)))
    expect(forAnn.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const name = aName()
    const forName = await Promise.all([create(ben.id, name), create(cleo.id, name)])
    expect(forName.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await Promise.all(wanted.map(exists))).toEqual(forAnn.map(({ status }) => status === 201))
    expect(await halfMade()).toBe(false)
  })

  test('answers the same to the same Idempotency-Key', async () => {
    const [user, name] = [await signUp(app), aName()]
    const key = { 'idempotency-key': user.id }
    const [first, again] = [await create(user.id, name, key), await create(user.id, name, key)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(await activity(user.id)).toHaveLength(1)
  })
})

describe('when the server fails', () => {
  test('half-way: 503, nothing is left, and the same request works afterwards', async () => {
    const [user, name] = [await signUp(app), aName()]
    const broken = { name: 'identity', migrations: new URL('no-such-folder/', import.meta.url) }
    made = {
      ...real,
      create: (database) =>
        ownerDatabases({ ownerUrl: app.databaseUrl, services: [identity, broken] }).create(database),
    }
    const key = { 'idempotency-key': user.id }
    const refused = await create(user.id, name, key)
    expect(refused.problem).toMatchObject({ status: 503, code: 'unavailable' })
    expect(refused.headers['retry-after']).toBeDefined()
    expect([await exists(name), await halfMade(), await registry(user.id), await activity(user.id)]).toEqual([
      false,
      false,
      [],
      [],
    ])
    made = real
    expect((await create(user.id, name, key)).status).toBe(201)
  })

  test('and does not even drop what it made: the schedule clears it away, and name and landlord are free', async () => {
    const [user, name] = [await signUp(app), aName()]
    const down = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    made = { ...real, create: down, drop: down }
    expect((await create(user.id, name)).status).toBe(503)
    expect(await registry(user.id)).toMatchObject([{ state: 'creating' }])
    expect(await list({ q: name }), 'what is not made is not listed').toEqual([])
    made = real
    await later()
    expect(await registry(user.id)).toEqual([])
    expect((await create(user.id, name)).status).toBe(201)
  })
})

describe('when the process dies', () => {
  /** A request whose process goes no further than `until`. */
  async function dies(until: 'before it began' | 'half-way' | 'when all was made') {
    const [user, name] = [await signUp(app), aName()]
    let reached: () => void = () => {}
    const there = new Promise<void>((resolve) => (reached = resolve))
    made = {
      ...real,
      async create(database) {
        if (until === 'half-way')
          await asOwner((sql) => sql.unsafe(`create database keyhold_making_${database.id.replaceAll('-', '')}`))
        if (until === 'when all was made') await real.create(database)
        reached()
        await new Promise(() => {})
      },
    }
    void create(user.id, name)
    await there
    made = real
    return { user, name }
  }

  test.each(['before it began', 'half-way'] as const)('%s: nothing is left of it', async (when) => {
    const { user, name } = await dies(when)
    expect((await create(user.id, name)).problem, 'while nobody knows').toMatchObject({ status: 409 })
    await later()
    expect([await registry(user.id), await exists(name), await halfMade(), await activity(user.id)]).toEqual([
      [],
      false,
      false,
      [],
    ])
    expect((await create(user.id, name)).status).toBe(201)
  })

  test('when all was made: it is listed, once, with its entry in the log', async () => {
    const { user, name } = await dies('when all was made')
    expect(await list({ q: name })).toEqual([])
    await later()
    await later()
    expect(await list({ q: name })).toMatchObject([{ databaseName: name, landlordId: user.id, isActive: false }])
    expect(await activity(user.id)).toMatchObject([{ action: 'database_created', adminId: admin.userId }])
  })

  test('one that the schedule lists before the slow request does stays, and the request says so', async () => {
    const [user, name] = [await signUp(app), aName()]
    made = {
      ...real,
      async create(database) {
        await real.create(database)
        await later()
      },
    }
    const answer = await create(user.id, name)
    expect([answer.status, answer.body.databaseName]).toEqual([201, name])
    expect([await exists(name), (await list({ q: name })).length, (await activity(user.id)).length]).toEqual([
      true,
      1,
      1,
    ])
  })

  test('one that is still being made is left in peace, and one given up meanwhile leaves nothing', async () => {
    const [user, name] = [await signUp(app), aName()]
    let go: () => void = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    let began: () => void = () => {}
    const begun = new Promise<void>((resolve) => (began = resolve))
    made = {
      ...real,
      find: async () => 'under-way',
      async create(database) {
        began()
        await held
        await real.create(database)
      },
    }
    const answer = create(user.id, name)
    await begun
    await later()
    expect(await registry(user.id)).toMatchObject([{ state: 'creating' }])
    made = real
    await later()
    expect(await registry(user.id)).toEqual([])
    go()
    expect((await answer).status).toBe(503)
    expect([await exists(name), await halfMade()]).toEqual([false, false])
  })
})

describe('the list of databases', () => {
  test('begins with the shared one, which holds every landlord, and is paged', async () => {
    const all = await list()
    const landlords = Number((await app.send(listLandlords, admin, { query: { limit: 1 } })).headers['x-total-count'])
    expect(all[0]).toMatchObject({
      id: null,
      databaseName: new URL(app.databaseUrl).pathname.slice(1),
      landlordId: null,
      isActive: true,
      landlords,
    })
    expect(all.length).toBeGreaterThan(3)
    const paged: string[] = []
    for (let cursor: string | undefined, page = 0; page === 0 || cursor; page++) {
      const answer = await app.send(listDatabases, admin, { query: { limit: 1, ...(cursor ? { cursor } : {}) } })
      expect(answer.headers['x-total-count']).toBe(String(all.length))
      paged.push(...answer.body.map(({ databaseName }) => databaseName))
      cursor = /cursor=([^>&]+)/.exec(answer.headers.link ?? '')?.[1]
    }
    expect(paged).toEqual(all.map(({ databaseName }) => databaseName))
  })

  test('is searched by name and e-mail, and what is typed means itself', async () => {
    const [user, name] = [await signUp(app, { email: 'db_owner@example.com' }), aName()]
    await create(user.id, name)
    expect((await list({ q: 'DB_OWNER' })).map(({ databaseName }) => databaseName)).toEqual([name])
    expect(await list({ q: 'db%owner' })).toEqual([])
  })
})

describe('monitoring', () => {
  const monitor = (name: string) => app.send(monitorDatabase, admin, { params: { name } })

  test('looks into the shared database and a landlord’s own, each by itself', async () => {
    const [user, name] = [await signUp(app), aName()]
    await create(user.id, name)
    for (const database of [new URL(app.databaseUrl).pathname.slice(1), name]) {
      const { status, body } = await monitor(database)
      expect(status).toBe(200)
      expect(body).toMatchObject({ databaseName: database, checkedAt: app.clock.now().toISOString() })
      expect(body.sizeBytes).toBeGreaterThan(1_000_000)
      expect(body.maxConnections).toBeGreaterThan(10)
      expect(body.tables.some(({ schema, table }) => schema === 'identity' && table === 'users')).toBe(true)
    }
    expect((await monitor(name)).body.connections).toBe(0)
  })

  test('knows no other database of the server: 404', async () => {
    for (const name of ['postgres', 'template1', 'no_such_database', "x' or true"])
      expect((await monitor(name)).problem.status, name).toBe(404)
  })

  test('of a database that does not answer: 503', async () => {
    made = { ...real, inspect: () => Promise.reject(new Error('connect ECONNREFUSED')) }
    expect((await monitor(new URL(app.databaseUrl).pathname.slice(1))).problem).toMatchObject({ status: 503 })
  })
})

test('without the owner’s URL nothing can be made, the answer names the setting, and the shared database is watched all the same', async () => {
  const bare = await startTestApp([identity])
  const user = await signUp(bare)
  const root = await aSuperAdmin(bare)
  const { problem } = await bare.send(createDatabase, root, { body: { landlordId: user.id, databaseName: 'not_here' } })
  expect(problem).toMatchObject({ status: 503, code: 'unavailable' })
  expect(problem.detail).toContain('PROVISION_DATABASE_URL')
  await bare.tick()
  expect(
    (await bare.send(monitorDatabase, root, { params: { name: new URL(bare.databaseUrl).pathname.slice(1) } })).status,
  ).toBe(200)
  await bare.stop()
})

test('a landlord reaches none of it', async () => {
  const [user, name] = [await signUp(app), aName()]
  for (const answer of [
    await app.send(createDatabase, asLandlord(user), { body: { landlordId: user.id, databaseName: name } }),
    await app.send(listDatabases, asLandlord(user)),
    await app.send(monitorDatabase, actors.tenantOf(asLandlord(user)), { params: { name } }),
  ])
    expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden' })
})
