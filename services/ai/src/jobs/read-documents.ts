import { documentContent } from '@keyhold/contracts/properties/document-events'
import { Refusal } from '@keyhold/kit/http/problem'
import { type JobHandler, type JobRun, onJob, Postpone } from '@keyhold/kit/jobs/queue'
import { type Asked, dropReading, findReading, readDocument, settleReading } from '../domain/documents/readings.ts'
import { type Cause, type Measured, type Reader, ReadingFailed } from '../providers/reading/reader.ts'
import type { Reading } from '../providers/reading/read-file.ts'

/** Attempts that crashed or were stopped before a document counts as unreadable. */
const mostTries = 3
/** Too much memory or time is tried once more, since the machine may have been busy. */
const mostOverruns = 2
/** Delays after the first, second … failed fetch: about a day in total. */
const missDelays = [5, 15, 60, 300, 900, 3600, 3600 * 4, 3600 * 18].map((seconds) => seconds * 1000)
const delaysMs = Array<number>(mostTries).fill(10_000)
const fetchMs = 20_000

type Run = JobRun<{ documentId: string; askedAt: string }>

/** Reads queued documents, one at a time in this process. */
export const readDocuments = (read: Reader): JobHandler =>
  onJob(readDocument, (run) => readOne(run, read), { delaysMs, concurrency: 1 })

/** Reads one document, from its bytes to the event. Log lines contain time and memory, never its content. */
async function readOne(run: Run, read: Reader): Promise<void> {
  const { data, attempt, actor, signal, db, clock, log, finish } = run
  const asked = await db.transaction(actor, (tx) => findReading(tx, { ...data, landlordId: run.landlordId! }))
  if (!asked) return
  const line = { documentId: asked.documentId, landlordId: asked.landlordId }
  const settle = (reading: Reading) =>
    db.transaction(actor, async (tx) => {
      await finish(tx)
      await settleReading(tx, asked, reading, clock.now())
    })
  // Each attempt ended with the death of its process.
  if (attempt > mostTries) return settle(unreadable('crash'))
  const bytes = await fetchBytes(run, asked)
  if (bytes === 'gone') return db.transaction(actor, (tx) => dropReading(tx, asked))
  if (bytes === 'unreachable') return settle(unread(['The file could not be fetched from the store.']))
  try {
    // Reading can take longer than the time to shut down: then it is aborted and the job is released.
    const measured = await read(bytes, asked.category, signal)
    await settle(measured.reading)
    log.info({ ...line, ...figuresOf(bytes, measured) }, 'document read')
  } catch (error) {
    if (!(error instanceof ReadingFailed)) throw error
    const { reason } = error
    log.warn(
      { ...line, bytes: bytes.length, reason, attempt, error: error.cause },
      'a document was not read to the end',
    )
    if (reason === 'stopped' || attempt < (reason === 'crash' ? mostTries : mostOverruns)) throw error
    await settle(unreadable(reason))
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

async function fetchBytes(
  { call, actor, postponed }: Run,
  { documentId }: Asked,
): Promise<Uint8Array | 'gone' | 'unreachable'> {
  try {
    return await call(documentContent, actor, { params: { id: documentId }, timeoutMs: fetchMs })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') return 'gone'
    const delay = missDelays[postponed]
    if (delay === undefined) return 'unreachable'
    // Not the document's fault: the attempt does not count.
    throw new Postpone(delay, 'The document could not be fetched', { cause: error })
  }
}

const causes: Record<Cause, string> = {
  time: 'Reading the document took too long and was stopped.',
  memory: 'Reading the document needed too much memory and was stopped.',
  crash: 'The document could not be read because it causes an error in the reader.',
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
