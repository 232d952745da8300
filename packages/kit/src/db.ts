import type { ISql, PendingQuery, Row } from 'postgres'
import { type Actor, scopeOf } from './actor.ts'
import { DatabaseDown } from './db-errors.ts'
import { type AnyQuery, openReads, type ReadSql } from './db-read.ts'
import { openWrites, type Tx } from './db-write.ts'
import { requestContext } from './request-context.ts'

export { DatabaseDown, violated } from './db-errors.ts'
export type { ReadSql } from './db-read.ts'
export type { Tx } from './db-write.ts'

type RowsOf<Q> = Q extends PendingQuery<infer Rows> ? Rows : never

/** The one way to the data. Every call sees what its actor may see; all reject with `DatabaseDown` when the database does not answer. */
export interface Door {
  /** A transaction as the actor. It is run again (up to three times) when it collides with another, so `fn` does nothing but database work. */
  as<T>(actor: Actor, fn: (tx: Tx) => Promise<T>): Promise<T>
  /** Several statements in one go; a list of their rows. Each sees the data as of its own start. */
  read<Q extends readonly AnyQuery[] | []>(actor: Actor, build: (sql: ReadSql) => Q): Promise<{ -readonly [K in keyof Q]: RowsOf<Q[K]> }>
  /** One statement; rows are wire-ready: camelCase names, numbers, `YYYY-MM-DD`, ISO instants. `build` may run twice, and must not await. */
  read<T extends readonly object[]>(actor: Actor, build: (sql: ReadSql) => PendingQuery<T>): Promise<T>
  /** A transaction that sees all rows of the service. For the clock and for admin endpoints; the reason is for the reader of the code. */
  system<T>(reason: string, fn: (tx: Tx) => Promise<T>): Promise<T>
  /** Rejects unless the database answers within two seconds. */
  ping(): Promise<void>
  /** Lets what is under way end (five seconds at most), then closes. */
  close(): Promise<void>
}

export interface DoorOptions {
  /** Of the login role `keyhold_<service>`. */
  url: string
  service: string
  /** Connections that reads share. */
  reads?: number
  /** Transactions at a time; more wait. */
  writes?: number
  statementTimeoutMs?: number
}

/** Who acts in a transaction, null for the system, and in which request. */
export interface TxScope {
  actor: Actor | null
  requestId?: string
}

const scopes = new WeakMap<object, TxScope>()

/** The scope a transaction (or a savepoint in it) was opened with. @throws on what no door opened */
export function scopeOfTx(tx: Tx): TxScope {
  const scope = scopes.get(tx)
  if (!scope) throw new Error('This transaction was not opened by db.as or db.system')
  return scope
}

/** Opens nothing yet: connections are made when needed and go after 30 idle seconds. */
export function openDoor({ url, service, reads = 4, writes = 8, statementTimeoutMs = 15_000 }: DoorOptions): Door {
  const readLeaves = openReads({ url, service, size: reads, statementTimeoutMs })
  const writeLeaves = openWrites({ url, service, size: writes, statementTimeoutMs })

  function write<T>(actor: Actor | null, settings: (sql: ISql) => PendingQuery<Row[]>, fn: (tx: Tx) => Promise<T>): Promise<T> {
    const requestId = requestContext.getStore()?.requestId
    const scope: TxScope = requestId === undefined ? { actor } : { actor, requestId }
    return writeLeaves.write(settings, (tx) => fn(mark(tx, scope)))
  }

  return {
    as(actor, fn) {
      const { landlordId, tenantId } = scopeOf(actor)
      return write(actor, (sql) => sql`select set_config('app.landlord_id', ${landlordId}, true), set_config('app.tenant_id', ${tenantId}, true)`, fn)
    },
    async read(actor: Actor, build: (sql: ReadSql) => AnyQuery | readonly AnyQuery[]): Promise<never> {
      const { landlordId, tenantId } = scopeOf(actor)
      let isList = false
      const rows = await readLeaves.read(landlordId, tenantId, (sql) => {
        const built = build(sql)
        isList = Array.isArray(built)
        return built
      })
      return (isList ? rows : rows[0]) as never
    },
    system: (_reason, fn) => write(null, (sql) => sql`select set_config('role', ${`keyhold_${service}_system`}, true)`, fn),
    async ping() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new DatabaseDown(new Error('no answer within two seconds'))), 2_000)
      })
      try {
        await Promise.race([readLeaves.read('', '', (sql) => sql`select 1`), late])
      } finally {
        clearTimeout(timer)
      }
    },
    close: async () => void (await Promise.all([readLeaves.close(), writeLeaves.close()])),
  }
}

/** Lets the transaction, and the savepoints opened from it, answer `scopeOfTx`. */
function mark(tx: Tx, scope: TxScope): Tx {
  scopes.set(tx, scope)
  const savepoint = tx.transaction.bind(tx)
  tx.transaction = (fn) => savepoint((inner) => fn(mark(inner, scope)))
  return tx
}
