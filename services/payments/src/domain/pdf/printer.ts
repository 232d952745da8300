import { Refusal, refuseField } from '@keyhold/kit/http/problem'
import { createFairQueue } from '@keyhold/kit/lib/fair-queue'
import { maxPdfRows } from '../../limits.ts'
import type { Sheet } from './layout.ts'
import { startThread, type Thread } from './thread.ts'

export type Render = (sheet: Sheet) => Promise<Uint8Array>

export interface PdfFile {
  name: string
  bytes: Uint8Array
}

export interface Printer {
  /**
   * Runs `work`, which reads what a PDF of the landlord shows and renders it, when its turn comes.
   * @throws Refusal 503 if too many wait, or its turn or its rendering takes too long
   */
  inTurn<T>(landlordId: string, work: (render: Render) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Renders in threads, one more than a single landlord gets; the landlords take turns. `waiting`: maximum number of PDFs that wait, a quarter of them of
 * one landlord. `waitMs` and `timeoutMs`: until the turn of one, and for rendering it. `idleMs`: an idle thread ends after this time.
 */
export function openPrinter({
  perLandlord = 2,
  waiting = 100,
  waitMs = 20_000,
  timeoutMs = 30_000,
  idleMs = 60_000,
} = {}): Printer {
  const queue = createFairQueue({
    total: perLandlord + 1,
    perOwner: perLandlord,
    waiting,
    waitingPerOwner: Math.ceil(waiting / 4),
    waitMs,
    busy: () => busy('too many wait'),
  })
  const threads = new Set<Thread>()
  /** The last one was used last. */
  const idle: { thread: Thread; until: NodeJS.Timeout }[] = []
  let isClosed = false

  function takeThread(): Thread {
    const free = idle.pop()
    clearTimeout(free?.until)
    const thread = free?.thread ?? startThread()
    threads.add(thread)
    return thread
  }

  function returnThread(thread: Thread): void {
    if (thread.isEnded()) threads.delete(thread)
    else idle.push({ thread, until: setTimeout(() => void endIdle(thread), idleMs).unref() })
  }

  function endIdle(thread: Thread): Promise<unknown> {
    const place = idle.findIndex((one) => one.thread === thread)
    if (place >= 0) idle.splice(place, 1)
    threads.delete(thread)
    return thread.end()
  }

  async function render(sheet: Sheet): Promise<Uint8Array> {
    if (isClosed) throw busy('the service stops')
    const thread = takeThread()
    try {
      return await thread.render(sheet, timeoutMs)
    } catch (error) {
      throw thread.isEnded() ? busy(error) : error
    } finally {
      returnThread(thread)
    }
  }

  return {
    inTurn: (landlordId, work) => queue(landlordId, () => work(render)),
    async close() {
      isClosed = true
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}

/** @throws Refusal 400 for more rows than a PDF may have */
export function checkLength(rows: number, path: string, instead: string): void {
  if (rows <= maxPdfRows) return
  const [has, most] = [rows, maxPdfRows].map((one) => one.toLocaleString('en-US'))
  refuseField(path, `This would have ${has} rows, and a PDF holds at most ${most}. ${instead}`)
}

const busy = (cause: unknown) =>
  new Refusal('unavailable', "PDFs can't be created right now. Please try again in a moment.", { cause, retryAfter: 5 })
