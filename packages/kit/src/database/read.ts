import { escapeIdentifier } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { beginAs, type Scope } from './begin.ts'
import type { Connection, Connections } from './connections.ts'
import { DatabaseDown, isConflict } from './errors.ts'
import { camelCase } from './values.ts'

/** A statement to read with, or a part of one. */
export class ReadQuery<Rows extends readonly object[] = Record<string, unknown>[]> {
  declare readonly rows: Rows
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
}

/** The tag of a read. A value becomes a parameter, a list of values an array, and another `sql\`…\`` (or a list of them) a part of the text. */
export interface ReadSql {
  /** The name of a column or table, or several with commas between them. */
  (names: string | (readonly string[] & { raw?: never })): ReadQuery
  <Rows extends readonly object[] = Record<string, unknown>[]>(
    texts: TemplateStringsArray,
    ...values: unknown[]
  ): ReadQuery<Rows>
}

export type AnyReadQuery = ReadQuery<readonly object[]>

interface Statement {
  text: string
  values: readonly unknown[]
}

const sql: ReadSql = <Rows extends readonly object[]>(texts: string | readonly string[], ...values: unknown[]) =>
  typeof texts !== 'string' && 'raw' in texts
    ? new ReadQuery<Rows>(texts, values)
    : new ReadQuery<Rows>([[texts].flat().map(escapeIdentifier).join(', ')], [])
const attempts = 4

/** Runs the statements in one transaction of the scope. Answers with the rows of each. */
export async function read(
  connections: Connections,
  scope: Scope,
  build: (sql: ReadSql) => AnyReadQuery | readonly AnyReadQuery[],
): Promise<object[][]> {
  const built = build(sql)
  const queries = Array.isArray(built) ? built : [built]
  if (!queries.every((query) => query instanceof ReadQuery))
    throw new TypeError('db.read: return the sql`…` itself, or a list of them (no async function)')
  const statements = queries.map(statementOf)
  for (let attempt = 1; ; attempt++) {
    try {
      return await connections.share((connection) => readOnce(connection, scope, statements))
    } catch (error) {
      const isWorthAnother = isConflict(error) || (error instanceof DatabaseDown && error.isConnectionLost)
      if (!isWorthAnother || attempt === attempts) throw error
      await sleep(Math.random() * 5 * attempt)
    }
  }
}

/** All of it is sent at once, so that it takes one round trip, and the statements of other reads come before or after. */
async function readOnce(connection: Connection, scope: Scope, statements: Statement[]): Promise<object[][]> {
  const begun = connection.query(beginAs(scope, 'read only'))
  const answers = statements.map(async ({ text, values }) => rowsOf(await connection.queryArrays(text, values)))
  const ended = connection.query('commit')
  const [, , ...settled] = await Promise.allSettled([begun, ended, ...answers])
  await begun
  for (const answer of settled) if (answer.status === 'rejected') throw answer.reason
  await ended
  return settled.map((answer) => (answer as PromiseFulfilledResult<object[]>).value)
}

function rowsOf({ fields, rows }: { fields: { name: string }[]; rows: unknown[][] }): object[] {
  const names = fields.map(({ name }) => camelCase(name))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    names.forEach((name, i) => (row[name] = values[i]))
    return row
  })
}

/** Puts the parts together and numbers the parameters. */
function statementOf(query: AnyReadQuery): Statement {
  const values: unknown[] = []
  let text = ''
  const add = (part: unknown): void => {
    if (part instanceof ReadQuery)
      part.texts.forEach((piece, i) => {
        text += piece
        if (i < part.values.length) add(part.values[i])
      })
    else if (Array.isArray(part) && part[0] instanceof ReadQuery)
      part.forEach((one) => {
        add(one)
        text += ' '
      })
    else text += `$${values.push(part)}`
  }
  add(query)
  return { text, values }
}
