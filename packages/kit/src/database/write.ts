import { setTimeout as sleep } from 'node:timers/promises'
import { PgDialect } from 'drizzle-orm/pg-core'
import { PostgresJsSession, PostgresJsTransaction } from 'drizzle-orm/postgres-js'
import type { ISql, PendingQuery, Row, Sql, TransactionSql } from 'postgres'
import { arrayText } from './arrays.ts'
import { asDown, DatabaseDown, isAftermath, isConflict, isDown, isFromServer, lostConnection } from './errors.ts'
import { type LeafOptions, openLeaf, watchProgress, withoutResend } from './wire.ts'

/** A Drizzle transaction: typed tables, `.execute(sql\`…\`)`, and `.transaction()` for a savepoint. */
export type Tx = PostgresJsTransaction<Record<string, never>, Record<string, never>>

interface Leaf {
  sql: Sql
  /** Ends what is under way, when the connection closes. */
  onClose: ((cause: Error) => void) | undefined
}

/** What Drizzle's session asks of its client. */
interface TxClient {
  unsafe(statement: string, args?: unknown[], options?: { prepare?: boolean }): PendingQuery<Row[]>
  savepoint<T>(fn: (client: TxClient) => Promise<T>): Promise<T>
}

const dialect = new PgDialect()
const waitForLeafMs = 5_000
const retries = 3

/**
 * Transactions over at most `size` connections. Not `sql.begin`: it waits for `begin` alone, and when a connection dies while
 * a transaction thinks, its next statement crashes the process (postgres.js 3.4.9 writes to a socket that is null).
 */
export function openWrites(options: Omit<LeafOptions, 'camelCase' | 'onClose'> & { size: number }) {
  const idle: Leaf[] = []
  const all = new Set<Leaf>()
  const waiting: ((leaf: Leaf) => void)[] = []
  let closed = false

  function open(): Leaf {
    const sql = openLeaf({ ...options, camelCase: false, onClose: () => leaf.onClose?.(lostConnection()) })
    const leaf: Leaf = { sql, onClose: undefined }
    all.add(leaf)
    return leaf
  }

  function take(): Promise<Leaf> | Leaf {
    if (closed) throw new DatabaseDown(new Error('the door is closed'))
    const leaf = idle.pop() ?? (all.size < options.size ? open() : undefined)
    if (leaf) return leaf
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(got), 1)
        reject(new DatabaseDown(new Error(`all ${options.size} connections are busy`)))
      }, waitForLeafMs)
      const got = (free: Leaf) => {
        clearTimeout(late)
        resolve(free)
      }
      waiting.push(got)
    })
  }

  function giveBack(leaf: Leaf): void {
    const next = waiting.shift()
    if (next) next(leaf)
    else idle.push(leaf)
  }

  function discard(leaf: Leaf): void {
    if (!all.delete(leaf)) return
    void leaf.sql.end({ timeout: 0 })
    const next = waiting.shift()
    if (next) next(open())
  }

  /** One transaction on one connection. */
  async function transact<T>(
    leaf: Leaf,
    settings: (sql: ISql) => PendingQuery<Row[]>,
    fn: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const { sql } = leaf
    let lost: Error | undefined
    let failure: unknown
    let over = false
    let savepoints = 0
    let lose: (cause: unknown) => void = () => {}
    const gone = new Promise<never>((_, reject) => {
      lose = (cause) => reject((lost ??= cause as Error))
    })
    gone.catch(() => {})
    const progress = watchProgress(options.statementTimeoutMs + 5_000, () => lose(lostConnection()))
    leaf.onClose = lose

    /** Sends at once; remembers the first failure and that the server may be gone. */
    function send<R>(query: PendingQuery<R & Row[]>): PendingQuery<R & Row[]> {
      progress.started()
      withoutResend(query).then(progress.finished, (error: unknown) => {
        progress.finished()
        failure ??= error
        if (isDown(error) || !isFromServer(error)) lose(error)
      })
      return query
    }

    const client: TxClient = {
      unsafe(statement, args = [], extra) {
        if (over) throw new Error('This transaction is over: await all of its work inside it')
        if (lost) throw new DatabaseDown(lost)
        if (args.includes(undefined)) throw new TypeError('A parameter is undefined: say null')
        if (args.length > 65_000) throw new TypeError(`${args.length} parameters in one statement: insert in parts`)
        const parameters = args.map((value) =>
          value instanceof Date ? value.toISOString() : Array.isArray(value) ? arrayText(value) : value,
        )
        // Prepared saves a round trip from the second time on; long statements (bulk inserts) would only fill the server's memory.
        return send(
          sql.unsafe<Row[]>(statement, parameters as never[], {
            prepare: args.length > 0 && args.length <= 50,
            ...(extra?.prepare ? extra : {}),
          }) as never,
        )
      },
      async savepoint(inner) {
        const name = `s${++savepoints}`
        const before = failure
        await client.unsafe(`savepoint ${name}`)
        try {
          const value = await inner(client)
          await client.unsafe(`release savepoint ${name}`)
          return value
        } catch (error) {
          await client.unsafe(`rollback to savepoint ${name}`)
          failure = before
          throw error
        }
      },
    }

    const session = new PostgresJsSession(client as unknown as TransactionSql & Sql, dialect, undefined, {})
    const tx: Tx = new PostgresJsTransaction(dialect, session as never, undefined)
    // Not awaited: they travel with the first statement of the work.
    void send(sql`begin read write`)
    void send(settings(sql))
    try {
      // A statement whose connection is gone may never be answered.
      const value = await Promise.race([fn(tx), gone])
      over = true
      if (lost) throw new DatabaseDown(lost)
      const { command } = await Promise.race([send(sql`commit`), gone])
      if (lost) throw new DatabaseDown(lost)
      // Someone caught the error of a statement: the server had given the transaction up all the same.
      if (command !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back')
      return value
    } catch (error) {
      over = true
      if (!lost) await Promise.race([send(sql`rollback`), gone]).catch(() => {})
      if (lost && (isDown(error) || isDown(lost))) throw new DatabaseDown(lost)
      throw isAftermath(error) ? failure : error
    } finally {
      leaf.onClose = undefined
      progress.stop()
      if (lost) discard(leaf)
      else giveBack(leaf)
    }
  }

  return {
    /** Runs `fn` in a transaction; again, up to three times, when it collided with another one. */
    async write<T>(settings: (sql: ISql) => PendingQuery<Row[]>, fn: (tx: Tx) => Promise<T>): Promise<T> {
      for (let attempt = 0; ; attempt++) {
        try {
          return await transact(await take(), settings, fn)
        } catch (error) {
          if (!isConflict(error) || attempt >= retries) throw asDown(error)
          await sleep(Math.random() * 20 * 2 ** attempt)
        }
      }
    },
    close: async () => {
      closed = true
      const end = performance.now() + 5_000
      while (idle.length < all.size && performance.now() < end) await sleep(5)
      await Promise.all([...all].map(({ sql }) => sql.end({ timeout: 0 })))
    },
  }
}
