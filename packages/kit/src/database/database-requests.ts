import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { backoff, createWakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Log } from '../runtime/log.ts'
import { databaseUrl } from './landlord-connections.ts'
import {
  connected,
  findDatabase,
  inspectDatabase,
  type LandlordDatabases,
  NameTaken,
  type OwnDatabase,
} from './landlord-databases.ts'

// Identity has no rights of the owner. It writes what it wants into `identity.database_requests`; `npm run keyhold -- provision`, which
// has them, does it and writes the outcome there.

/** Longer than making a database takes on a busy server, shorter than the gateway waits. */
const makeMs = 14_000
const dropMs = 4_000
const pollMs = 50
const channel = 'keyhold_database_requests'
/** Held by the process that provisions, for as long as it works. */
const provisioning = 'keyhold provision'
const done = 'done'
const taken = 'taken'

interface Asked extends OwnDatabase {
  wanted: 'made' | 'absent'
}

/** For a process without the owner's URL. `url` is of identity's own role. */
export function requestedDatabases(url: string): LandlordDatabases {
  async function ask(sql: Sql, { id, name, wanted }: Asked, withinMs: number): Promise<string> {
    await sql`
      insert into identity.database_requests (id, name, wanted) values (${id}, ${name}, ${wanted})
      on conflict (id) do update set wanted = excluded.wanted, outcome = null`
    await sql.notify(channel, id)
    for (const end = performance.now() + withinMs; performance.now() < end; await sleep(pollMs)) {
      const [row] = await sql<{ outcome: string | null }[]>`
        select outcome from identity.database_requests where id = ${id} and wanted = ${wanted}`
      if (row?.outcome) return row.outcome
    }
    return 'the process that provisions databases does not answer'
  }
  const forget = (sql: Sql, id: string) => sql`delete from identity.database_requests where id = ${id}`

  return {
    mayCreate: () =>
      connected(url, async (sql) => {
        const [row] = await sql`select pg_try_advisory_lock_shared(hashtextextended(${provisioning}, 0)) as free`
        return !row?.free
      }),
    create: (database) =>
      connected(url, async (sql) => {
        const outcome = await ask(sql, { ...database, wanted: 'made' }, makeMs)
        if (outcome === taken) throw new NameTaken(database.name)
        if (outcome !== done) throw new Error(outcome)
        await forget(sql, database.id)
      }),
    drop: (database) =>
      connected(url, async (sql) => {
        const outcome = await ask(sql, { ...database, wanted: 'absent' }, dropMs)
        if (outcome !== done) throw new Error(outcome)
        await forget(sql, database.id)
      }),
    find: (database) => connected(url, (sql) => findDatabase(sql, url, database)),
    inspect: (name) => inspectDatabase(databaseUrl(url, name)),
  }
}

/** Does what identity asks for, with the owner's rights, until it is stopped. Of several processes one works at a time. */
export function provisionDatabases({
  ownerUrl,
  databases,
  log,
}: {
  ownerUrl: string
  databases: LandlordDatabases
  log: Log
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const pause = createWakeableSleep()
  stopping.signal.addEventListener('abort', pause.wake)

  async function work(sql: Sql): Promise<void> {
    while (!stopping.signal.aborted) {
      const [lock] = await sql`select pg_try_advisory_lock(hashtextextended(${provisioning}, 0)) as held`
      if (lock?.held) break
      await pause.sleep(1_000)
    }
    await sql.listen(channel, pause.wake)
    while (!stopping.signal.aborted) {
      const [next] = await sql<Asked[]>`
        select id, name, wanted from identity.database_requests where outcome is null order by asked_at, id limit 1`
      if (!next) {
        await pause.sleep(1_000)
        continue
      }
      const outcome = await carryOut(databases, next, log)
      // Unless identity has given up waiting, and wants something else by now.
      await sql`update identity.database_requests set outcome = ${outcome} where id = ${next.id} and wanted = ${next.wanted}`
    }
  }

  const loop = (async () => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      await connected(ownerUrl, work).catch((error: unknown) =>
        log.warn({ error }, 'provisioning databases, will retry'),
      )
      if (!stopping.signal.aborted) await pause.sleep(backoff(failures, 200, 5_000))
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await loop
    },
  }
}

async function carryOut(databases: LandlordDatabases, { wanted, ...database }: Asked, log: Log): Promise<string> {
  try {
    await (wanted === 'made' ? databases.create(database) : databases.drop(database))
    log.info({ databaseId: database.id, databaseName: database.name, wanted }, 'database provisioned')
    return done
  } catch (error) {
    if (error instanceof NameTaken) return taken
    log.warn({ databaseId: database.id, databaseName: database.name, wanted, error }, 'database not provisioned')
    return error instanceof Error ? error.message : String(error)
  }
}
