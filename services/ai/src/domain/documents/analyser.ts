import { documentContent } from '@keyhold/contracts/properties/documents'
import { startWorker, type Worker } from '@keyhold/kit/jobs/worker'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { type Cause, type Measured, type Reader, ReadingFailed } from '../../providers/reading/reader.ts'
import type { Reading } from '../../providers/reading/read-file.ts'
import { dropReading, postponeReading, settleReading, takeTurn, type Turn } from './readings.ts'

/** Readings that were ended, or ended their process, before a document counts as unreadable. */
const mostTries = 3
/** Too much memory or time it takes again; once more, since the machine may have been busy. */
const mostOverruns = 2
/** Waits after the first, second … fetch that failed: about a day in all. */
const missDelays = [5, 15, 60, 300, 900, 3600, 3600 * 4, 3600 * 18].map((seconds) => seconds * 1000)
const tryDelayMs = 10_000
const fetchMs = 20_000

/** Reads the documents that wait, one at a time in this process: soon after their fact, and every `everyMs` what a crash left. */
export function startAnalyser(tools: Tools, read: Reader, everyMs = 2000): Worker {
  const { db, clock, log } = tools
  const stopping = new AbortController()
  const lookout = startWorker(
    async () => {
      const turn = await takeTurn(db, clock.now())
      if (!turn) return false
      await analyse(tools, turn, read, stopping.signal)
      return true
    },
    { everyMs, failed: (error) => log.warn({ error }, 'documents could not be read, will try again') },
  )
  return {
    wake: () => lookout.wake(),
    // A reading may take longer than a process has to end: it is put back.
    async stop() {
      stopping.abort()
      await lookout.stop()
    },
  }
}

const soon = (clock: Tools['clock'], ms: number) => new Date(clock.now().getTime() + ms)

/** One document, from its bytes to the fact. Log lines say what it took, never what it says. */
async function analyse(tools: Tools, turn: Turn, read: Reader, stopping: AbortSignal): Promise<void> {
  const { db, clock, log } = tools
  const line = { documentId: turn.documentId, landlordId: turn.landlordId }
  const tell = (reading: Reading) => settleReading(db, turn, reading, clock.now())
  // A process that was at it died each time, with no word of why.
  if (turn.tries > mostTries) return tell(unreadable('crash'))
  const bytes = await fetchBytes(tools, turn)
  if (!bytes) return
  try {
    const measured = await read(bytes, turn.category, stopping)
    await tell(measured.reading)
    log.info({ ...line, ...figuresOf(bytes, measured) }, 'document read')
  } catch (error) {
    if (!(error instanceof ReadingFailed)) throw error
    const { reason } = error
    log.warn(
      { ...line, bytes: bytes.length, reason, tries: turn.tries, error: error.cause },
      'a document was not read to the end',
    )
    if (reason === 'stopped') return postponeReading(db, turn, { ...turn, tries: turn.tries - 1, dueAt: clock.now() })
    if (turn.tries >= (reason === 'crash' ? mostTries : mostOverruns)) return tell(unreadable(reason))
    await postponeReading(db, turn, { ...turn, dueAt: soon(clock, tryDelayMs) })
  }
}

const figuresOf = (bytes: Uint8Array, { reading, ms, peakBytes }: Measured) => ({
  bytes: bytes.length,
  status: reading.status,
  engine: reading.engine,
  pages: reading.pages,
  characters: reading.characters,
  findings: reading.findings.length,
  ms: Math.round(ms),
  peakMegabytes: Math.round(peakBytes / 1e6),
})

/** Undefined when there is nothing to read now: the document is gone, or its owner does not answer and it waits. */
async function fetchBytes({ db, call, clock, log }: Tools, turn: Turn): Promise<Uint8Array | undefined> {
  try {
    return await call(documentContent, serviceActor('ai', turn.landlordId), {
      params: { id: turn.documentId },
      timeoutMs: fetchMs,
    })
  } catch (error) {
    await notFetched({ db, clock, log }, turn, error)
    return undefined
  }
}

async function notFetched(
  { db, clock, log }: Pick<Tools, 'db' | 'clock' | 'log'>,
  turn: Turn,
  error: unknown,
): Promise<void> {
  if (error instanceof Refusal && error.code === 'not-found') return dropReading(db, turn)
  const misses = turn.misses + 1
  log.warn({ documentId: turn.documentId, misses, error }, 'a document could not be fetched')
  const delay = missDelays[turn.misses]
  if (delay === undefined)
    return settleReading(db, turn, unread(['The file could not be fetched from the store.']), clock.now())
  // No fault of the document: the try does not count.
  await postponeReading(db, turn, { misses, tries: turn.tries - 1, dueAt: soon(clock, delay) })
}

const causes: Record<Cause, string> = {
  time: 'Reading the document took longer than it may, so it was given up.',
  memory: 'Reading the document took more memory than it may, so it was given up.',
  crash: 'The document could not be read: it makes the program that reads it fail.',
  stopped: 'The document was not read.',
}

const unread = (notes: string[]): Reading => ({
  status: 'unreadable',
  engine: null,
  detected: null,
  findings: [],
  notes,
  pages: null,
  characters: 0,
  text: '',
})
const unreadable = (cause: Cause) => unread([causes[cause]])
