import { createLog, type Log } from '../runtime/log.ts'

/** A real log whose lines are kept, parsed, in place of standard output. */
export function recordedLog(): { log: Log; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  return {
    lines,
    log: createLog('debug', {}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) }),
  }
}
