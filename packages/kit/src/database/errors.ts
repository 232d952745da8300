import postgres from 'postgres'

/** The database does not answer, or not now. Asking again later is right. */
export class DatabaseDown extends Error {
  override name = 'DatabaseDown'
  constructor(cause: unknown) {
    super('The database is not available', { cause })
  }
}

/** The same error, or `DatabaseDown` in its place when that is what it means. */
export function asDown(error: unknown): unknown {
  return error instanceof DatabaseDown || !isDown(error) ? error : new DatabaseDown(error)
}

// The last five: shut down, crashed, starting, idle too long, too many connections.
const downCodes = new Set(
  (
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ENOENT ' +
    'CONNECT_TIMEOUT CONNECTION_CLOSED CONNECTION_DESTROYED CONNECTION_ENDED 57P01 57P02 57P03 57P05 53300'
  ).split(' '),
)

const lostCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  '57P01',
  '57P02',
  '57P05',
])

/** Nothing can be had from the database right now. */
export function isDown(error: unknown): boolean {
  const code = codeOf(error)
  // FATAL is what the server says before it hangs up, whatever the reason: a database closed for maintenance, a role that may not log in.
  return (
    error instanceof DatabaseDown ||
    downCodes.has(code) ||
    code.startsWith('08') ||
    fieldOf(error, 'severity') === 'FATAL'
  )
}

/** A connection that worked broke: on a new one the same may succeed at once. */
export function isLost(error: unknown): boolean {
  return lostCodes.has(codeOf(error))
}

/** What happened to the work on a connection that was given up because of something else. */
export function lostConnection(): Error {
  return Object.assign(new Error('The connection was given up'), { code: 'CONNECTION_CLOSED' })
}

/** A table changed under a statement that a connection had prepared. */
export class StalePlan extends Error {}

/** Two transactions got in each other's way, or a plan went stale: doing all of it again is right. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01' || isStale(error)
}

export function isStale(error: unknown): boolean {
  return chain(error).some((one) => one instanceof StalePlan)
}

/** Refused only because an earlier statement of the transaction failed. */
export function isAftermath(error: unknown): boolean {
  return codeOf(error) === '25P02'
}

/** The server itself said so (and not the client on its way there). */
export function isFromServer(error: unknown): boolean {
  return chain(error).some((one) => one instanceof postgres.PostgresError)
}

const kinds = { '23505': 'unique', '23503': 'foreign-key', '23514': 'check', '23P01': 'exclusion' } as const

export interface Violation {
  kind: (typeof kinds)[keyof typeof kinds]
  constraint: string
}

/** Which constraint an error broke, however deep it is wrapped; null when it is another error. */
export function violated(error: unknown): Violation | null {
  const kind = kinds[codeOf(error) as keyof typeof kinds]
  return kind ? { kind, constraint: fieldOf(error, 'constraint_name') } : null
}

function codeOf(error: unknown): string {
  return fieldOf(error, 'code')
}

function fieldOf(error: unknown, field: string): string {
  for (const one of chain(error)) {
    const value = (one as unknown as Record<string, unknown>)[field]
    if (typeof value === 'string') return value
  }
  return ''
}

/** The error and what caused it, outermost first. */
function chain(error: unknown): Error[] {
  const all: Error[] = []
  for (let one = error; one instanceof Error && all.length < 10; one = one.cause) all.push(one)
  return all
}
