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
  retry?: NodeJS.Timeout
}

/** Batches that a consumer handles at a time in one process: one more than a single landlord can fill. */
const concurrency = partitionsPerLandlord + 1
/** A batch is made as large as can be handled in this time, so that other landlords' events do not wait longer than that for their turn. */
const batchMs = 25
const largestBatch = 100

/**
 * The events that a consumer of this process has received, in lanes: one for each landlord in each partition. A lane hands over one batch at a time
 * and keeps its order; the lanes take turns. So a landlord with thousands of waiting events does not hold up the others.
 */
export function createLanes<M extends Delivered>({ handle, onHandled, log }: LanesOptions<M>) {
  const lanes = new Map<string, Lane<M>>()
  /** Lanes whose turn it is to hand over a batch, in order. */
  const turns: Lane<M>[] = []
  const idleWaiters = new Set<() => void>()
  let running = 0
  let msPerEvent = 2
  let isStopped = false

  function push(message: M): void {
    const key = `${message.partition} ${message.event.landlordid ?? ''}`
    let lane = lanes.get(key)
    if (!lane) lanes.set(key, (lane = { partition: message.partition, waiting: [], isRunning: false, failures: 0 }))
    lane.waiting.push(message)
    if (lane.waiting.length === 1 && !lane.isRunning && !lane.retry) turns.push(lane)
    fill()
  }

  function fill(): void {
    while (running < concurrency && !isStopped) {
      const lane = turns.shift()
      if (!lane) return
      if (lane.waiting.length > 0) void run(lane)
    }
  }

  async function run(lane: Lane<M>): Promise<void> {
    const size = Math.min(Math.max(Math.round(batchMs / msPerEvent), 1), largestBatch)
    const batch = lane.waiting.splice(0, size)
    running += 1
    lane.isRunning = true
    const began = performance.now()
    const isHandled = await attempt(lane, batch)
    msPerEvent = 0.8 * msPerEvent + (0.2 * (performance.now() - began)) / batch.length
    running -= 1
    lane.isRunning = false
    if (isHandled) onHandled(batch)
    else lane.waiting.unshift(...batch)
    if (lane.waiting.length > 0) {
      if (isHandled) turns.push(lane)
      else retryLater(lane)
    }
    for (const wake of idleWaiters) wake()
    forgetEmpty()
    fill()
  }

  async function attempt(lane: Lane<M>, batch: readonly M[]): Promise<boolean> {
    try {
      await handle(batch.map(({ event }) => event))
      lane.failures = 0
      return true
    } catch (error) {
      lane.failures += 1
      const { id: eventId, type } = batch[0]?.event ?? {}
      const { failures } = lane
      log.warn({ eventId, type, events: batch.length, failures, error }, 'events not handled, will retry')
      return false
    }
  }

  /** Its place among the running ones is free in the meantime. */
  function retryLater(lane: Lane<M>): void {
    if (isStopped) return
    lane.retry = setTimeout(
      () => {
        delete lane.retry
        turns.push(lane)
        fill()
      },
      backoff(lane.failures - 1, 50, 5_000),
    )
  }

  function forgetEmpty(): void {
    if (lanes.size < 1_000) return
    for (const [key, lane] of lanes) if (lane.waiting.length === 0 && !lane.isRunning && !lane.retry) lanes.delete(key)
  }

  /** Forgets what waits, of one partition or of all. @returns what was forgotten, once none of the partition is being handled */
  async function clear(partition?: number): Promise<M[]> {
    const mine = [...lanes.values()].filter((lane) => partition === undefined || lane.partition === partition)
    const forget = () =>
      mine.flatMap((lane) => {
        clearTimeout(lane.retry)
        delete lane.retry
        return lane.waiting.splice(0)
      })
    const forgotten = forget()
    while (mine.some((lane) => lane.isRunning))
      await new Promise<void>((resolve) => {
        const wake = () => {
          idleWaiters.delete(wake)
          resolve()
        }
        idleWaiters.add(wake)
      })
    return [...forgotten, ...forget()]
  }

  return {
    push,
    clear,
    /** Starts no further batch. Resolves when none is being handled, with what was waiting. */
    stop(): Promise<M[]> {
      isStopped = true
      return clear()
    },
  }
}
