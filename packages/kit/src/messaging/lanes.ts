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
  landlord: Landlord<M>
  waiting: M[]
  isRunning: boolean
  failures: number
  /** Set while it waits for its next attempt. */
  retry?: NodeJS.Timeout | undefined
}

interface Landlord<M> {
  /** By partition. */
  lanes: Map<number, Lane<M>>
  bulk: Bulk
  /** How many events a batch in bulk has, by how long the last ones took. */
  batchSize: number
}

/** Work on many events of one landlord, over all consumers of this process. */
interface Bulk {
  isRunning: boolean
  /** No further one begins before this moment (of `performance.now`). */
  restsUntil: number
}

/** Batches that a consumer handles at a time in one process: more than a single landlord has partitions. */
const concurrency = partitionsPerLandlord + 2
/** Of these, places that are never taken by work in bulk. */
const reserved = 2
const largestBatch = 64
/** Smaller ones cost much more for each event. */
const smallestBatch = 16
/** A batch in bulk that takes longer is followed by smaller ones. */
const longestBatchMs = 150
/** More events at a time than a person causes by hand: an import or the like, which may take its time. */
const mostByHand = 8
/** After a batch in bulk, its landlord rests for this share of the time that the batch took. */
const restFactor = 0.1
/** A batch that waited for a lock or the database is not followed by a long rest. */
const longestRestMs = 100
/** Landlords that are kept although nothing of theirs waits. */
const mostEmpty = 250

const bulks = new Map<string, Bulk>()
/** Of all consumers of this process: looks for lanes that may run. */
const fills = new Set<() => void>()

export interface Lanes<M extends Delivered> {
  push(message: M): void
  /** Forgets what waits, of one partition or of all. @returns what was forgotten, once none of the partition is being handled */
  clear(partition?: number): Promise<M[]>
  /** Starts no further batch. Resolves when none is being handled, with what was waiting. */
  stop(): Promise<M[]>
}

/**
 * The events that a consumer of this process has received, in lanes: one for each landlord in each partition. A lane handles one batch at a time and
 * keeps its order; the lanes take turns, those of landlords with few waiting events first. A landlord with many has one batch at a time in the whole
 * process, with pauses in between: an import leaves the others a place in the queue and a part of the machine.
 */
export function createLanes<M extends Delivered>({ handle, onHandled, log }: LanesOptions<M>): Lanes<M> {
  const landlords = new Map<string, Landlord<M>>()
  /** Lanes with waiting messages, in the order of their turns. */
  const turns: Lane<M>[] = []
  let running = 0
  let runningInBulk = 0
  let isStopped = false
  let batchEnded = Promise.withResolvers<void>()

  function fill(): void {
    while (running < concurrency && !isStopped) {
      const lane = nextLane(turns, runningInBulk < concurrency - reserved)
      if (!lane) return
      if (lane.waiting.length > 0) void run(lane)
    }
  }

  async function run(lane: Lane<M>): Promise<void> {
    const { landlord } = lane
    const isBulk = isMany(landlord)
    const began = performance.now()
    running += 1
    runningInBulk += Number(isBulk)
    lane.isRunning = true
    if (isBulk) landlord.bulk.isRunning = true
    const batch = lane.waiting.splice(0, isBulk ? landlord.batchSize : largestBatch)
    const isHandled = await tryToHandle(batch, { handle, log, failures: lane.failures })
    const tookMs = performance.now() - began
    running -= 1
    runningInBulk -= Number(isBulk)
    lane.isRunning = false
    lane.failures = isHandled ? 0 : lane.failures + 1
    if (isHandled) onHandled(batch)
    else lane.waiting.unshift(...batch)
    // While a lane waits for its next attempt, its place among the running ones is free.
    if (!isHandled && !isStopped) lane.retry = setTimeout(takeTurn, backoff(lane.failures - 1, 50, 5_000), lane)
    else if (lane.waiting.length > 0) turns.push(lane)
    batchEnded.resolve()
    batchEnded = Promise.withResolvers()
    if (isBulk) rest(landlord, tookMs, fill)
    fill()
  }

  function takeTurn(lane: Lane<M>): void {
    lane.retry = undefined
    turns.push(lane)
    fill()
  }

  function laneOf({ partition, event }: M): Lane<M> {
    const landlord = landlordOf(landlords, event.landlordid ?? `none, partition ${partition}`)
    const lane = landlord.lanes.get(partition) ?? { partition, landlord, waiting: [], isRunning: false, failures: 0 }
    landlord.lanes.set(partition, lane)
    return lane
  }

  async function clear(partition?: number): Promise<M[]> {
    const mine = [...landlords.values()]
      .flatMap(({ lanes }) => [...lanes.values()])
      .filter((lane) => partition === undefined || lane.partition === partition)
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

  fills.add(fill)
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
      fills.delete(fill)
      return clear()
    },
  }
}

/** Takes the lane that may run next from its turn: few events before many. */
function nextLane<M>(turns: Lane<M>[], hasPlaceForMany: boolean): Lane<M> | undefined {
  const now = performance.now()
  const urgent = turns.findIndex(({ landlord }) => landlord.bulk.restsUntil <= now && !isMany(landlord))
  if (urgent >= 0) return turns.splice(urgent, 1)[0]
  if (!hasPlaceForMany) return undefined
  const next = turns.findIndex(({ landlord: { bulk } }) => !bulk.isRunning && bulk.restsUntil <= now)
  return next >= 0 ? turns.splice(next, 1)[0] : undefined
}

function landlordOf<M>(landlords: Map<string, Landlord<M>>, key: string): Landlord<M> {
  const found = landlords.get(key)
  if (found) return found
  if (landlords.size > mostEmpty)
    for (const [other, { lanes }] of landlords)
      if ([...lanes.values()].every(({ waiting, isRunning, retry }) => waiting.length === 0 && !isRunning && !retry))
        landlords.delete(other)
  const landlord: Landlord<M> = { lanes: new Map(), bulk: bulkOf(key), batchSize: largestBatch }
  landlords.set(key, landlord)
  return landlord
}

/** A batch that shares its statements takes about as long for twice the events: sizes are doubled and halved. */
function nextSize(size: number, tookMs: number): number {
  if (tookMs > longestBatchMs) return Math.max(size / 2, smallestBatch)
  return tookMs < longestBatchMs / 2 ? Math.min(size * 2, largestBatch) : size
}

/** After a batch in bulk. `fill` is the one of the consumer that ran it. */
function rest<M>(landlord: Landlord<M>, tookMs: number, fill: () => void): void {
  const { bulk } = landlord
  const ms = Math.min(restFactor * tookMs, longestRestMs)
  landlord.batchSize = nextSize(landlord.batchSize, tookMs)
  bulk.isRunning = false
  bulk.restsUntil = performance.now() + ms
  // The consumers take turns as well.
  if (fills.delete(fill)) fills.add(fill)
  // A timer can end a fraction of a millisecond early.
  setTimeout(() => fills.forEach((one) => one()), Math.ceil(ms) + 1)
}

function isMany<M>({ lanes }: Landlord<M>): boolean {
  let waiting = 0
  for (const lane of lanes.values()) waiting += lane.waiting.length
  return waiting > mostByHand
}

function bulkOf(landlord: string): Bulk {
  const found = bulks.get(landlord)
  if (found) return found
  if (bulks.size > mostEmpty)
    for (const [other, { isRunning, restsUntil }] of bulks)
      if (!isRunning && restsUntil < performance.now()) bulks.delete(other)
  const bulk: Bulk = { isRunning: false, restsUntil: 0 }
  bulks.set(landlord, bulk)
  return bulk
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
