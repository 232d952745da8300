import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { backoff, createWakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Log } from '../runtime/log.ts'
import type { Subscription } from './bus.ts'
import { natsUserOf } from './nats-rights.mjs'
import { ensureStream } from './nats-stream.ts'

export interface NatsPlace {
  /** `nats://user:password@host:4222`; several hosts, separated by commas, for a cluster. With `tls://` it connects by TLS only. */
  url: string
  /** File with the certificates that the broker's is checked against; by TLS only. */
  caFile?: string | undefined
}

export interface NatsConnectionOptions extends NatsPlace {
  /** How many servers of a cluster store the stream. */
  replicas: number
  log: Log
}

export interface Connected {
  nc: NatsConnection
  js: JetStreamClient
  jsm: JetStreamManager
  /** Whether this user may create the stream and consumers; one of a service may not. */
  isOwner: boolean
  /** Aborts when this connection is lost. */
  lost: AbortSignal
}

/** What runs on one connection, until `gone` aborts. It calls `onReady` once it is set up. */
export type ConnectedWork = (connected: Connected, gone: AbortSignal, onReady: () => void) => Promise<void>

export interface KeptConnection {
  /** Undefined while there is no connection. */
  current(): Connected | undefined
  /** Runs `work` on every connection, one after the other, until it is stopped. */
  keep(name: string, work: ConnectedWork): Subscription
  /** Connected, with all work ready. */
  ready(): boolean
  close(): Promise<void>
}

const withoutCredentials = (url: string) => url.replace(/\/\/[^@/]*@/g, '//')

/** The client library takes no credentials from a URL. */
function placeOf(url: string): { servers: string[]; user?: string; pass?: string } {
  const servers = withoutCredentials(url).split(',')
  const [, user, pass = ''] = /\/\/([^:@/]*)(?::([^@/]*))?@/.exec(url) ?? []
  return user === undefined ? { servers } : { servers, user: decodeURIComponent(user), pass: decodeURIComponent(pass) }
}

/**
 * Keeps a connection to the broker. It reconnects by itself rather than through the client library, so that everything on a
 * connection starts from a known state.
 */
export function keepNatsConnection({ url, caFile, replicas, log }: NatsConnectionOptions): KeptConnection {
  const closing = new AbortController()
  const subscriptions = new Set<Subscription>()
  /** Wakes what waits for a connection. */
  const waiting = new Set<() => void>()
  const pause = createWakeableSleep()
  closing.signal.addEventListener('abort', pause.wake)
  let connected: Connected | undefined
  const { servers, user, pass } = placeOf(url)
  const isOwner = !user?.startsWith(natsUserOf(''))

  async function connectOnce(onConnected: () => void): Promise<void> {
    let nc: NatsConnection | undefined
    try {
      nc = await connect({
        servers,
        ...(user === undefined ? {} : { user, pass, inboxPrefix: `_INBOX.${user}` }),
        ...(caFile !== undefined || url.startsWith('tls:') ? { tls: caFile === undefined ? {} : { caFile } } : {}),
        reconnect: false,
        timeout: 3_000,
        pingInterval: 10_000,
        maxPingOut: 2,
        name: 'keyhold',
      })
      const jsm = await jetstreamManager(nc, { timeout: 3_000, checkAPI: isOwner })
      if (isOwner) await ensureStream(jsm, replicas)
      const lost = new AbortController()
      connected = {
        nc,
        js: jetstream(nc, { timeout: 5_000 }),
        jsm,
        isOwner,
        lost: AbortSignal.any([lost.signal, closing.signal]),
      }
      onConnected()
      for (const wake of waiting) wake()
      await Promise.race([nc.closed(), new Promise((resolve) => closing.signal.addEventListener('abort', resolve))])
      connected = undefined
      lost.abort()
      if (!closing.signal.aborted) log.warn({ url: withoutCredentials(url) }, 'lost the broker, reconnecting')
    } finally {
      await nc?.close().catch(() => {})
    }
  }

  const loop = (async () => {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      try {
        await connectOnce(() => (failures = 0))
      } catch (error) {
        if (failures % 20 === 0) log.warn({ url: withoutCredentials(url), error }, 'the broker is down, will retry')
      }
      if (!closing.signal.aborted) await pause.sleep(backoff(failures, 100, 2_000))
    }
  })()

  function keep(name: string, work: ConnectedWork): Subscription {
    const kept = runOnEachConnection({ name, work, current: () => connected, closing: closing.signal, waiting, log })
    const subscription: Subscription = {
      ready: kept.ready,
      async stop() {
        await kept.stop()
        subscriptions.delete(subscription)
      },
    }
    subscriptions.add(subscription)
    return subscription
  }

  return {
    current: () => connected,
    keep,
    ready: () => connected !== undefined && [...subscriptions].every((subscription) => subscription.ready()),
    async close() {
      closing.abort()
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()))
      await loop
    },
  }
}

interface RunOptions {
  name: string
  work: ConnectedWork
  current: () => Connected | undefined
  closing: AbortSignal
  waiting: Set<() => void>
  log: Log
}

/** Runs `work` on one connection after the other, with backoff in between, until it is stopped or the bus closes. */
function runOnEachConnection({ name, work, current, closing, waiting, log }: RunOptions): Subscription {
  const stopping = new AbortController()
  const delay = createWakeableSleep()
  stopping.signal.addEventListener('abort', delay.wake)
  closing.addEventListener('abort', delay.wake)
  waiting.add(delay.wake)
  let ready = false
  const isOver = () => stopping.signal.aborted || closing.aborted

  const loop = (async () => {
    for (let failures = 0; !isOver(); failures++) {
      const connected = current()
      if (connected && !connected.lost.aborted) {
        try {
          await work(connected, AbortSignal.any([connected.lost, stopping.signal]), () => {
            ready = true
            failures = 0
          })
        } catch (error) {
          if (!connected.lost.aborted && !isOver())
            log.warn({ consumer: name, error }, 'lost the consumer, reconnecting')
        }
        ready = false
      }
      if (!isOver()) await delay.sleep(backoff(failures, 50, 2_000))
    }
  })()
  return {
    ready: () => ready,
    async stop() {
      stopping.abort()
      await loop
      waiting.delete(delay.wake)
    },
  }
}
