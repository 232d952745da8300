import type { ISql, Sql } from 'postgres'
import { arrayText } from './arrays.ts'
import { asDown, DatabaseDown, isDown, isFromServer, isLost, isStale, lostConnection } from './errors.ts'
import { json, type LeafOptions, openLeaf, watchProgress, withoutResend } from './wire.ts'

/** The tag of a read: `sql\`select …\``, with fragments and lists as in postgres.js. Only for building, within `read`. */
export type ReadSql = ISql

/** A statement not sent yet, whatever its rows. */
export type AnyQuery = Promise<readonly object[]> & { execute(): unknown }
export type Build = (sql: ReadSql) => AnyQuery | readonly AnyQuery[]

interface Leaf {
  sql: Sql
  /** Turns under way: each by what ends it when the connection is given up. */
  turns: Set<(reason: Spoiled) => void>
  progress: ReturnType<typeof watchProgress>
}

/** What postgres.js keeps on a query without saying so in its types. */
interface Internals {
  executed: boolean
  args: unknown[]
}

/** Another turn on the same connection, or its loss, spoiled this one: nothing of it may be used. The cause, if any, is what the client said. */
class Spoiled extends Error {}

/**
 * Reads over at most `size` connections, many at once on each: the settings, the statements and their reset go out in one tick.
 *
 * Every turn has a number that is set with the actor and asked for at the reset. Only if both answers name it was each answer
 * in between this turn's own and on this session. That is no theory: postgres.js 3.4.9 mixes up answers when a parameter cannot
 * be sent (the statement is skipped, its place in the queue is not).
 */
export function openReads(options: Omit<LeafOptions, 'camelCase' | 'onClose'> & { size: number }) {
  const leaves = new Set<Leaf>()
  let turns = 0
  let closed = false

  function open(): Leaf {
    const sql = openLeaf({ ...options, camelCase: true, onClose: () => {} })
    const leaf: Leaf = {
      sql,
      turns: new Set(),
      progress: watchProgress(options.statementTimeoutMs + 5_000, () => discard(leaf)),
    }
    return leaf
  }

  function pick(): Leaf {
    let best: Leaf | undefined
    for (const leaf of leaves) if (!best || leaf.turns.size < best.turns.size) best = leaf
    if (best && (best.turns.size === 0 || leaves.size >= options.size)) return best
    const leaf = open()
    leaves.add(leaf)
    return leaf
  }

  /** Gives a connection up, and every turn on it. Not left to `end`: it forgets statements that wait while a connection is being made. */
  function discard(leaf: Leaf, cause?: unknown): void {
    leaves.delete(leaf)
    leaf.progress.stop()
    void leaf.sql.end({ timeout: 0 })
    for (const giveUp of leaf.turns)
      giveUp(new Spoiled('The connection was given up', { cause: cause ?? lostConnection() }))
    leaf.turns.clear()
  }

  async function run(leaf: Leaf, landlordId: string, tenantId: string, build: Build): Promise<unknown[]> {
    const { sql } = leaf
    const built = build(sql)
    const queries = Array.isArray(built) ? (built as AnyQuery[]) : [built as AnyQuery]
    queries.forEach(check)
    const turn = String(++turns)
    leaf.progress.started()
    // From here to the reset nothing waits: whatever another actor sends comes before or after.
    const set =
      sql`select set_config('app.landlord_id', ${landlordId}, false), set_config('app.tenant_id', ${tenantId}, false), set_config('app.turn', ${turn}, false) as turn`.execute()
    for (const query of queries) withoutResend(query).execute()
    const reset =
      sql`select current_setting('app.turn', true) as turn, set_config('app.landlord_id', '', false), set_config('app.tenant_id', '', false)`.execute()
    const [first, last, ...answers] = await settle(leaf, [set, reset, ...queries])

    const own = (answer: PromiseSettledResult<unknown> | undefined) =>
      answer?.status === 'fulfilled' && (answer.value as { turn: string }[])[0]?.turn === turn
    const failure = [first, ...answers, last].find((answer) => answer?.status === 'rejected')?.reason as unknown
    if (!own(first) || !own(last) || (failure !== undefined && !isFromServer(failure))) {
      const spoiled = new Spoiled('The answer to a read could not be trusted', { cause: failure })
      discard(leaf, failure === undefined || isDown(failure) ? failure : undefined)
      throw spoiled
    }
    if (isStale(failure)) throw new Spoiled('A plan went stale', { cause: failure })
    if (failure !== undefined) throw failure
    return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value)
  }

  /** Waits for all answers, or for the end of the connection. The first sign that it cannot be trusted is its end. */
  function settle(leaf: Leaf, statements: Promise<unknown>[]): Promise<PromiseSettledResult<unknown>[]> {
    return new Promise((resolve, reject) => {
      leaf.turns.add(reject)
      const answered = statements.map((statement) =>
        statement.catch((error: unknown) => {
          if (leaf.turns.has(reject) && (isDown(error) || !isFromServer(error))) {
            leaf.turns.delete(reject)
            discard(leaf, isDown(error) ? error : undefined)
            reject(new Spoiled('The connection failed', { cause: error }))
          }
          throw error
        }),
      )
      void Promise.allSettled(answered).then((results) => {
        if (leaf.turns.delete(reject)) leaf.progress.finished()
        return resolve(results)
      })
    })
  }

  return {
    /** The rows of each statement. A turn that was spoiled is taken again. */
    async read(landlordId: string, tenantId: string, build: Build): Promise<unknown[]> {
      if (closed) throw new DatabaseDown(new Error('the door is closed'))
      for (let attempt = 1, alone = false; ; attempt++) {
        const leaf = alone ? open() : pick()
        try {
          return await run(leaf, landlordId, tenantId, build)
        } catch (error) {
          const cause = error instanceof Spoiled ? error.cause : error
          if (!(error instanceof Spoiled) || alone || (isDown(cause) && !isLost(cause))) throw asDown(cause ?? error)
          // Another one's mistake, a connection lost, a stale plan: once more. Our own, or bad luck again: alone, where the last word is true.
          alone = !(isLost(cause) || isStale(cause)) || attempt === 2
        } finally {
          if (alone && !leaves.has(leaf)) void leaf.sql.end({ timeout: 5 })
        }
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
  if (!(query instanceof Promise) || !Array.isArray(args))
    throw new TypeError('db.read: return the sql`…` itself, or a list of them (no async function)')
  if (executed) throw new TypeError('db.read: return the sql`…` without awaiting it')
  checkParameters(args)
}

/** postgres.js notices an undefined parameter too late: see above. Lists become array literals, fragments are looked into. */
function checkParameters(args: unknown[]): void {
  for (const [i, value] of args.entries()) {
    if (value === undefined)
      throw new TypeError('db.read: a parameter is undefined; say null, or leave the condition out')
    if (value instanceof Promise) checkParameters((value as unknown as Internals).args)
    else if (Array.isArray(value)) {
      if (value[0] instanceof Promise) checkParameters(value)
      else args[i] = arrayText(value)
    } else if (value instanceof Date) args[i] = value.toISOString()
    else if (value instanceof Object && value.constructor === Object) args[i] = JSON.stringify(value)
    else if (value instanceof Object && isJson(value)) value.value = json(value.value)
  }
}

/** What `sql.json(…)` gives. */
function isJson(value: object): value is { value: unknown } {
  return 'type' in value && value.type === 3802
}
