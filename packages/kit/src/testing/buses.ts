import postgres from 'postgres'
import { localBus } from '../messaging/bus-local.ts'
import { natsBus } from '../messaging/bus-nats.ts'
import type { Bus } from '../messaging/bus.ts'
import { freshDatabase } from './database.ts'
import { findNatsServer, startNats } from './nats.ts'

/** A carrier under test: buses on it, and its absence. */
export interface Carrier {
  url: string
  open(): Promise<Bus>
  down(): Promise<void>
  up(): Promise<void>
  stop(): Promise<void>
}

/** Short, so that a take-over is seen soon. */
export const standbyPollMs = 50
export const ackWaitMs = 600

async function postgresCarrier(): Promise<Carrier> {
  const database = await freshDatabase()
  const adminUrl = new URL(database.url)
  const name = adminUrl.pathname.slice(1)
  adminUrl.pathname = '/postgres'
  const admin = postgres(adminUrl.href, { max: 1, onnotice: () => {} })
  return {
    url: database.url,
    open: () => localBus({ url: database.url, standbyPollMs }),
    // As a restart looks to a client, without disturbing the other test files on this server.
    async down() {
      await admin`alter database ${admin(name)} allow_connections false`
      await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    },
    up: async () => void (await admin`alter database ${admin(name)} allow_connections true`),
    async stop() {
      await admin.end()
      await database.drop()
    },
  }
}

async function natsCarrier(): Promise<Carrier> {
  const { url, down, up, stop } = await startNats()
  return { url, down, up, stop, open: async () => natsBus({ url, ackWaitMs }) }
}

const nats = findNatsServer()
if (!nats) console.warn('NATS is not tested: no nats-server found (set NATS_SERVER or put it on the PATH)')

/** Both carriers, for `describe.each`. A run without NATS says so in the name of the skipped half. */
export const carriers = [
  { name: 'Postgres', run: true, start: postgresCarrier },
  { name: nats ? 'NATS' : 'NATS (skipped: no nats-server found)', run: Boolean(nats), start: natsCarrier },
]

/** A bus on a carrier's url, in a child process; with the product's own times it measures what the product does. */
export async function busAt(url: string, times: 'short' | 'product'): Promise<Bus> {
  const isShort = times === 'short'
  return url.startsWith('nats:')
    ? natsBus({ url, ...(isShort ? { ackWaitMs } : {}) })
    : localBus({ url, ...(isShort ? { standbyPollMs } : {}) })
}
