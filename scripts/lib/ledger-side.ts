import { performance } from 'node:perf_hooks'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { maintenanceCosts } from '@keyhold/contracts/maintenance/costs'
import { startPostgres } from '@keyhold/kit/database/postgres'
import { localBus } from '@keyhold/kit/messaging/bus-local'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { systemClock } from '@keyhold/kit/runtime/clock'
import { silentLog } from '@keyhold/kit/runtime/log'
import { type Runtime, startServices } from '@keyhold/kit/runtime/start-services'
import { payments } from '@keyhold/payments/service'
import { type BulkSeed, seedBulkPayments } from '@keyhold/payments/testing/seed-bulk'
import sqlOf from 'postgres'
import { v7 } from 'uuid'

/** Landlords asked in turn, so that no one's rows are all that is warm. */
export const asked = 10

/** The payments service on a database of its own; asks as one of its landlords. */
export interface Side {
  /** How long one answer takes, in milliseconds. */
  time(endpoint: Endpoint, input: Input, turn: number): Promise<number>
}
export interface Input {
  query?: Record<string, string>
  /** A tenant of the landlord who is asked for. */
  isOfTenant?: boolean
}

export async function startBench(dir: string) {
  const stops: (() => unknown)[] = []
  const postgres = await startPostgres({ dataDir: dir })
  stops.push(() => postgres.stop())
  return {
    async stop() {
      for (const stop of stops.toReversed()) await stop()
    },

    /** One side for each seed, all in one database. */
    async open(name: string, seeds: BulkSeed[]): Promise<Side[]> {
      const owner = sqlOf(postgres.url, { max: 1, onnotice: () => {} })
      await owner.unsafe(`create database ${name} template template0`)
      await owner.end()
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      const bus = await localBus({ url: url.href, log: silentLog })
      stops.push(() => bus.close())
      const app = await startServices({
        services: [payments],
        env: {},
        clock: systemClock,
        log: silentLog,
        bus,
        database: { ownerUrl: url.href, roleSecret: 'bench' },
        // Maintenance costs nothing here: its own service would be measured too.
        async remote(_service, endpoint) {
          if (endpoint !== maintenanceCosts) throw new Error(`${endpoint.path} is not part of this benchmark`)
          return {
            status: 200,
            body: JSON.stringify({ costs: [], byStatus: { open: 0, in_progress: 0, completed: 0, cancelled: 0 } }),
            headers: [],
          }
        },
      })
      stops.push(() => app.stop())
      const sides: Side[] = []
      for (const seed of seeds) {
        const begun = performance.now()
        const { landlordIds } = await seedBulkPayments(url.href, seed)
        console.log(
          `${seed.charges.toLocaleString('en-US')} charges of ${landlordIds.length} landlords seeded in ${((performance.now() - begun) / 1000).toFixed(1)} s`,
        )
        const some = await tenantsOf(url.href, landlordIds)
        sides.push({
          time: (endpoint, input, turn) => timeOf(app, endpoint, { ...input, ...some[turn % some.length]! }),
        })
      }
      return sides
    },
  }
}

async function timeOf(
  app: Runtime,
  endpoint: Endpoint,
  { query = {}, isOfTenant = false, landlordId, tenantId }: Input & { landlordId: string; tenantId: string },
): Promise<number> {
  const isFromService = endpoint.access === 'service'
  const actor = isFromService
    ? serviceActor('gateway', landlordId)
    : ({ role: 'landlord', userId: landlordId, landlordId, sessionId: v7() } as const)
  const start = performance.now()
  const { status, body } = await app.send('payments', endpoint, {
    actor,
    params: isOfTenant ? { id: tenantId } : {},
    query,
    body: '',
    requestId: v7(),
    ip: '127.0.0.1',
    secure: false,
    isFromService,
    header: () => undefined,
  })
  const taken = performance.now() - start
  if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${String(body)}`)
  return taken
}

/** Some of the landlords, each with one of their tenants. */
async function tenantsOf(url: string, landlordIds: string[]): Promise<{ landlordId: string; tenantId: string }[]> {
  const step = Math.max(1, Math.floor(landlordIds.length / asked))
  const some = landlordIds.filter((_, i) => i % step === 0).slice(0, asked)
  const sql = sqlOf(url, { max: 1, onnotice: () => {} })
  try {
    return await sql<{ landlordId: string; tenantId: string }[]>`
      select distinct on (landlord_id) landlord_id as "landlordId", tenant_id as "tenantId" from payments.tenant where landlord_id = any(${some}::uuid[]) order by landlord_id, tenant_id`
  } finally {
    await sql.end()
  }
}
