import type { PoolClient, QueryArrayResult, QueryResult } from 'pg'
import { DatabaseDown, isFatal, isFromServer, isStalePlan } from './errors.ts'
import { openPool, type PoolOptions, statementNames } from './pool.ts'
import { parameter } from './values.ts'

/** A connection while it is lent. Statements that are not awaited are sent at once and answered in order. */
export interface Connection {
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>
  /** Rows as lists of values. */
  queryArrays(text: string, values?: readonly unknown[]): Promise<QueryArrayResult>
}

interface Loan {
  client: Promise<PoolClient>
  users: number
  isBroken: boolean
}

const mostParameters = 65_535
// Longer statements are bulk inserts, each different from the last: keeping them prepared would only fill the server's memory.
const mostPreparedParameters = 50

/** Lends the connections to one database, each to one user or to many at once. */
export function openConnections(options: PoolOptions) {
  const pool = openPool(options)
  const names = statementNames()
  const shared = new Set<Loan>()
  const newLoan = (): Loan => ({ client: pool.connect(), users: 0, isBroken: false })

  function connectionOf(loan: Loan, client: PoolClient): Connection {
    async function send(text: string, given: readonly unknown[], rowMode?: 'array'): Promise<unknown> {
      if (given.length > mostParameters)
        throw new TypeError(`${given.length} parameters in one statement: insert in parts`)
      const values = given.map(parameter)
      const isPrepared = values.length > 0 && values.length <= mostPreparedParameters
      const query = { text, values, ...(isPrepared ? { name: names.of(text) } : {}), ...(rowMode ? { rowMode } : {}) }
      try {
        return await client.query(query)
      } catch (error) {
        if (isFatal(error) || !isFromServer(error)) loan.isBroken = true
        if (isStalePlan(error)) names.renew()
        throw error
      }
    }
    return {
      query: (text, values = []) => send(text, values) as Promise<QueryResult>,
      queryArrays: (text, values = []) => send(text, values, 'array') as Promise<QueryArrayResult>,
    }
  }

  async function lend<T>(loan: Loan, work: (connection: Connection) => Promise<T>): Promise<T> {
    loan.users++
    try {
      const client = await loan.client.catch((error: unknown) => {
        throw new DatabaseDown(error)
      })
      try {
        return await work(connectionOf(loan, client))
      } catch (error) {
        throw loan.isBroken ? new DatabaseDown(error, { isConnectionLost: true }) : error
      } finally {
        if (loan.users === 1) client.release(loan.isBroken)
      }
    } finally {
      if (--loan.users === 0 || loan.isBroken) shared.delete(loan)
    }
  }

  return {
    /** Lends a connection to `work` alone. @throws DatabaseDown when there is none within five seconds, or when it breaks */
    use: <T>(work: (connection: Connection) => Promise<T>): Promise<T> => lend(newLoan(), work),
    /**
     * Lends a connection that others use at the same time: `work` sends all its statements at once, and they leave nothing behind.
     * Under load the statements of many reads travel together, which halves what a read costs (docs/decisions, database client).
     */
    share<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
      let loan: Loan | undefined
      if (shared.size < options.size) shared.add((loan = newLoan()))
      else for (const one of shared) if (!loan || one.users < loan.users) loan = one
      return lend(loan as Loan, work)
    },
    close: () => pool.close(),
  }
}

export type Connections = ReturnType<typeof openConnections>
