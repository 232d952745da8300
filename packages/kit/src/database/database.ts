import type { ISql, PendingQuery, Row } from 'postgres'
import { withTimeout } from '../lib/timeout.ts'
import { type Actor, scopeOf } from '../runtime/actor.ts'
import { DatabaseDown } from './errors.ts'
import { openLeaves, openPlaces } from './landlord-connections.ts'
import type { AnyQuery, ReadSql } from './read.ts'
import type { Tx } from './write.ts'
import { requestContext } from '../runtime/request-context.ts'

export { DatabaseDown, violated } from './errors.ts'
export type { ReadSql } from './read.ts'
export type { Tx } from './write.ts'

type RowsOf<Q> = Q extends PendingQuery<infer Rows> ? Rows : never

/** The one way to the data. Every call sees what its actor may see; all reject with `DatabaseDown` when the database does not answer. */
export interface Database {
  /** A transaction as the actor. It is run again (up to three times) when it collides with another, so `fn` does nothing but database work. */
  transaction<T>(actor: Actor, fn: (tx: Tx) => Promise<T>): Promise<T>
  /** Several statements in one go; a list of their rows. Each sees the data as of its own start. */
  read<Q extends readonly AnyQuery[] | []>(
    actor: Actor,
    build: (sql: ReadSql) => Q,
  ): Promise<{ -readonly [K in keyof Q]: RowsOf<Q[K]> }>
  /** One statement; rows are wire-ready: camelCase names, numbers, `YYYY-MM-DD`, ISO instants. `build` may run twice, and must not await. */
  read<T extends readonly object[]>(actor: Actor, build: (sql: ReadSql) => PendingQuery<T>): Promise<T>
  /** A transaction that sees all rows of the service in the shared database. For the clock and for admin endpoints; the reason is for the reader of the code. */
  adminTransaction<T>(reason: string, fn: (tx: Tx) => Promise<T>): Promise<T>
  /** Rejects unless the database answers within two seconds. */
  ping(): Promise<void>
  /** Lets what is under way end (five seconds at most), then closes. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Of the login role `keyhold_<service>`. */
  url: string
  service: string
  /** Connections that reads share. */
  reads?: number
  /** Transactions at a time; more wait. */
  writes?: number
  statementTimeoutMs?: number
  /** Name of the database on the same server where a landlord's rows live; undefined: where `url` says. Asked on every call, so a look into a map. */
  landlordDatabaseOf?: (landlordId: string) => string | undefined
  /** Databases besides the one of `url` that may be open at a time. */
  landlordDatabases?: number
}

/** Who acts in a transaction, null for the system, and in which request. */
export interface TxScope {
  actor: Actor | null
  requestId?: string
}

const everyoneShares = () => undefined

const scopes = new WeakMap<object, TxScope>()
const commitCallbacks = new WeakMap<TxScope, Set<() => unknown>>()

/** The scope a transaction (or a savepoint in it) was opened with. @throws on what no door opened */
export function scopeOfTx(tx: Tx): TxScope {
  const scope = scopes.get(tx)
  if (!scope) throw new Error('This transaction was not opened by db.as or db.system')
  return scope
}

/** Calls `fn` once the transaction has committed, and never when it has not. `fn` must not throw. */
export function afterCommit(tx: Tx, fn: () => unknown): void {
  const scope = scopeOfTx(tx)
  commitCallbacks.set(scope, (commitCallbacks.get(scope) ?? new Set()).add(fn))
}

/** Opens nothing yet: connections are made when needed and go after 30 idle seconds. */
export function openDatabase({
  url,
  service,
  reads = 4,
  writes = 8,
  statementTimeoutMs = 15_000,
  landlordDatabaseOf = everyoneShares,
  landlordDatabases: placesAtMost = 20,
}: DatabaseOptions): Database {
  const shared = openLeaves({ url, service, reads, writes, statementTimeoutMs })
  // One landlord's traffic: fewer connections, or many such landlords would take them all.
  const places = openPlaces({ url, service, reads: 1, writes: 3, statementTimeoutMs, atMost: placesAtMost })

  /** The database of a landlord, for as long as `work` takes. */
  function at<T>(landlordId: string, work: (leaves: typeof shared) => Promise<T>): Promise<T> {
    const place = landlordDatabaseOf(landlordId)
    return place === undefined ? work(shared) : places.at(place, work)
  }

  async function write<T>(
    leaves: typeof shared,
    actor: Actor | null,
    settings: (sql: ISql) => PendingQuery<Row[]>,
    fn: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const requestId = requestContext.getStore()?.requestId
    const scope: TxScope = requestId === undefined ? { actor } : { actor, requestId }
    const value = await leaves.writes.write(settings, (tx) => fn(mark(tx, scope)))
    for (const callback of commitCallbacks.get(scope) ?? []) callback()
    return value
  }

  return {
    transaction(actor, fn) {
      const { landlordId, tenantId } = scopeOf(actor)
      const settings = (sql: ISql) =>
        sql`select set_config('app.landlord_id', ${landlordId}, true), set_config('app.tenant_id', ${tenantId}, true)`
      return at(landlordId, (leaves) => write(leaves, actor, settings, fn))
    },
    async read(actor: Actor, build: (sql: ReadSql) => AnyQuery | readonly AnyQuery[]): Promise<never> {
      const { landlordId, tenantId } = scopeOf(actor)
      let isList = false
      const noted = (sql: ReadSql) => {
        const built = build(sql)
        isList = Array.isArray(built)
        return built
      }
      const rows = await at(landlordId, (leaves) => leaves.reads.read(landlordId, tenantId, noted))
      return (isList ? rows : rows[0]) as never
    },
    adminTransaction: (_reason, fn) =>
      write(shared, null, (sql) => sql`select set_config('role', ${`keyhold_${service}_system`}, true)`, fn),
    async ping() {
      const answer = shared.reads.read('', '', (sql) => sql`select 1`)
      await withTimeout(answer, 2_000, () => new DatabaseDown(new Error('no answer within two seconds')))
    },
    close: async () => void (await Promise.all([shared.close(), places.close()])),
  }
}

/** Lets the transaction, and the savepoints opened from it, answer `scopeOfTx`. */
function mark(tx: Tx, scope: TxScope): Tx {
  scopes.set(tx, scope)
  const savepoint = tx.transaction.bind(tx)
  tx.transaction = (fn) => savepoint((inner) => fn(mark(inner, scope)))
  return tx
}
