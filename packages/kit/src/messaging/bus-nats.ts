import type { Envelope } from '@keyhold/contracts/event'
import { DeliverPolicy } from '@nats-io/jetstream'
import { type Log, silentLog } from '../runtime/log.ts'
import { type Bus, notifyWatchers, type Subscription, type Watch } from './bus.ts'
import { type ConnectedWork, keepNatsConnection, type KeptConnection, type NatsPlace } from './nats-connection.ts'
import { consumeWith } from './nats-consumer.ts'
import { narrowOlderConsumer } from './nats-older-consumer.ts'
import { consumerName, ensureConsumers, streamName, subjectOf } from './nats-stream.ts'
import { partitionCount } from './partitions.ts'

export interface NatsBusOptions extends NatsPlace {
  log?: Log
  /** When a replica dies while it handles an event, another one receives it after this time. */
  ackWaitMs?: number
  /** How many servers of a cluster store the stream. */
  replicas?: number
}

const defaultAckWaitMs = 15_000

/** The bus for several hosts: NATS JetStream, server 2.12 or later. Connects in the background and survives restarts of the broker. */
export function natsBus({
  url,
  caFile,
  log = silentLog,
  ackWaitMs = defaultAckWaitMs,
  replicas = 1,
}: NatsBusOptions): Bus {
  const connection = keepNatsConnection({ url, caFile, replicas, log })
  const consumers = new Map<Subscription, string>()
  const tail = createTail(connection, log)

  return {
    publish: (events) => publish(connection, events),

    async subscribe(consumer, types, handle) {
      const kept = connection.keep(consumer, consumeWith({ consumer, types, handle, ackWaitMs, log }))
      const subscription: Subscription = {
        ready: kept.ready,
        async stop() {
          await kept.stop()
          consumers.delete(subscription)
        },
      }
      consumers.set(subscription, consumer)
      return subscription
    },

    watch: (handle) => tail.watch(handle),

    async idle() {
      const connected = connection.current()
      if (!connected) return false
      const names = new Set(
        [...consumers.values()].flatMap((consumer) =>
          Array.from({ length: partitionCount }, (_, partition) => consumerName(consumer, partition)),
        ),
      )
      for await (const { name, num_pending, num_ack_pending } of connected.jsm.consumers.list(streamName))
        if (names.has(name) && num_pending + num_ack_pending > 0) return false
      return tail.hasSeen(async () => (await connected.jsm.streams.info(streamName)).state.last_seq)
    },

    ready: () => connection.ready(),
    close: () => connection.close(),
  }
}

/**
 * Keeps the stream and the consumers of all services as they have to be, whenever the broker is there: services whose user has the rights of one
 * service only cannot.
 */
export function provisionNats({
  consumers,
  log = silentLog,
  ackWaitMs = defaultAckWaitMs,
  replicas = 1,
  ...place
}: NatsBusOptions & { consumers: { consumer: string; types: string[] }[] }): {
  ready(): boolean
  close(): Promise<void>
} {
  const connection = keepNatsConnection({ ...place, replicas, log })
  connection.keep('provision', async ({ jsm, isOwner }, gone, onReady) => {
    if (!isOwner) throw new Error('This user has the rights of one service: NATS_URL has to be of the owner')
    for (const { consumer, types } of consumers) {
      await narrowOlderConsumer(jsm, { consumer, ackWaitMs })
      await ensureConsumers(jsm, { consumer, types, ackWaitMs })
    }
    onReady()
    log.info({ consumers: consumers.map(({ consumer }) => consumer) }, 'the consumers are there')
    await new Promise((resolve) => gone.addEventListener('abort', resolve))
  })
  return { ready: () => connection.ready(), close: () => connection.close() }
}

async function publish(connection: KeptConnection, events: Envelope[]): Promise<void> {
  const connected = connection.current()
  if (!connected) throw new Error('The broker is down')
  // All at once, except events of one subject: if the broker lost the first of two, it must not have stored the second.
  const last = new Map<string, Promise<unknown>>()
  for (const event of events) {
    const send = () => connected.js.publish(subjectOf(event), JSON.stringify(event), { msgID: event.id })
    const before = last.get(event.subject)
    last.set(event.subject, before ? before.then(send) : send())
  }
  await Promise.all(last.values())
}

/** Follows the end of the stream for the watchers, as long as there are any. */
function createTail(connection: KeptConnection, log: Log) {
  const watchers = new Set<Watch>()
  let feed: { subscription: Subscription; seen: () => number } | undefined
  return {
    async watch(handle: Watch): Promise<Subscription> {
      // Wrapped: the same function may watch twice.
      const watcher: Watch = (event) => handle(event)
      watchers.add(watcher)
      if (!feed) {
        const { work, seen } = followStream((event) => notifyWatchers(watchers, event, log), log)
        feed = { subscription: connection.keep('watch', work), seen }
      }
      const { subscription } = feed
      return {
        ready: () => subscription.ready(),
        async stop() {
          watchers.delete(watcher)
          if (watchers.size > 0 || feed?.subscription !== subscription) return
          feed = undefined
          await subscription.stop()
        },
      }
    },
    async hasSeen(head: () => Promise<number>): Promise<boolean> {
      return !feed || feed.seen() >= (await head())
    },
  }
}

/** Reads the stream from its end; after a lost connection from where it was, so that a cache misses nothing. */
function followStream(notify: Watch, log: Log): { work: ConnectedWork; seen: () => number } {
  let next: number | undefined
  const work: ConnectedWork = async ({ js, jsm }, gone, onReady) => {
    const { state } = await jsm.streams.info(streamName)
    // A number beyond the stream's end means that the stream was created anew.
    next = next === undefined || next > state.last_seq + 1 ? state.last_seq + 1 : next
    // By number, not "new": an ordered consumer that is reset before its first message would start at the stream's beginning.
    const consumer = await js.consumers.get(streamName, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: next,
    })
    const messages = await consumer.consume({ max_messages: 500, expires: 5_000 })
    gone.addEventListener('abort', () => void messages.close())
    if (gone.aborted) void messages.close()
    onReady()
    for await (const message of messages) {
      if (gone.aborted) break
      next = message.seq + 1
      try {
        notify(message.json<Envelope>())
      } catch (error) {
        log.error({ subject: message.subject, seq: message.seq, error }, 'unreadable event skipped')
      }
    }
  }
  return { work, seen: () => (next ?? 0) - 1 }
}
