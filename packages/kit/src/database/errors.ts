import { DatabaseError } from 'pg'

/** The database does not answer, or not now. Asking again later is right. */
export class DatabaseDown extends Error {
  override name = 'DatabaseDown'
  /** A connection that had worked broke: on another one the same may succeed at once. */
  readonly isConnectionLost: boolean

  constructor(cause: unknown, { isConnectionLost = false } = {}) {
    super('The database is not available', { cause })
    this.isConnectionLost = isConnectionLost
  }
}

/** The server itself said so, and not the client because the connection broke. */
export function isFromServer(error: unknown): boolean {
  return error instanceof DatabaseError
}

/** The server closes the connection: it shuts down, or an administrator or a time limit ended the session. */
export function isFatal(error: unknown): boolean {
  return fieldOf(error, 'severity') === 'FATAL'
}

/** A prepared statement no longer fits, because a table changed, or the server does not know it. */
export function isStalePlan(error: unknown): boolean {
  const code = codeOf(error)
  // 0A000 also stands for whatever Postgres does not support, hence the second condition.
  return code === '26000' || (code === '0A000' && fieldOf(error, 'routine') === 'RevalidateCachedQuery')
}

/** Two transactions collided, or a plan went stale: doing all of the work again is right. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error)) || isStalePlan(error)
}

/** Refused only because an earlier statement of the transaction had failed. */
export function isAfterFailure(error: unknown): boolean {
  return codeOf(error) === '25P02'
}

const kinds = { '23505': 'unique', '23503': 'foreign-key', '23514': 'check', '23P01': 'exclusion' } as const

export interface Violation {
  kind: (typeof kinds)[keyof typeof kinds]
  constraint: string
}

/** Which constraint an error broke, however deep it is wrapped; null when it is another error. */
export function violated(error: unknown): Violation | null {
  const kind = kinds[codeOf(error) as keyof typeof kinds]
  return kind ? { kind, constraint: fieldOf(error, 'constraint') } : null
}

const codeOf = (error: unknown) => fieldOf(error, 'code')

/** The first text under that name, on the error or on what caused it: Drizzle wraps the driver's errors. */
function fieldOf(error: unknown, field: string): string {
  for (let one = error, depth = 0; one instanceof Error && depth < 10; one = one.cause, depth++) {
    const value = (one as unknown as Record<string, unknown>)[field]
    if (typeof value === 'string') return value
  }
  return ''
}
