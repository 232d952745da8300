import { withTimeout } from '../lib/timeout.ts'
import { type Actor, scopeOf } from '../runtime/actor.ts'
import { requestContext } from '../runtime/request-context.ts'
import { beginAs, beginAsAdmin } from './begin.ts'
import { DatabaseDown } from './errors.ts'
import { openLandlordPools, openPools, type Pools } from './landlord-connections.ts'
import { read, type AnyReadQuery, type ReadQuery, type ReadSql } from './read.ts'
import { transaction, type Tx } from './transaction.ts'

export { DatabaseDown, violated } from './errors.ts'
export type { ReadSql } from './read.ts'
export type { Tx } from './transaction.ts'

/** The only way to the data. Each call sees what its actor may see; all reject with `DatabaseDown` when the database does not answer. */
export interface Database {
  /** A transaction as the actor. It is run again (up to three times) when it collides with another, so `fn` does nothing but database work. */
  transaction<T>(actor: Actor, fn: (tx: Tx) => Promise<T>): Promise<T>
  /** Several statements in one round trip; a list of their rows. Each sees the data as of its own start. */
  read<Q extends readonly AnyReadQuery[] | []>(
    actor: Actor,
    build: (sql: ReadSql) => Q,
  ): Promise<{ -readonly [K in keyof Q]: Q[K]['rows'] }>
  /** One statement; rows have camelCase names, numbers, `YYYY-MM-DD` and ISO instants. */
  read<T extends readonly object[]>(actor: Actor, build: (sql: ReadSql) => ReadQuery<T>): Promise<T>
  /** A transaction that sees all rows of the service in the shared database, for jobs and admin endpoints. The reason is for the reader of the code. */
  adminTransaction<T>(reason: string, fn: (tx: Tx) => Promise<T>): Promise<T>
  /** Rejects unless the database answers within two seconds. */
  ping(): Promise<void>
  /** Lets work under way end (for at most five seconds), then closes. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Of the login role `keyhold_<service>`. */
  url: string
  service: string
  /** Connections for reads. */
  reads?: number
  /** Connections for transactions. */
  writes?: number
  statementTimeoutMs?: number
  /** Name of the database on the same server that holds a landlord's rows; undefined: the one of `url`. Asked on every call, so a look into a map. */
  landlordDatabaseOf?: (landlordId: string) => string | undefined
  /** Databases besides the one of `url` that may be open at a time. */
  landlordDatabases?: number
}

/** Who acts in a transaction, null for an admin transaction, and in which request. */
export interface TxScope {
  actor: Actor | null
  requestId?: string
}

const scopes = new WeakMap<object, TxScope>()
const commitCallbacks = new WeakMap<TxScope, Set<() => unknown>>()

/** The scope that a transaction (or a savepoint in it) was opened with. @throws on one that no `Database` opened */
export function scopeOfTx(tx: Tx): TxScope {
  const scope = scopes.get(tx)
  if (!scope) throw new Error('This transaction was not opened by db.transaction or db.adminTransaction')
  return scope
}

/** Calls `fn` once the transaction has committed, and never when it has not. `fn` must not throw. */
export function afterCommit(tx: Tx, fn: () => unknown): void {
  const scope = scopeOfTx(tx)
  commitCallbacks.set(scope, (commitCallbacks.get(scope) ?? new Set()).add(fn))
}

/** Opens nothing yet: connections are made when needed. */
export function openDatabase({
  url,
  service,
  reads = 4,
  writes = 8,
  statementTimeoutMs = 15_000,
  landlordDatabaseOf = () => undefined,
  landlordDatabases: atMost = 20,
}: DatabaseOptions): Database {
  const shared = openPools({ url, service, reads, writes, statementTimeoutMs })
  // One landlord's traffic: fewer connections, or many such landlords would take them all.
  const ofLandlords = openLandlordPools({ url, service, reads: 1, writes: 3, statementTimeoutMs, atMost })

  function within<T>(landlordId: string, work: (pools: Pools) => Promise<T>): Promise<T> {
    const name = landlordDatabaseOf(landlordId)
    return name === undefined ? work(shared) : ofLandlords.use(name, work)
  }

  return {
    transaction(actor, fn) {
      const scope = scopeOf(actor)
      return within(scope.landlordId, (pools) => write(pools, actor, beginAs(scope, 'read write'), fn))
    },
    async read(actor: Actor, build: (sql: ReadSql) => AnyReadQuery | readonly AnyReadQuery[]): Promise<never> {
      const scope = scopeOf(actor)
      let isList = false
      const noted = (sql: ReadSql) => {
        const built = build(sql)
        isList = Array.isArray(built)
        return built
      }
      const rows = await within(scope.landlordId, (pools) => read(pools.reads, scope, noted))
      return (isList ? rows : rows[0]) as never
    },
    adminTransaction: (_reason, fn) => write(shared, null, beginAsAdmin(service), fn),
    async ping() {
      const answer = shared.reads.share((connection) => connection.query('select 1'))
      await withTimeout(answer, 2_000, () => new DatabaseDown(new Error('no answer within two seconds')))
    },
    close: async () => void (await Promise.all([shared.close(), ofLandlords.close()])),
  }
}

async function write<T>(pools: Pools, actor: Actor | null, begin: string, fn: (tx: Tx) => Promise<T>): Promise<T> {
  const requestId = requestContext.getStore()?.requestId
  let scope: TxScope = { actor }
  const value = await transaction(pools.writes, begin, (tx) => {
    // A new one for each attempt: what one that was rolled back asked for is not done.
    scope = requestId === undefined ? { actor } : { actor, requestId }
    return fn(mark(tx, scope))
  })
  for (const callback of commitCallbacks.get(scope) ?? []) callback()
  return value
}

/** Lets the transaction, and the savepoints opened in it, answer `scopeOfTx`. */
function mark(tx: Tx, scope: TxScope): Tx {
  scopes.set(tx, scope)
  const savepoint = tx.transaction.bind(tx)
  tx.transaction = (fn) => savepoint((inner) => fn(mark(inner, scope)))
  return tx
}
