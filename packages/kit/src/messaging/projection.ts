import type { EventContract } from '@keyhold/contracts/event'
import type { z } from '@keyhold/contracts/zod'
import { type Column, getTableColumns, lte, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Clock } from '../runtime/clock.ts'
import { type Actor, scopeOf } from '../runtime/actor.ts'
import type { Database, ReadSql, Tx } from '../database/database.ts'
import type { ReadQuery } from '../database/read.ts'
import { Refusal } from '../http/problem.ts'
import { type EventHandler, type EventContext, on } from './handlers.ts'

// A projection is what a service stores of another service's records. One rule orders everything that reaches it, by event or by asking
// the owner: a row has the time of what it says (`as_of`), and nothing older replaces it.

/** A table of a projection: its primary key is the record's, and `as_of` the time of the event that it was last written from. */
export type ProjectionTable = PgTable & { asOf: PgColumn }

type Insert<T extends ProjectionTable> = Omit<T['$inferInsert'], 'asOf'>

export interface Projection<T extends ProjectionTable, S> {
  table: T
  /**
   * The row that a snapshot of the record means; its own time, where a column needs it, is `asOf`. What is undefined leaves what is stored: an
   * event from before a field existed says nothing about it. A deletion is a row too, with the flag that says so: removing it would let
   * an older event make it again.
   */
  row: (snapshot: S, asOf: string) => { [K in keyof Insert<T>]: Insert<T>[K] | SQL }
  /** Columns that the newest snapshot does not simply replace: what they become, in terms of the table and of `excluded`. */
  merge?: { [K in keyof Insert<T>]?: SQL }
}

/** Only for the types: the table and the snapshot are inferred from what is given. */
export const defineProjection = <T extends ProjectionTable, S>(projection: Projection<T, S>): Projection<T, S> =>
  projection

/** Whether a stored row is newer than something as of `asOf`, which then changes nothing. */
export const isNewer = (stored: { asOf: string } | undefined, asOf: string): boolean =>
  stored !== undefined && stored.asOf > asOf

/** The same rule as a condition, for columns about another service's record in a table of one's own. */
export const isNotNewer = (column: PgColumn, asOf: string): SQL =>
  sql`coalesce(${column}, '-infinity') <= ${asOf}::timestamptz`

/**
 * Stores what snapshots say as of a time, unless what is stored is newer. At the same time the later arrival counts: a record's events come in
 * order, and two of them can fall into one millisecond.
 */
export async function upsertSnapshots<T extends ProjectionTable, S>(
  tx: Tx,
  { table, row, merge = {} }: Projection<T, S>,
  snapshots: readonly S[],
  asOf: string,
): Promise<void> {
  const columns: Record<string, Column> = getTableColumns(table)
  const key = keyOf(table)
  const rows = snapshots.map((snapshot): Record<string, unknown> => ({ ...row(snapshot, asOf), asOf }))
  // One statement for those that say something about the same columns.
  const alike = Map.groupBy(rows, (one) =>
    Object.keys(one)
      .filter((name) => one[name] !== undefined)
      .join(),
  )
  for (const [names, group] of alike) {
    const set = Object.fromEntries(
      names.split(',').flatMap((name) => {
        const column = columns[name]
        if (!column || key.includes(column)) return []
        return [
          [name, (merge as Record<string, SQL | undefined>)[name] ?? sql`excluded.${sql.identifier(column.name)}`],
        ]
      }),
    )
    await tx
      .insert(table)
      .values(group as T['$inferInsert'][])
      // The types of a table that is not known here are more than the compiler follows.
      .onConflictDoUpdate({
        target: key as PgColumn[],
        set: set as never,
        setWhere: lte(table.asOf, sql`excluded.as_of`),
      })
  }
}

function keyOf(table: PgTable): Column[] {
  const { primaryKeys, columns, name } = getTableConfig(table)
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
  if (key.length === 0) throw new Error(`The projection ${name} has no primary key`)
  return key
}

/** Reactions to the events of a record that carry a snapshot of it: each is stored, and `after` does what follows from it in the same transaction. */
export function projectEvents<T extends ProjectionTable, D extends z.ZodObject>(
  projection: Projection<T, z.output<D>>,
  contracts: readonly EventContract<D>[],
  after?: (given: EventContext<z.output<D>>) => Promise<void>,
): EventHandler[] {
  return contracts.map((contract) =>
    on(contract, async (given) => {
      await upsertSnapshots(given.tx, projection, [given.data], given.event.time)
      await after?.(given)
    }),
  )
}

/** How far the clocks of two hosts may be apart, and how long a transaction of the owner may take from its event to its commit. */
const skewMs = 60_000

/**
 * The time of an answer that the owner of records is about to be asked for. What happens while it answers is newer, and so is an event of the last minute:
 * the answer may not contain it yet, and if it does, its event says the same once more.
 */
export const snapshotTime = (clock: Clock): string => new Date(clock.now().getTime() - skewMs).toISOString()

interface Lookup<Row extends object, S> {
  /** Whose rows are read and written: the service itself, for one landlord or for none. */
  actor: Actor
  find: (sql: ReadSql) => ReadQuery<Row[]>
  /** Asks the owner. */
  ask: () => Promise<S>
  /** Whether a row that is there says what is needed; one that an older version wrote may lack it. */
  isComplete?: (row: Row) => boolean
}

/**
 * The stored row of a record; where there is none yet, the owner is asked and its answer stored. Null where the owner has no such record either.
 * Asks over the network: never inside a transaction. @throws Refusal `unavailable` while the owner does not answer
 */
export async function findOrAsk<T extends ProjectionTable, S extends object>(
  projection: Projection<T, S>,
  { db, clock }: { db: Database; clock: Clock },
  { actor, find, ask, isComplete = () => true }: Lookup<T['$inferSelect'], S>,
): Promise<T['$inferSelect'] | null> {
  const [stored] = await db.read(actor, find)
  if (stored && isComplete(stored)) return stored
  const asOf = snapshotTime(clock)
  const snapshot = await ask().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not-found') return null
    throw error
  })
  const { landlordId } = scopeOf(actor)
  if (snapshot === null || ('landlordId' in snapshot && snapshot.landlordId !== landlordId)) return null
  await db.transaction(actor, (tx) => upsertSnapshots(tx, projection, [snapshot], asOf))
  const [found] = await db.read(actor, find)
  return found ?? null
}

interface WholeList<S> {
  actor: Actor
  /** One page of the owner's records in the order of their ids, those behind `after`; fewer than `pageSize` on the last page. */
  ask: (query: { limit: number; after?: string }) => Promise<S[]>
  idOf: (snapshot: S) => string
  pageSize?: number
  /** What else belongs to storing a page, in its transaction. */
  also?: (tx: Tx, snapshots: S[]) => Promise<void>
}

/** Stores all records of a landlord, page by page: those that had no event since the service began to listen. Cut short, it starts again. */
export async function storeAllSnapshots<T extends ProjectionTable, S>(
  projection: Projection<T, S>,
  { db, clock }: { db: Database; clock: Clock },
  { actor, ask, idOf, pageSize = 500, also }: WholeList<S>,
): Promise<void> {
  for (let after: string | undefined, more = true; more;) {
    const asOf = snapshotTime(clock)
    const page = await ask({ limit: pageSize, ...(after === undefined ? {} : { after }) })
    const last = page.at(-1)
    if (last !== undefined)
      await db.transaction(actor, async (tx) => {
        await upsertSnapshots(tx, projection, page, asOf)
        await also?.(tx, page)
      })
    after = last === undefined ? after : idOf(last)
    more = page.length === pageSize
  }
}
