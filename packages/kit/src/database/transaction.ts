import { setTimeout as sleep } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgQueryResultHKT, type PgTransaction } from 'drizzle-orm/pg-core'
import type { Connection, Connections } from './connections.ts'
import { isAfterFailure, isConflict } from './errors.ts'

type NoSchema = Record<string, never>

/** What `tx.execute` resolves to: the rows. */
interface Rows extends PgQueryResultHKT {
  type: this['row'][]
}

/** A Drizzle transaction: typed tables, `.execute(sql\`…\`)`, and `.transaction()` for a savepoint. */
export type Tx = PgTransaction<Rows, NoSchema, NoSchema>

const statements = new WeakMap<object, { count: number }>()

/** How many statements a transaction has sent, its begin and commit among them. */
export const statementsOf = (tx: Tx): number => statements.get(tx)?.count ?? 0

const dialect = new PgDialect()
const attempts = 4

/** Runs `fn` in a transaction that `begin` opens; again, up to three times, when it collided with another one. */
export async function transaction<T>(connections: Connections, begin: string, fn: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await connections.use((connection) => runOnce(connection, begin, fn))
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** Drizzle's own `db.transaction` waits for `begin` alone, and takes a transaction that the server rolled back for committed. */
async function runOnce<T>(connection: Connection, begin: string, fn: (tx: Tx) => Promise<T>): Promise<T> {
  let isOver = false
  let failure: unknown
  const sent = { count: 2 }
  async function noted<R>(answer: Promise<R>): Promise<R> {
    try {
      return await answer
    } catch (error) {
      if (!isAfterFailure(error)) failure = error
      throw error
    }
  }
  // What Drizzle asks of a node-postgres client.
  const client = {
    async query({ text, rowMode }: { text: string; rowMode?: 'array' }, values: unknown[]) {
      if (isOver) throw new Error('This transaction is over: await all of its work inside it')
      sent.count += 1
      return rowMode ? noted(connection.queryArrays(text, values)) : (await noted(connection.query(text, values))).rows
    },
  }
  const tx = new NodePgTransaction<NoSchema, NoSchema>(
    dialect,
    new Session(client as never, dialect, undefined),
    undefined,
  ) as unknown as Tx

  statements.set(tx, sent)

  // Not awaited: it travels with the first statement of `fn`, and if it fails, so does every statement after it.
  const begun = noted(connection.query(begin))
  begun.catch(() => {})
  try {
    const value = await fn(tx)
    isOver = true
    const [{ command }] = await Promise.all([connection.query('commit'), begun])
    // `fn` caught the error of a statement; the server has rolled back all the same.
    if (command !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back')
    return value
  } catch (error) {
    isOver = true
    await connection.query('rollback').catch(() => {})
    throw isAfterFailure(error) ? (failure ?? error) : error
  }
}

class Session extends NodePgSession<NoSchema, NoSchema> {
  /** Drizzle's own expects the rows inside a result. */
  override async count(statement: SQL): Promise<number> {
    const [row] = await this.execute<{ count: number }[]>(statement)
    return Number(row?.count)
  }
}
