import { type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & { child(fields: Record<string, unknown>): Log }

// What must never stand in a log line, wherever a field of that name appears on the first two levels.
const secrets = ['password', 'newPassword', 'currentPassword', 'token', 'authorization', 'cookie'].flatMap((name) => [name, `*.${name}`])

/** One JSON line per thing that happened, to standard output. `level` as pino names them, `silent` among them. */
export function createLog(level: string, fields: Record<string, unknown> = {}): Log {
  return pino({ level, base: fields, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message', redact: { paths: secrets, censor: '[redacted]' }, formatters: { level: (label) => ({ level: label }) } })
}

/** For tests and tools: says nothing. */
export const silentLog: Log = createLog('silent')
