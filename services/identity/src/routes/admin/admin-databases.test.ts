import { adminSummary, listLandlords } from '@keyhold/contracts/identity/admin-accounts'
import {
  createDatabase,
  DatabaseCreated,
  listDatabases,
  monitorDatabase,
} from '@keyhold/contracts/identity/landlord-databases'
import { currentUser } from '@keyhold/contracts/identity/accounts'
import { actors, startTestApp } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { identity } from '../../service.ts'
import { startDatabasesApp } from '../../testing/databases-app.ts'
import { createSuperAdmin, landlordActor, signUp } from '../../testing/people.ts'

const {
  app,
  admin,
  asOwner,
  exists,
  sharedName,
  replace,
  restore,
  newName,
  create,
  hasPartial,
  rows,
  list,
  activity,
  stop,
} = await startDatabasesApp()
afterEach(restore)
afterAll(stop)

describe('creating a database', () => {
  test('creates it on the server, lists it as inactive, shows it on the landlord, logs it and announces it', async () => {
    const [user, name] = [await signUp(app), newName()]
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
    expect((await app.send(currentUser, landlordActor(user))).body.databaseName).toBe(name)
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

  test('refuses names that Postgres cannot use unquoted or that are reserved', async () => {
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
    expect(await rows(id)).toEqual([])
  })

  test('refuses the name of any existing database and does not touch that database', async () => {
    const [user, foreign] = [await signUp(app), newName()]
    await asOwner((sql) => sql.unsafe(`create database ${foreign}`))
    for (const name of [foreign, sharedName])
      expect((await create(user.id, name)).problem).toMatchObject({
        status: 409,
        code: 'database-exists',
        detail: `A database named ${name} already exists.`,
      })
    expect([await exists(foreign), await rows(user.id), await hasPartial()]).toEqual([true, [], false])
  })

  test('refuses a landlord who has one, and users who are not landlords', async () => {
    const user = await signUp(app)
    const tenant = await signUp(app, { userType: 'tenant' })
    expect((await create(user.id, newName())).status).toBe(201)
    const second = newName()
    expect((await create(user.id, second)).problem).toMatchObject({ status: 409, code: 'conflict' })
    for (const id of [tenant.id, admin.userId, v7()])
      expect((await create(id, second)).problem).toMatchObject({ status: 404, detail: 'Landlord not found' })
    expect(await exists(second)).toBe(false)
  })

  test('many requests at once create one database per landlord and per name', async () => {
    const [ann, ben, cleo] = [await signUp(app), await signUp(app), await signUp(app)]
    const wanted = [newName(), newName(), newName()]
    const forAnn = await Promise.all(wanted.map((name) => create(ann.id, name)))
    expect(forAnn.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const name = newName()
    const forName = await Promise.all([create(ben.id, name), create(cleo.id, name)])
    expect(forName.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await Promise.all(wanted.map(exists))).toEqual(forAnn.map(({ status }) => status === 201))
    expect(await hasPartial()).toBe(false)
  })

  test('the same Idempotency-Key gets the same answer', async () => {
    const [user, name] = [await signUp(app), newName()]
    const key = { 'idempotency-key': user.id }
    const [first, again] = [await create(user.id, name, key), await create(user.id, name, key)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(await activity(user.id)).toHaveLength(1)
  })
})

describe('the list of databases', () => {
  test('starts with the shared one, which holds every landlord, and is paged', async () => {
    const all = await list()
    const landlords = Number((await app.send(listLandlords, admin, { query: { limit: 1 } })).headers['x-total-count'])
    expect(all[0]).toMatchObject({
      id: null,
      databaseName: sharedName,
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

  test('is searched by name and email, without wildcards', async () => {
    const [user, name] = [await signUp(app, { email: 'db_owner@example.com' }), newName()]
    await create(user.id, name)
    expect((await list({ q: 'DB_OWNER' })).map(({ databaseName }) => databaseName)).toEqual([name])
    expect(await list({ q: 'db%owner' })).toEqual([])
  })
})

describe('monitoring', () => {
  const monitor = (name: string) => app.send(monitorDatabase, admin, { params: { name } })

  test('reports on the shared database and a landlord’s own separately', async () => {
    const [user, name] = [await signUp(app), newName()]
    await create(user.id, name)
    for (const database of [sharedName, name]) {
      const { status, body } = await monitor(database)
      expect(status).toBe(200)
      expect(body).toMatchObject({ databaseName: database, checkedAt: app.clock.now().toISOString() })
      expect(body.sizeBytes).toBeGreaterThan(1_000_000)
      expect(body.maxConnections).toBeGreaterThan(10)
      expect(body.tables.some(({ schema, table }) => schema === 'identity' && table === 'users')).toBe(true)
    }
    expect((await monitor(name)).body.connections).toBe(0)
  })

  test('answers 404 for any other database of the server', async () => {
    for (const name of ['postgres', 'template1', 'no_such_database', "x' or true"])
      expect((await monitor(name)).problem.status, name).toBe(404)
  })

  test('answers 503 for a database that does not answer', async () => {
    replace({ inspect: () => Promise.reject(new Error('connect ECONNREFUSED')) })
    expect((await monitor(sharedName)).problem).toMatchObject({ status: 503 })
  })
})

test('while nothing provisions no database can be created, the answer says so, and the shared one can still be monitored', async () => {
  const bare = await startTestApp([identity])
  const user = await signUp(bare)
  const root = await createSuperAdmin(bare)
  const { problem } = await bare.send(createDatabase, root, { body: { landlordId: user.id, databaseName: 'not_here' } })
  expect(problem).toMatchObject({ status: 503, code: 'unavailable' })
  expect(problem.detail).toContain('provision) does not run')
  await bare.tick()
  expect(
    (await bare.send(monitorDatabase, root, { params: { name: new URL(bare.databaseUrl).pathname.slice(1) } })).status,
  ).toBe(200)
  await bare.stop()
})

test('landlords and tenants are refused', async () => {
  const [user, name] = [await signUp(app), newName()]
  for (const answer of [
    await app.send(createDatabase, landlordActor(user), { body: { landlordId: user.id, databaseName: name } }),
    await app.send(listDatabases, landlordActor(user)),
    await app.send(monitorDatabase, actors.tenantOf(landlordActor(user)), { params: { name } }),
  ])
    expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden' })
})
