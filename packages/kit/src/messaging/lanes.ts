import type { Envelope } from '@keyhold/contracts/event'
import { backoff } from '../lib/wakeable-sleep.ts'
import type { Log } from '../runtime/log.ts'
import type { Handle } from './bus.ts'
import { partitionsPerLandlord } from './partitions.ts'

/** An event that a bus has delivered to this process. */
export interface Delivered {
  partition: number
  event: Envelope
}

interface LanesOptions<M extends Delivered> {
  handle: Handle
  /** The handler has succeeded with these. */
  onHandled: (messages: readonly M[]) => void
  log: Log
}

interface Lane<M> {
  partition: number
  waiting: M[]
  isRunning: boolean
  failures: number
  /** Set while it waits for its next attempt. */
  retry?: NodeJS.Timeout | undefined
}

/** Batches that a consumer handles at a time in one process: one more than a single landlord can fill. */
const concurrency = partitionsPerLandlord + 1
const largestBatch = 64
/** Lanes that are kept although nothing waits in them. */
const mostEmpty = 1_000

export interface Lanes<M extends Delivered> {
  push(message: M): void
  /** Forgets what waits, of one partition or of all. @returns what was forgotten, once none of the partition is being handled */
  clear(partition?: number): Promise<M[]>
  /** Starts no further batch. Resolves when none is being handled, with what was waiting. */
  stop(): Promise<M[]>
}

/**
 * The events that a consumer of this process has received, in lanes: one for each landlord in each partition. A lane handles one batch at a time and
 * keeps its order; the lanes take turns. So a landlord with thousands of waiting events does not hold up the others.
 */
export function createLanes<M extends Delivered>({ handle, onHandled, log }: LanesOptions<M>): Lanes<M> {
  const lanes = new Map<string, Lane<M>>()
  /** Lanes with waiting messages, in the order of their turns. */
  const turns: Lane<M>[] = []
  let running = 0
  let isStopped = false
  let batchEnded = Promise.withResolvers<void>()

  function fill(): void {
    while (running < concurrency && !isStopped) {
      const lane = turns.shift()
      if (!lane) return
      if (lane.waiting.length > 0) void run(lane)
    }
  }

  async function run(lane: Lane<M>): Promise<void> {
    running += 1
    lane.isRunning = true
    const batch = lane.waiting.splice(0, largestBatch)
    const isHandled = await tryToHandle(batch, { handle, log, failures: lane.failures })
    running -= 1
    lane.isRunning = false
    lane.failures = isHandled ? 0 : lane.failures + 1
    if (isHandled) onHandled(batch)
    else lane.waiting.unshift(...batch)
    // While a lane waits for its next attempt, its place among the running ones is free.
    if (!isHandled && !isStopped) lane.retry = setTimeout(takeTurn, backoff(lane.failures - 1, 50, 5_000), lane)
    else if (lane.waiting.length > 0) turns.push(lane)
    batchEnded.resolve()
    batchEnded = Promise.withResolvers()
    fill()
  }

  function takeTurn(lane: Lane<M>): void {
    lane.retry = undefined
    turns.push(lane)
    fill()
  }

  function laneOf({ partition, event }: M): Lane<M> {
    const key = `${partition} ${event.landlordid ?? ''}`
    const found = lanes.get(key)
    if (found) return found
    if (lanes.size > mostEmpty)
      for (const [other, { waiting, isRunning, retry }] of lanes)
        if (waiting.length === 0 && !isRunning && !retry) lanes.delete(other)
    const lane: Lane<M> = { partition, waiting: [], isRunning: false, failures: 0 }
    lanes.set(key, lane)
    return lane
  }

  async function clear(partition?: number): Promise<M[]> {
    const mine = [...lanes.values()].filter((lane) => partition === undefined || lane.partition === partition)
    const forget = () =>
      mine.flatMap((lane) => {
        clearTimeout(lane.retry)
        lane.retry = undefined
        return lane.waiting.splice(0)
      })
    const forgotten = forget()
    while (mine.some((lane) => lane.isRunning)) await batchEnded.promise
    return [...forgotten, ...forget()]
  }

  return {
    push(message) {
      const lane = laneOf(message)
      lane.waiting.push(message)
      if (lane.waiting.length > 1 || lane.isRunning || lane.retry) return
      turns.push(lane)
      fill()
    },
    clear,
    stop() {
      isStopped = true
      return clear()
    },
  }
}

async function tryToHandle(
  batch: readonly Delivered[],
  { handle, log, failures }: { handle: Handle; log: Log; failures: number },
): Promise<boolean> {
  try {
    await handle(batch.map(({ event }) => event))
    return true
  } catch (error) {
    const { id: eventId, type } = batch[0]?.event ?? {}
    log.warn({ eventId, type, events: batch.length, failures: failures + 1, error }, 'events not handled, will retry')
    return false
  }
}
