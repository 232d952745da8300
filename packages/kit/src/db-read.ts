import type { ISql, Sql } from 'postgres'
import { asDown, DatabaseDown, isDown, isFromServer, isLost } from './db-errors.ts'
import { type LeafOptions, openLeaf, watchProgress } from './db-wire.ts'

/** The tag of a read: `sql\`select …\``, with fragments and lists as in postgres.js. Only for building, within `read`. */
export type ReadSql = ISql

/** A statement not sent yet, whatever its rows. */
export type AnyQuery = Promise<readonly object[]> & { execute(): unknown }
export type Build = (sql: ReadSql) => AnyQuery | readonly AnyQuery[]

interface Leaf {
  sql: Sql
  outstanding: number
  progress: ReturnType<typeof watchProgress>
}

/** What postgres.js keeps on a query without saying so in its types. */
interface Internals {
  executed: boolean
  retried?: unknown
  args: unknown[]
}

/** Another turn on the same connection, or its loss, spoiled this one: nothing of it may be used. The cause, if any, is what the client said. */
class Spoiled extends Error {}

/**
 * Reads over at most `size` connections, many at once on each: the settings, the statements and their reset go out in one tick.
 *
 * Every turn has a number that is set with the actor and asked for at the reset. Only if both answers name it was each answer
 * in between this turn's own and on this session. That is no theory: postgres.js 3.4.9 mixes up answers when a parameter cannot
 * be sent (the statement is skipped, its place in the queue is not), and sends a statement whose plan went stale once more,
 * behind the next turn's settings.
 */
export function openReads(options: Omit<LeafOptions, 'camelCase' | 'onClose'> & { size: number }) {
  const leaves = new Set<Leaf>()
  let turns = 0
  let closed = false

  function open(): Leaf {
    const sql = openLeaf({ ...options, camelCase: true, onClose: () => {} })
    const leaf: Leaf = { sql, outstanding: 0, progress: watchProgress(options.statementTimeoutMs + 5_000, () => discard(leaf)) }
    return leaf
  }

  function pick(): Leaf {
    let best: Leaf | undefined
    for (const leaf of leaves) if (!best || leaf.outstanding < best.outstanding) best = leaf
    if (best && (best.outstanding === 0 || leaves.size >= options.size)) return best
    const leaf = open()
    leaves.add(leaf)
    return leaf
  }

  function discard(leaf: Leaf): void {
    leaves.delete(leaf)
    void leaf.sql.end({ timeout: 0 })
  }

  async function run(leaf: Leaf, landlordId: string, tenantId: string, build: Build): Promise<unknown[]> {
    const { sql } = leaf
    const built = build(sql)
    const queries = Array.isArray(built) ? (built as AnyQuery[]) : [built as AnyQuery]
    queries.forEach(check)
    const turn = String(++turns)
    const spoil = (error: unknown) => {
      if (isDown(error) || !isFromServer(error)) discard(leaf)
      throw error
    }
    leaf.outstanding++
    leaf.progress.started()
    // From here to the reset nothing waits: whatever another actor sends comes before or after.
    const set = sql`select set_config('app.landlord_id', ${landlordId}, false), set_config('app.tenant_id', ${tenantId}, false), set_config('app.turn', ${turn}, false) as turn`.execute()
    for (const query of queries) query.execute()
    const reset = sql`select current_setting('app.turn', true) as turn, set_config('app.landlord_id', '', false), set_config('app.tenant_id', '', false)`.execute()
    const [first, last, ...answers] = await Promise.allSettled([set, reset, ...queries].map((query) => query.catch(spoil)))
    leaf.outstanding--
    leaf.progress.finished()

    const own = (answer: PromiseSettledResult<unknown> | undefined) => answer?.status === 'fulfilled' && (answer.value as { turn: string }[])[0]?.turn === turn
    const resent = [set, reset, ...queries].some((query) => (query as unknown as Internals).retried !== undefined)
    const failure = [first, ...answers, last].find((answer) => answer?.status === 'rejected')?.reason as unknown
    if (!own(first) || !own(last) || resent || (failure !== undefined && !isFromServer(failure))) {
      discard(leaf)
      throw failure && isDown(failure) && !isLost(failure) ? failure : new Spoiled('The answer to a read could not be trusted', { cause: failure })
    }
    if (failure !== undefined) throw failure
    return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value)
  }

  return {
    /** The rows of each statement. A turn that was spoiled is taken once more: on another connection, or alone on one when its own statements may be to blame. */
    async read(landlordId: string, tenantId: string, build: Build): Promise<unknown[]> {
      if (closed) throw new DatabaseDown(new Error('the door is closed'))
      let blamed = false
      try {
        return await run(pick(), landlordId, tenantId, build)
      } catch (error) {
        if (!(error instanceof Spoiled)) throw asDown(error)
        blamed = !isLost(error.cause)
      }
      const leaf = blamed ? open() : pick()
      try {
        return await run(leaf, landlordId, tenantId, build)
      } catch (error) {
        throw asDown(error instanceof Spoiled ? (error.cause ?? error) : error)
      } finally {
        if (blamed) void leaf.sql.end({ timeout: 5 })
      }
    },
    close: async () => {
      closed = true
      await Promise.all([...leaves].map(({ sql }) => sql.end({ timeout: 5 })))
    },
  }
}

/** A builder must hand over statements that are not under way: only then do the settings come first. */
function check(query: AnyQuery): void {
  const { executed, args } = query as unknown as Internals
  if (!(query instanceof Promise) || !Array.isArray(args)) throw new TypeError('db.read: return the sql`…` itself, or a list of them (no async function)')
  if (executed) throw new TypeError('db.read: return the sql`…` without awaiting it')
  checkParameters(args)
}

/** postgres.js notices an undefined parameter too late: see above. */
function checkParameters(args: unknown[]): void {
  for (const value of args) {
    if (value === undefined) throw new TypeError('db.read: a parameter is undefined; say null, or leave the condition out')
    if (value instanceof Date) value.toISOString() // an invalid one throws here
    const nested = value instanceof Promise ? (value as unknown as Internals).args : undefined
    if (nested) checkParameters(nested)
  }
}
