import type { Envelope } from '@keyhold/contracts/event'
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream'
import type { JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream'
import { connect, nanos, type NatsConnection } from '@nats-io/transport-node'
import { backoff, createWakeableSleep } from '../lib/wakeable-sleep.ts'
import { insist, tellAll, type Bus, type Subscription } from './bus.ts'
import { silentLog, type Log } from '../runtime/log.ts'

const day = 86_400_000

export interface NatsBusOptions {
  /** `nats://host:4222`; several, separated by commas, for a cluster. */
  url: string
  log?: Log
  /** After a replica died with an event in hand, the event goes to another one after this time. */
  ackWaitMs?: number
  /** How many servers of a cluster hold the stream. */
  replicas?: number
  user?: string
  pass?: string
  token?: string
}

interface Link {
  js: JetStreamClient
  jsm: JetStreamManager
  /** Aborts when this connection breaks. */
  down: AbortSignal
}

/** What is done on one connection, until it is gone. */
type Work = (link: Link, gone: AbortSignal, attached: () => void) => Promise<void>

/** The carrier for more than one host: NATS JetStream, server 2.9 or later. Connects in the background and rides out an absent or restarted broker. */
export function natsBus({
  url,
  log = silentLog,
  ackWaitMs = 15_000,
  replicas = 1,
  ...credentials
}: NatsBusOptions): Bus {
  const closing = new AbortController()
  const subscriptions = new Set<Subscription>()
  const consumers = new Map<Subscription, string>()
  const watchers = new Set<(event: Envelope) => void>()
  const waiting = new Set<() => void>()
  const pause = createWakeableSleep()
  closing.signal.addEventListener('abort', pause.wake)
  let link: Link | undefined
  let tail: (Subscription & { seen: () => number }) | undefined

  /** Connects, makes sure of the stream, and stays until the connection breaks. We reconnect ourselves, so that all that hangs on it starts from a known state. */
  async function stayLinked(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      let nc: NatsConnection | undefined
      try {
        nc = await connect({
          servers: url.split(','),
          reconnect: false,
          timeout: 3_000,
          pingInterval: 10_000,
          maxPingOut: 2,
          name: 'keyhold',
          ...credentials,
        })
        const jsm = await jetstreamManager(nc, { timeout: 3_000 })
        await ensureStream(jsm, replicas)
        const down = new AbortController()
        link = { js: jetstream(nc, { timeout: 5_000 }), jsm, down: AbortSignal.any([down.signal, closing.signal]) }
        failures = 0
        for (const wake of waiting) wake()
        await Promise.race([nc.closed(), new Promise((resolve) => closing.signal.addEventListener('abort', resolve))])
        link = undefined
        down.abort()
        if (!closing.signal.aborted) log.warn({ url: publicUrl(url) }, 'lost the broker, will try again')
      } catch (error) {
        if (failures % 20 === 0) log.warn({ url: publicUrl(url), error }, 'the broker is away, will try again')
      }
      await nc?.close().catch(() => {})
      if (!closing.signal.aborted) await pause.sleep(backoff(failures, 100, 2_000))
    }
  }

  /** Runs `work` on every connection, one after the other, until stopped. */
  function attach(name: string, work: Work): Subscription {
    const stopping = new AbortController()
    const rest = createWakeableSleep()
    stopping.signal.addEventListener('abort', rest.wake)
    closing.signal.addEventListener('abort', rest.wake)
    waiting.add(rest.wake)
    let ready = false
    const over = () => stopping.signal.aborted || closing.signal.aborted
    const life = (async () => {
      for (let failures = 0; !over(); failures++) {
        const current = link
        if (current && !current.down.aborted) {
          try {
            await work(current, AbortSignal.any([current.down, stopping.signal]), () => {
              ready = true
              failures = 0
            })
          } catch (error) {
            if (!current.down.aborted && !over())
              log.warn({ consumer: name, error }, 'lost the consumer, will attach again')
          }
          ready = false
        }
        if (!over()) await rest.sleep(backoff(failures, 50, 2_000))
      }
    })()
    const subscription: Subscription = {
      ready: () => ready,
      stop: async () => {
        stopping.abort()
        await life
        waiting.delete(rest.wake)
        subscriptions.delete(subscription)
        consumers.delete(subscription)
      },
    }
    subscriptions.add(subscription)
    return subscription
  }

  const linked = stayLinked()
  return {
    async publish(events) {
      const current = link
      if (!current) throw new Error('The broker is away')
      // All at once, but never two of the same subject: if the broker loses the first of two, the second must not be in its log already.
      const last = new Map<string, Promise<unknown>>()
      for (const event of events) {
        const send = () => current.js.publish(`keyhold.${event.type}`, JSON.stringify(event), { msgID: event.id })
        const before = last.get(event.subject)
        last.set(event.subject, before ? before.then(send) : send())
      }
      await Promise.all(last.values())
    },

    async subscribe(consumer, types, handle) {
      const subscription = attach(consumer, async ({ js, jsm }, gone, attached) => {
        await ensureConsumer(jsm, consumer, ackWaitMs)
        const messages = await (
          await js.consumers.get(streamName, consumer)
        ).consume({ max_messages: 1, expires: 5_000, abort_on_missing_resource: true })
        gone.addEventListener('abort', () => void messages.close())
        if (gone.aborted) void messages.close()
        attached()
        for await (const message of messages) await take(message, { types, handle, gone, ackWaitMs, log })
      })
      consumers.set(subscription, consumer)
      return subscription
    },

    async watch(handle) {
      const watcher = (event: Envelope) => handle(event)
      watchers.add(watcher)
      if (!tail) {
        const { work, seen } = follow((event) => tellAll(watchers, event, log), log)
        tail = { ...attach('watch', work), seen }
      }
      const feed = tail
      return {
        ready: () => feed.ready(),
        stop: async () => {
          watchers.delete(watcher)
          if (watchers.size > 0 || tail !== feed) return
          tail = undefined
          await feed.stop()
        },
      }
    },

    async idle() {
      const current = link
      if (!current) return false
      const infos = await Promise.all(
        [...consumers.values()].map((consumer) => current.jsm.consumers.info(streamName, consumer)),
      )
      if (infos.some(({ num_pending, num_ack_pending }) => num_pending + num_ack_pending > 0)) return false
      return !tail || tail.seen() >= (await current.jsm.streams.info(streamName)).state.last_seq
    },

    ready: () => link !== undefined && [...subscriptions].every((subscription) => subscription.ready()),

    async close() {
      closing.abort()
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()))
      await linked
    },
  }
}

const streamName = 'KEYHOLD'
const decode = (message: JsMsg) => message.json<Envelope>()
const publicUrl = (url: string) => url.replace(/\/\/[^@/]*@/g, '//')

async function ensureStream(jsm: JetStreamManager, replicas: number): Promise<void> {
  const wanted = {
    subjects: ['keyhold.>'],
    max_age: nanos(14 * day),
    // How long the broker itself recognises an id; later repeats are the inbox's business.
    duplicate_window: nanos(10 * 60_000),
    num_replicas: replicas,
    // A full store refuses the newest, which then waits in the outbox, instead of forgetting the oldest.
    discard: DiscardPolicy.New,
  }
  try {
    await jsm.streams.add({ name: streamName, retention: RetentionPolicy.Limits, storage: StorageType.File, ...wanted })
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || !/already in use/.test(error.message)) throw error
    await jsm.streams.update(streamName, wanted)
  }
}

/** The durable consumer, made or brought up to date. A new one starts with the oldest event the stream still has. */
async function ensureConsumer(jsm: JetStreamManager, name: string, ackWaitMs: number): Promise<void> {
  // It gets every event, and `take` skips what is not asked for: several filters need server 2.10, and a changed filter confuses 2.9.
  const mutable = {
    ack_wait: nanos(ackWaitMs),
    // One unacknowledged event over all replicas of the consumer: that alone keeps the order, however many of them pull.
    max_ack_pending: 1,
    // The consumer parks what it cannot digest; a delivery only fails while its database is away, and that may last.
    max_deliver: -1,
  }
  const existing = await jsm.consumers.info(streamName, name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && /not found/.test(error.message)) return undefined
    throw error
  })
  if (existing) await jsm.consumers.update(streamName, name, mutable)
  else
    await jsm.consumers.add(streamName, {
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ...mutable,
    })
}

interface Taking {
  types: string[]
  handle: (event: Envelope) => Promise<void>
  gone: AbortSignal
  ackWaitMs: number
  log: Log
}

/** Hands one message to the handler until it succeeds, and acknowledges it then. */
async function take(message: JsMsg, { types, handle, gone, ackWaitMs, log }: Taking): Promise<void> {
  if (gone.aborted) return message.nak() // straight to another replica
  let event: Envelope
  try {
    event = decode(message)
  } catch (error) {
    log.error({ subject: message.subject, seq: message.seq, error }, 'not an event, dropped')
    return message.term()
  }
  if (!types.includes(event.type)) return message.ack()
  const heartbeat = setInterval(() => message.working(), ackWaitMs / 3)
  try {
    if (await insist(handle, event, { gone, log })) message.ack()
    else message.nak()
  } finally {
    clearInterval(heartbeat)
  }
}

/** Follows the stream from its end; after a break from where it was, so that a cache misses nothing. */
function follow(tell: (event: Envelope) => void, log: Log): { work: Work; seen: () => number } {
  let next: number | undefined
  const work: Work = async ({ js, jsm }, gone, attached) => {
    const { state } = await jsm.streams.info(streamName)
    // A number beyond the stream's end: the stream was made anew.
    next = next === undefined || next > state.last_seq + 1 ? state.last_seq + 1 : next
    // By number, not "new": an ordered consumer that is set back before its first message would begin at the stream's beginning.
    const consumer = await js.consumers.get(streamName, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: next,
    })
    const messages = await consumer.consume({ max_messages: 500, expires: 5_000 })
    gone.addEventListener('abort', () => void messages.close())
    if (gone.aborted) void messages.close()
    attached()
    for await (const message of messages) {
      if (gone.aborted) break
      next = message.seq + 1
      try {
        tell(decode(message))
      } catch (error) {
        log.error({ subject: message.subject, seq: message.seq, error }, 'not an event, skipped')
      }
    }
  }
  return { work, seen: () => (next ?? 0) - 1 }
}
