import { eventLoopYielder } from '../lib/event-loop-yielder.ts'
import type { Log } from '../runtime/log.ts'
import type { Handle } from './bus.ts'
import { createLanes } from './lanes.ts'
import type { Connected, ConnectedWork } from './nats-connection.ts'
import { finishOlderConsumer } from './nats-older-consumer.ts'
import { type Received, receivePartition } from './nats-partition.ts'
import { joinReplicas } from './nats-replicas.ts'
import { ensureConsumers } from './nats-stream.ts'
import { partitionCount } from './partitions.ts'

export interface ConsumeOptions {
  consumer: string
  types: string[]
  handle: Handle
  ackWaitMs: number
  log: Log
}

type Partition = Awaited<ReturnType<typeof receivePartition>>

/** Delivers to one consumer on one connection: this replica's share of the partitions, which changes when replicas come and go. */
export const consumeWith =
  (options: ConsumeOptions): ConnectedWork =>
  async (connected, gone, onReady) => {
    const { consumer, types, ackWaitMs } = options
    await finishOlderConsumer(connected, gone, options)
    if (connected.isOwner) await ensureConsumers(connected.jsm, { consumer, types, ackWaitMs })
    if (gone.aborted) return
    const shared = receiveShare(connected, options)
    try {
      await Promise.race([
        shared.start(onReady),
        new Promise<void>((resolve) => gone.addEventListener('abort', () => resolve())),
      ])
    } finally {
      await shared.stop()
    }
  }

function receiveShare(connected: Connected, { consumer, handle, ackWaitMs, log }: ConsumeOptions) {
  const received = new Map<number, Received>()
  const partitions = new Map<number, Partition>()
  const lanes = createLanes<Received>({
    handle,
    log,
    onHandled(messages) {
      for (const { seq, message } of messages) {
        received.delete(seq)
        message.ack()
      }
    },
  })
  const stayInHand = extendsWaits(received, ackWaitMs / 3)
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  const heartbeat = setInterval(() => void stayInHand().catch(failure.reject), ackWaitMs / 3)
  let rebalanced = Promise.resolve()
  const rebalance = () => {
    rebalanced = rebalanced.then(takeShare)
    rebalanced.catch(failure.reject)
    return rebalanced
  }
  const replicas = joinReplicas(connected.nc, {
    consumer,
    heartbeatMs: Math.min(1_000, ackWaitMs / 4),
    onChange: () => void rebalance().catch(() => {}),
  })

  async function takeShare(): Promise<void> {
    const { index, count } = replicas.rank()
    const share = new Set(Array.from({ length: partitionCount }, (_, n) => n).filter((n) => n % count === index))
    await Promise.all([...partitions.keys()].filter((partition) => !share.has(partition)).map(release))
    await Promise.all([...share].filter((partition) => !partitions.has(partition)).map(take))
  }

  async function take(partition: number): Promise<void> {
    const options = { consumer, partition, received, push: (message: Received) => lanes.push(message), log }
    const taken = await receivePartition(connected, options)
    partitions.set(partition, taken)
    taken.done.catch(failure.reject)
  }

  async function release(partition: number): Promise<void> {
    const given = partitions.get(partition)
    partitions.delete(partition)
    if (!given) return
    const held = await given.close()
    putBack([...held, ...(await lanes.clear(partition))])
    await given.unpin()
  }

  /** The broker delivers them again at once. */
  function putBack(messages: Received[]): void {
    for (const { seq, message } of messages) {
      received.delete(seq)
      message.nak()
    }
  }

  return {
    async start(onReady: () => void): Promise<void> {
      await rebalance()
      onReady()
      await failure.promise
    },
    async stop(): Promise<void> {
      replicas.leave()
      await rebalanced.catch(() => {})
      const closed = await Promise.all([...partitions.values()].map((one) => one.close()))
      putBack([...closed.flat(), ...(await lanes.stop())])
      clearInterval(heartbeat)
      if (!connected.lost.aborted) await Promise.all([...partitions.values()].map((one) => one.unpin()))
    },
  }
}

/**
 * Tells the broker not to deliver again what waits here. Tens of thousands can be waiting, and each is a message to the broker: only those that need
 * it, and one pass at a time, or the passes of a slow machine would add up until it does nothing else.
 */
function extendsWaits(received: ReadonlyMap<number, Received>, everyMs: number): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    const yieldToOthers = eventLoopYielder(2)
    try {
      for (const one of received.values()) {
        await yieldToOthers()
        if (performance.now() - one.extendedAt < everyMs || !received.has(one.seq)) continue
        one.message.working()
        one.extendedAt = performance.now()
      }
    } finally {
      isRunning = false
    }
  }
}
