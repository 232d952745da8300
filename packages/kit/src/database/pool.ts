import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, Pool, type PoolClient } from 'pg'
import { wireTypes } from './values.ts'

export interface PoolOptions {
  /** Of the login role `keyhold_<service>`. */
  url: string
  service: string
  statementTimeoutMs: number
  /** Connections at a time. */
  size: number
}

/** Connections of node-postgres to one database: made when needed, closed after 30 idle seconds. */
export function openPool({ url, service, statementTimeoutMs, size }: PoolOptions) {
  const pool = new Pool({
    connectionString: url,
    max: size,
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    // For a server that does not answer at all: the connection is closed.
    query_timeout: statementTimeoutMs + 5_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: `keyhold-${service}`,
    // What runs outside a transaction by mistake cannot write.
    options: `-c search_path=${service},public -c TimeZone=UTC -c default_transaction_read_only=on`,
    types: wireTypes,
  })
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    // Statements report a broken connection; without a listener the event would end the process.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => clients.delete(client))
  pool.on('error', () => {})

  const close = async (): Promise<void> => {
    await Promise.race([pool.end(), sleep(5_000, undefined, { ref: false })])
    for (const client of clients) void (client as unknown as Client).end()
  }
  let closing: Promise<void> | undefined

  return {
    connect: () => pool.connect(),
    /** Waits for connections in use, for at most five seconds. */
    close: (): Promise<void> => (closing ??= close()),
  }
}

/** Names under which connections keep statements prepared: the same name for a text on all of them. */
export function statementNames() {
  const names = new Map<string, string>()
  let count = 0
  return {
    of(text: string): string {
      const name = names.get(text) ?? `s${++count}`
      names.set(text, name)
      return name
    },
    /** From now on new ones: every connection prepares its statements again. */
    renew: () => names.clear(),
  }
}
