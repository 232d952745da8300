import {
  createDatabase,
  type LandlordDatabase,
  listDatabases,
  monitorDatabase,
} from '@keyhold/contracts/identity/landlord-databases'
import { type LandlordDatabases, NameTaken } from '@keyhold/kit/database/landlord-databases'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Log } from '@keyhold/kit/runtime/log'
import { containing, pageOf, readCursor } from '@keyhold/kit/http/paging'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { sql } from 'drizzle-orm'
import {
  type DatabaseRow,
  releaseDatabase,
  reserveDatabase,
  finishDatabase,
  refuseTakenName,
} from '../../domain/admin/databases.ts'
import { lockUser } from '../../domain/accounts/landlords.ts'

/** The cursor of the shared database, which has no id and is listed first. */
const sharedCursor = '00000000-0000-0000-0000-000000000000'

export const adminDatabaseRoutes = (databases: LandlordDatabases) => [
  serve(listDatabases, async ({ query, db }) => {
    const { limit, q } = query
    const behind = readCursor(query.cursor)
    const pattern = q ? containing(q) : '%'
    return db.adminTransaction('the registry of databases', async (tx) => {
      const [shared] = await tx.execute<LandlordDatabase & { matches: boolean; own: number }>(sql`
        select null as id, current_database()::text as "databaseName", null as "landlordId", null as "landlordEmail", true as "isActive",
          (select count(*)::int from users where user_type = 'landlord' and deleted_at is null) - (select count(*)::int from landlord_databases where is_active) as landlords,
          -- It has held records since the first account.
          least((select min(created_at) from users where user_type = 'super_admin'), (select min(created_at) from users where user_type = 'landlord')) as "createdAt",
          current_database() ilike ${pattern} as matches,
          (select count(*)::int from landlord_databases d left join users u on u.id = d.landlord_id where ${matching(pattern)}) as own`)
      const own = await tx.execute<LandlordDatabase>(sql`
        ${selectDatabases} where ${matching(pattern)}
        ${behind && behind !== sharedCursor ? sql`and (d.created_at, d.id) < ((select created_at from landlord_databases where id = ${behind}::uuid), ${behind}::uuid)` : sql``}
        order by d.created_at desc, d.id desc limit ${limit + 1}`)
      const rows = shared!.matches && !behind ? [{ ...shared!, id: sharedCursor }, ...own] : [...own]
      const page = pageOf(rows as (LandlordDatabase & { id: string })[], limit, shared!.own + Number(shared!.matches))
      return { ...page, items: page.items.map((row) => ({ ...row, id: row.id === sharedCursor ? null : row.id })) }
    })
  }),

  serve(createDatabase, async ({ actor, body, db, clock, log }) => {
    const { landlordId, databaseName } = body
    // Not in the request's transaction, which would store the Idempotency-Key: after a failure the same request must work again.
    const row = await db.adminTransaction('a database for a landlord', async (tx) => {
      await lockUser(tx, landlordId, 'landlord')
      if (!(await databases.mayCreate()))
        refuse(
          'unavailable',
          'Databases cannot be created right now: the process that provisions them (npm run keyhold -- provision) does not run.',
        )
      return reserveDatabase(tx, { landlordId, databaseName, adminId: actor.userId }, clock.now())
    })
    const attempt = { id: row.id, name: databaseName }
    await databases.create(attempt).catch((error: unknown) => undo({ db, log, databases }, row, error))
    const listed = await db.transaction(serviceActor('identity', landlordId), async (tx) => {
      // The schedule may have finished it already.
      await finishDatabase(tx, row, clock.now())
      return databaseOf(tx, row.id)
    })
    if (listed) return listed
    // It took so long that the schedule released it.
    await databases.drop(attempt)
    return refuse('unavailable', 'Creating the database took too long. Please try again.')
  }),

  serve(monitorDatabase, async ({ params, db, clock, log }) => {
    const { name } = params
    const [found] = await db.adminTransaction('the registry of databases', (tx) =>
      tx.execute(
        sql`select where ${name} = current_database() or exists (select from landlord_databases where database_name = ${name} and state = 'ready')`,
      ),
    )
    if (!found) notFound('Database')
    const state = await databases.inspect(name).catch((error: unknown) => {
      log.warn({ databaseName: name, error }, 'a database could not be inspected')
      return refuse('unavailable', 'The database is not responding right now. Please try again in a moment.', {
        cause: error,
      })
    })
    const rows = state.tables.reduce((sum, table) => sum + table.rows, 0)
    return { ...state, databaseName: name, rows, checkedAt: clock.now().toISOString() }
  }),
]

const selectDatabases = sql`
  select d.id, d.database_name as "databaseName", d.landlord_id as "landlordId", u.email as "landlordEmail", d.is_active as "isActive", d.is_active::int as landlords,
    d.created_at as "createdAt"
  from landlord_databases d left join users u on u.id = d.landlord_id`

const matching = (pattern: string) =>
  sql`d.state = 'ready' and (d.database_name ilike ${pattern} or u.email ilike ${pattern})`

async function databaseOf(tx: Tx, id: string): Promise<LandlordDatabase | undefined> {
  const [row] = await tx.execute<LandlordDatabase>(
    sql`${selectDatabases} where d.id = ${id}::uuid and d.state = 'ready'`,
  )
  return row
}

/** Drops the database and frees its name; what fails here, the schedule repeats. @throws Refusal always */
async function undo(
  { db, log, databases }: { db: Database; log: Log; databases: LandlordDatabases },
  row: DatabaseRow,
  error: unknown,
): Promise<never> {
  const { id, databaseName: name } = row
  log.warn({ databaseId: id, databaseName: name, error }, 'a database could not be created')
  try {
    await databases.drop({ id, name })
    await db.adminTransaction('a database was not created', (tx) => releaseDatabase(tx, row))
  } catch (dropError) {
    log.warn({ databaseId: id, databaseName: name, error: dropError }, 'a failed database could not be dropped yet')
  }
  if (error instanceof NameTaken) refuseTakenName(name)
  refuse(
    'unavailable',
    'The database server did not respond, or refused to create the database. It was not created; please try again.',
    {
      cause: error,
    },
  )
}
