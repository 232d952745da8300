import { createDatabase, listDatabases } from '@keyhold/contracts/identity/landlord-databases'
import { listActivity } from '@keyhold/contracts/identity/admin-activity'
import { type LandlordDatabases, ownerDatabases } from '@keyhold/kit/database/landlord-databases'
import { startTestApp } from '@keyhold/kit/testing/test-app'
import { eq } from 'drizzle-orm'
import postgres from 'postgres'
import { databaseCreationMinutes } from '../limits.ts'
import { landlordDatabases } from '../schema/admin.ts'
import { identity } from '../service.ts'
import { createSuperAdmin } from './people.ts'

/** Identity as it creates databases on the real server. A test can replace parts of that by `replace`, until `restore`. */
export async function startDatabasesApp() {
  const names: string[] = []
  const ids: string[] = []
  let real: LandlordDatabases | undefined
  let current: LandlordDatabases | undefined
  const app = await startTestApp([identity], {
    databases(ownerUrl) {
      real = ownerDatabases({ ownerUrl, services: [identity] })
      current = real
      return {
        mayCreate: async () => true,
        create: (database) => {
          ids.push(database.id)
          return current!.create(database)
        },
        find: (database) => current!.find(database),
        drop: (database) => current!.drop(database),
        inspect: (name) => current!.inspect(name),
      }
    },
  })
  const admin = await createSuperAdmin(app)

  async function asOwner<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} })
    try {
      return await work(sql)
    } finally {
      await sql.end()
    }
  }
  const exists = (name: string) =>
    asOwner(async (sql) => (await sql`select from pg_database where datname = ${name}`).length > 0)

  return {
    app,
    admin,
    real: real!,
    asOwner,
    exists,
    sharedName: new URL(app.databaseUrl).pathname.slice(1),
    replace: (changes: Partial<LandlordDatabases>) => {
      current = { ...real!, ...changes }
    },
    restore: () => {
      current = real
    },
    /** A new database name; the database is dropped at the end. */
    newName: () => {
      names.push(`rentals_${process.pid}_${names.length}`)
      return names.at(-1)!
    },
    create: (landlordId: string, databaseName: string, headers = {}) =>
      app.send(createDatabase, admin, { body: { landlordId, databaseName }, headers }),
    /** Whether a database of this test was created only in part. Other tests use the same server. */
    hasPartial: async () => {
      const partial = ids.map((id) => `keyhold_making_${id.replaceAll('-', '')}`)
      return asOwner(async (sql) => (await sql`select from pg_database where datname in ${sql(partial)}`).length > 0)
    },
    rows: (landlordId: string) =>
      app
        .db('identity')
        .adminTransaction('test', (tx) =>
          tx.select().from(landlordDatabases).where(eq(landlordDatabases.landlordId, landlordId)),
        ),
    list: async (query = {}) => (await app.send(listDatabases, admin, { query })).body,
    activity: async (targetUserId: string) => (await app.send(listActivity, admin, { query: { targetUserId } })).body,
    /** Runs the schedule when databases that are still being created are taken for interrupted. */
    runSchedule: async () => {
      await app.tick()
      app.clock.advance((databaseCreationMinutes + 1) * 60_000)
      await app.tick()
    },
    stop: async () => {
      await asOwner(async (sql) => {
        for (const name of names) await sql.unsafe(`drop database if exists ${name} with (force)`)
      })
      await app.stop()
    },
  }
}
