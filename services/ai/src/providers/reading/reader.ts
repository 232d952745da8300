import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  analysisStatuses,
  type documentCategories,
  DocumentAnalysis,
  documentTextLength,
} from '@keyhold/contracts/properties/document-analysis'
import { z } from '@keyhold/contracts/zod'
import { processLimits } from './limits.ts'
import type { Reading } from './read-file.ts'
import { residentBytes } from './resident.ts'
import { flagsOf } from './sandbox.ts'

export type Cause = 'time' | 'memory' | 'crash' | 'stopped'

/** The reader process did not finish. */
export class ReadingFailed extends Error {
  readonly reason: Cause
  constructor(reason: Cause, options?: ErrorOptions) {
    super(`reading ended by ${reason}`, options)
    this.name = 'ReadingFailed'
    this.reason = reason
  }
}

export interface Measured {
  reading: Reading
  ms: number
  /** The highest memory use that was measured. */
  peakBytes: number
}

/** Reads a document. @throws ReadingFailed */
export type Reader = (
  bytes: Uint8Array,
  category: (typeof documentCategories)[number],
  stopping?: AbortSignal,
) => Promise<Measured>

export type Limits = { readonly [K in keyof typeof processLimits]: number }

const program = fileURLToPath(new URL('child.ts', import.meta.url))

const Answer = DocumentAnalysis.omit({ analysedAt: true }).extend({
  status: DocumentAnalysis.shape.status.exclude([analysisStatuses[0]]),
  text: z.string().max(documentTextLength),
})

/**
 * Reads each document in its own process, without environment, network, other processes or files besides its programs, and with limited
 * memory and time. Its answer is parsed like any external input.
 */
export function processReader(limits: Limits = processLimits): Reader {
  return (bytes, category, stopping) =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const child = spawn(process.execPath, [...flagsOf(limits), program, String(bytes.length), category], {
        env: {},
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      let failed: Cause | undefined
      let peakBytes = 0
      const end = (reason: Cause) => {
        failed ??= reason
        child.kill('SIGKILL')
      }
      const late = setTimeout(() => end('time'), limits.ms)
      const watch = setInterval(() => {
        void residentBytes(child.pid ?? 0).then((held = 0) => {
          peakBytes = Math.max(peakBytes, held)
          if (held > limits.rssBytes) end('memory')
        })
      }, 100)
      const stop = () => end('stopped')
      stopping?.addEventListener('abort', stop)
      if (stopping?.aborted) stop()

      const parts: Buffer[] = []
      let size = 0
      child.stdout.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size > limits.answerBytes) end('crash')
      })
      // It may exit before it has read all input.
      child.stdin.on('error', () => {})
      child.stdin.write(bytes)
      const settle = (code: number | null, cause?: unknown) => {
        clearTimeout(late)
        clearInterval(watch)
        stopping?.removeEventListener('abort', stop)
        const answer = failed === undefined && code === 0 ? parse(Buffer.concat(parts).toString()) : undefined
        if (answer) resolve({ reading: answer, ms: performance.now() - began, peakBytes })
        // V8 aborts with a signal when the heap is full.
        else reject(new ReadingFailed(failed ?? (code === null || code === 134 ? 'memory' : 'crash'), { cause }))
      }
      child.once('error', (error) => settle(null, error))
      child.once('close', (code) => settle(code))
    })
}

// A document's text, and a character that a quote cuts in half, may not be valid text for the database.
const unprintable = /[\p{Cc}\p{Cs}]/gu
const printable = (_key: string, value: unknown) => (typeof value === 'string' ? value.replace(unprintable, '') : value)

function parse(text: string): Reading | undefined {
  try {
    return Answer.parse(JSON.parse(text, printable))
  } catch {
    return undefined
  }
}
