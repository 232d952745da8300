import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & { child(fields: Record<string, unknown>): Log }

// Bodies and headers are never logged; should a field of such a name slip in, its value does not.
const secrets = ['password', 'newPassword', 'currentPassword', 'token', 'authorization', 'cookie']

/** One JSON line per thing that happened, to standard output unless told otherwise. `level` as pino names them, `silent` among them. */
export function createLog(level: string, fields: Record<string, unknown> = {}, destination?: DestinationStream): Log {
  const options = { level, base: fields, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message', redact: { paths: secrets, censor: '[redacted]' }, serializers: { error: pino.stdSerializers.err }, formatters: { level: (label: string) => ({ level: label }) } }
  return destination ? pino(options, destination) : pino(options)
}

/** For tests and tools: says nothing. */
export const silentLog: Log = createLog('silent')
