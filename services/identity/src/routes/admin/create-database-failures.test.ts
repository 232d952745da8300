import { ownerDatabases } from '@keyhold/kit/database/landlord-databases'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { identity } from '../../service.ts'
import { startDatabasesApp } from '../../testing/databases-app.ts'
import { signUp } from '../../testing/people.ts'

const {
  app,
  admin,
  real,
  asOwner,
  exists,
  replace,
  restore,
  newName,
  create,
  hasPartial,
  rows,
  list,
  activity,
  runSchedule,
  stop,
} = await startDatabasesApp()
afterEach(restore)
afterAll(stop)

describe('when the server fails', () => {
  test('while creating: 503, nothing is left, and the same request works afterwards', async () => {
    const [user, name] = [await signUp(app), newName()]
    const broken = { name: 'identity', migrations: new URL('no-such-folder/', import.meta.url) }
    replace({
      create: (database) =>
        ownerDatabases({ ownerUrl: app.databaseUrl, services: [identity, broken] }).create(database),
    })
    const key = { 'idempotency-key': user.id }
    const refused = await create(user.id, name, key)
    expect(refused.problem).toMatchObject({ status: 503, code: 'unavailable' })
    expect(refused.headers['retry-after']).toBeDefined()
    expect([await exists(name), await hasPartial(), await rows(user.id), await activity(user.id)]).toEqual([
      false,
      false,
      [],
      [],
    ])
    restore()
    expect((await create(user.id, name, key)).status).toBe(201)
  })

  test('while creating and while dropping: the schedule drops it, and name and landlord are free again', async () => {
    const [user, name] = [await signUp(app), newName()]
    const down = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    replace({ create: down, drop: down })
    expect((await create(user.id, name)).status).toBe(503)
    expect(await rows(user.id)).toMatchObject([{ state: 'creating' }])
    expect(await list({ q: name }), 'not listed before it exists').toEqual([])
    restore()
    await runSchedule()
    expect(await rows(user.id)).toEqual([])
    expect((await create(user.id, name)).status).toBe(201)
  })
})

describe('when the process dies', () => {
  /** A request whose process dies at this point. */
  async function dies(at: 'before creating' | 'while creating' | 'after creating') {
    const [user, name] = [await signUp(app), newName()]
    let reached: () => void = () => {}
    const there = new Promise<void>((resolve) => (reached = resolve))
    replace({
      async create(database) {
        if (at === 'while creating')
          await asOwner((sql) => sql.unsafe(`create database keyhold_making_${database.id.replaceAll('-', '')}`))
        if (at === 'after creating') await real.create(database)
        reached()
        await new Promise(() => {})
      },
    })
    void create(user.id, name)
    await there
    restore()
    return { user, name }
  }

  test.each(['before creating', 'while creating'] as const)('%s: nothing is left', async (when) => {
    const { user, name } = await dies(when)
    expect((await create(user.id, name)).problem, 'until the schedule has run').toMatchObject({ status: 409 })
    await runSchedule()
    expect([await rows(user.id), await exists(name), await hasPartial(), await activity(user.id)]).toEqual([
      [],
      false,
      false,
      [],
    ])
    expect((await create(user.id, name)).status).toBe(201)
  })

  test('after creating: it is listed once, with one log entry', async () => {
    const { user, name } = await dies('after creating')
    expect(await list({ q: name })).toEqual([])
    await runSchedule()
    await runSchedule()
    expect(await list({ q: name })).toMatchObject([{ databaseName: name, landlordId: user.id, isActive: false }])
    expect(await activity(user.id)).toMatchObject([{ action: 'database_created', adminId: admin.userId }])
  })

  test('a database that the schedule lists before the slow request does is kept, and the request succeeds', async () => {
    const [user, name] = [await signUp(app), newName()]
    replace({
      async create(database) {
        await real.create(database)
        await runSchedule()
      },
    })
    const answer = await create(user.id, name)
    expect([answer.status, answer.body.databaseName]).toEqual([201, name])
    expect([await exists(name), (await list({ q: name })).length, (await activity(user.id)).length]).toEqual([
      true,
      1,
      1,
    ])
  })

  test('a database that is still being created is left alone, and one released in the meantime is dropped', async () => {
    const [user, name] = [await signUp(app), newName()]
    let go: () => void = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    let began: () => void = () => {}
    const begun = new Promise<void>((resolve) => (began = resolve))
    replace({
      find: async () => 'under-way',
      async create(database) {
        began()
        await held
        await real.create(database)
      },
    })
    const answer = create(user.id, name)
    await begun
    await runSchedule()
    expect(await rows(user.id)).toMatchObject([{ state: 'creating' }])
    restore()
    await runSchedule()
    expect(await rows(user.id)).toEqual([])
    go()
    expect((await answer).status).toBe(503)
    expect([await exists(name), await hasPartial()]).toEqual([false, false])
  })
})
