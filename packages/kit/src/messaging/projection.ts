import type { EventContract } from '@keyhold/contracts/event'
import type { z } from '@keyhold/contracts/zod'
import { type Column, getTableColumns, lte, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Clock } from '../runtime/clock.ts'
import { type Actor, scopeOf } from '../runtime/actor.ts'
import type { Database, ReadSql, Tx } from '../database/database.ts'
import type { ReadQuery } from '../database/read.ts'
import { Refusal } from '../http/problem.ts'
import { type EventHandler, type HandlerTools, onBatch, type ParsedEvent } from './handlers.ts'

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

/** What an event or an answer says about a record, as of its time. */
export interface Dated<S> {
  snapshot: S
  asOf: string
}

/** Stores what snapshots say as of a time, unless what is stored is newer. */
export const upsertSnapshots = <T extends ProjectionTable, S>(
  tx: Tx,
  projection: Projection<T, S>,
  snapshots: readonly S[],
  asOf: string,
): Promise<void> =>
  upsertDated(
    tx,
    projection,
    snapshots.map((snapshot) => ({ snapshot, asOf })),
  )

/**
 * The same for snapshots of different times. At the same time the later arrival counts: a record's events come in order, and two of them can fall
 * into one millisecond.
 */
export async function upsertDated<T extends ProjectionTable, S>(
  tx: Tx,
  projection: Projection<T, S>,
  dated: readonly Dated<S>[],
): Promise<void> {
  const rows = dated.map(({ snapshot, asOf }): Values => ({ ...projection.row(snapshot, asOf), asOf }))
  for (const statement of statementsFor(projection.table, rows)) await upsertRows(tx, projection, statement)
}

type Values = Record<string, unknown>

/**
 * Rows that one statement can write: no two of one record, and all saying something about the same columns. In the order of their keys, so that two
 * transactions cannot deadlock.
 */
function statementsFor(table: ProjectionTable, rows: readonly Values[]): Values[][] {
  const columns = Object.entries(getTableColumns(table))
  const keyNames = keyOf(table).map((column) => columns.find(([, one]) => one === column)?.[0] ?? '')
  const textOf = (row: Values) => keyNames.map((name) => String(row[name])).join(' ')
  const times = new Map<string, number>()
  const statements = new Map<string, { row: Values; key: string }[]>()
  for (const row of rows) {
    const key = textOf(row)
    const nth = times.get(key) ?? 0
    times.set(key, nth + 1)
    const names = Object.keys(row).filter((name) => row[name] !== undefined)
    const statement = `${String(nth).padStart(6, '0')} ${names.join()}`
    statements.set(statement, [...(statements.get(statement) ?? []), { row, key }])
  }
  return [...statements]
    .toSorted(([one], [other]) => (one.slice(0, 6) < other.slice(0, 6) ? -1 : 1))
    .map(([, list]) => list.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ row }) => row))
}

/** One statement. */
async function upsertRows<T extends ProjectionTable, S>(
  tx: Tx,
  { table, merge = {} }: Projection<T, S>,
  rows: readonly Values[],
): Promise<void> {
  const columns: Record<string, Column> = getTableColumns(table)
  const key = keyOf(table)
  const names = Object.keys(rows[0] ?? {}).filter((name) => rows[0]?.[name] !== undefined)
  const set = Object.fromEntries(
    names.flatMap((name) => {
      const column = columns[name]
      if (!column || key.includes(column)) return []
      return [[name, (merge as Record<string, SQL | undefined>)[name] ?? sql`excluded.${sql.identifier(column.name)}`]]
    }),
  )
  await tx
    .insert(table)
    .values(rows as T['$inferInsert'][])
    // The types of a table that is not known here are more than the compiler follows.
    .onConflictDoUpdate({
      target: key as PgColumn[],
      set: set as never,
      setWhere: lte(table.asOf, sql`excluded.as_of`),
    })
}

function keyOf(table: PgTable): Column[] {
  const { primaryKeys, columns, name } = getTableConfig(table)
  // By name: the columns of a key of several are other objects than those of the table.
  const names = primaryKeys[0]?.columns.map((column) => column.name)
  const key = columns.filter((column) => (names ? names.includes(column.name) : column.primary))
  if (key.length === 0) throw new Error(`The projection ${name} has no primary key`)
  return key
}

/** Reactions to the events of a record that carry a snapshot of it: each is stored, and `after` does what follows from them in the same transaction. */
export function projectEvents<T extends ProjectionTable, D extends z.ZodObject>(
  projection: Projection<T, z.output<D>>,
  contracts: readonly EventContract<D>[],
  after?: (events: readonly ParsedEvent<z.output<D>>[], tools: HandlerTools) => Promise<void>,
): EventHandler[] {
  return contracts.map((contract) =>
    onBatch(contract, async (events, tools) => {
      const dated = events.map(({ event, data }) => ({ snapshot: data, asOf: event.time }))
      await upsertDated(tools.tx, projection, dated)
      await after?.(events, tools)
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
