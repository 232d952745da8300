import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & { child(fields: Record<string, unknown>): Log }

// Bodies and headers are never logged. If a field with such a name is logged by mistake, its value is removed.
const secrets = ['password', 'newPassword', 'currentPassword', 'token', 'authorization', 'cookie']

/** One JSON line per entry, to standard output unless `destination` is given. `level` is one of pino's, or `silent`. */
export function createLog(level: string, fields: Record<string, unknown> = {}, destination?: DestinationStream): Log {
  const options = {
    level,
    base: fields,
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: 'message',
    redact: { paths: secrets, censor: '[redacted]' },
    serializers: { error: (error: unknown) => pino.stdSerializers.err(withoutStatement(error) as Error) },
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Logs nothing; for tests and tools. */
export const silentLog: Log = createLog('silent')

/** Replaces a Drizzle error by its cause: the error itself contains the statement and its parameters, which are personal data. */
export function withoutStatement(error: unknown): unknown {
  if (error instanceof DrizzleQueryError) return withoutStatement(error.cause ?? new Error('a statement failed'))
  if (error instanceof Error && error.cause instanceof DrizzleQueryError)
    return Object.assign(new Error(error.message), {
      name: error.name,
      stack: error.stack,
      cause: withoutStatement(error.cause),
    })
  return error
}
