import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & { child(fields: Record<string, unknown>): Log }

// Bodies and headers are never logged; should a field of such a name slip in, its value does not.
const secrets = ['password', 'newPassword', 'currentPassword', 'token', 'authorization', 'cookie']

/** One JSON line per thing that happened, to standard output unless told otherwise. `level` as pino names them, `silent` among them. */
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

/** For tests and tools: says nothing. */
export const silentLog: Log = createLog('silent')

/** A failed statement stands for its cause: the error of Drizzle carries the statement with its parameters, which are people's data. */
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
