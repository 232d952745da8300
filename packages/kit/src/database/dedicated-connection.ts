import postgres, { type Sql } from 'postgres'
import { withTimeout } from '../lib/timeout.ts'
import { backoff, createWakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Log } from '../runtime/log.ts'

export interface Session {
  /** One connection. When it is lost, `gone` aborts. */
  sql: Sql
  gone: AbortSignal
}

export interface DedicatedConnection {
  /** Connected: it holds the lock, or is on standby for it. */
  connected: () => boolean
  /** The work runs in this process. */
  active: () => boolean
  stop: () => Promise<void>
}

/** Milliseconds without an answer after which the database counts as gone. */
const answerMs = 10_000

interface SessionOptions {
  url: string
  /** Shown in `pg_stat_activity`. */
  name: string
  /** Advisory lock to hold while working: one session of that name works at a time. */
  lock?: string
  /** LISTEN on this channel, on the same connection. */
  channel?: string
  onNotify?: () => void
  /** How often a standby tries to get the lock. */
  standbyPollMs?: number
  log: Log
}

/**
 * Runs `work` on a PostgreSQL session of its own: connects, takes the lock, works until the connection is lost or `stop` is called,
 * and starts again with backoff. It needs a direct connection: advisory locks and LISTEN do not work through a transaction pooler.
 */
export function keepDedicatedConnection(
  { url, name, lock, channel, onNotify, standbyPollMs = 500, log }: SessionOptions,
  work: (session: Session) => Promise<void>,
): DedicatedConnection {
  const stopping = new AbortController()
  const pause = createWakeableSleep()
  stopping.signal.addEventListener('abort', pause.wake)
  let connected = false
  let active = false

  async function once(): Promise<void> {
    const broken = new AbortController()
    const options: postgres.Options<{}> & { onnotify: () => void } = {
      max: 1,
      // The lock belongs to this connection, which postgres.js would otherwise recycle after 30 to 60 minutes.
      max_lifetime: null,
      idle_timeout: 0,
      connect_timeout: 5,
      fetch_types: false,
      onnotice: () => {},
      // Ended first: postgres.js 3.4.9 would send later statements on a new connection, which has no lock, or never answer them.
      onclose: () => {
        void sql.end({ timeout: 0 })
        broken.abort()
      },
      // `sql.listen` would open a second connection, and loses its channel for good when the first reconnect fails.
      onnotify: () => onNotify?.(),
      // A host that vanished must not hold the lock for hours.
      connection: {
        application_name: name,
        tcp_keepalives_idle: 15,
        tcp_keepalives_interval: 5,
        tcp_keepalives_count: 3,
      },
    }
    const sql = postgres(url, options)
    const gone = AbortSignal.any([broken.signal, stopping.signal])
    // A host that vanished does not even answer with an error.
    const pulse = setInterval(() => {
      inTime(sql`select 1`).catch(() => {
        broken.abort()
        void sql.end({ timeout: 0 })
      })
    }, answerMs)
    try {
      // Polled: a statement that waits inside PostgreSQL would hold back vacuum for days.
      for (let held = lock === undefined; !held && !gone.aborted;) {
        const [row] = await sql`select pg_try_advisory_lock(hashtextextended(${lock ?? ''}, 0)) as held`
        connected = true
        held = row?.held === true
        if (!held) await pause.sleep(standbyPollMs)
      }
      if (channel !== undefined && !gone.aborted) await sql`listen ${sql(channel)}`
      connected = true
      active = !gone.aborted
      if (active) await work({ sql, gone })
    } finally {
      connected = active = false
      clearInterval(pulse)
      await sql.end({ timeout: 0 }).catch(() => {})
    }
  }

  async function live(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      try {
        const before = performance.now()
        await once()
        if (performance.now() - before > 5_000) failures = 0
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ session: name, error }, 'lost the database, reconnecting')
      }
      if (!stopping.signal.aborted) await pause.sleep(backoff(failures, 50, 2_000))
    }
  }

  const life = live()
  return {
    connected: () => connected,
    active: () => active,
    stop: async () => {
      stopping.abort()
      await life
    },
  }
}

export interface Sender {
  /** Runs one statement. Rejects when there is no answer in ten seconds. */
  send: <T>(statement: (sql: Sql) => Promise<T>) => Promise<T>
  end: () => Promise<void>
}

/**
 * A connection for short statements, made when needed and thrown away after a failure: postgres.js 3.4.9 keeps the state of
 * a connection that broke, and then reconnects silently for as long as the server refuses it, while the statement waits.
 */
export function createSender(url: string, name: string): Sender {
  let current: Sql | undefined
  const open = () =>
    postgres(url, {
      max: 1,
      idle_timeout: 30,
      connect_timeout: 5,
      fetch_types: false,
      onnotice: () => {},
      connection: { application_name: name },
    })
  return {
    async send(statement) {
      const sql = (current ??= open())
      try {
        return await inTime(statement(sql))
      } catch (error) {
        if (current === sql) current = undefined
        void sql.end({ timeout: 0 })
        throw error
      }
    },
    end: async () => current?.end({ timeout: 5 }),
  }
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, answerMs, () => new Error(`No answer from the database within ${answerMs} ms`))
