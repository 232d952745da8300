import { type Connections, openConnections } from './connections.ts'
import { DatabaseDown } from './errors.ts'
import type { PoolOptions } from './pool.ts'

/** Connections of reads and of transactions apart: a transaction may read, and would otherwise wait for itself. */
export interface Pools {
  reads: Connections
  writes: Connections
  close(): Promise<void>
}

export type PoolsOptions = Omit<PoolOptions, 'size'> & { reads: number; writes: number }

export function openPools({ reads, writes, ...options }: PoolsOptions): Pools {
  const pools = {
    reads: openConnections({ ...options, size: reads }),
    writes: openConnections({ ...options, size: writes }),
  }
  return { ...pools, close: async () => void (await Promise.all([pools.reads.close(), pools.writes.close()])) }
}

/** The same server and role, another database. */
export function databaseUrl(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${encodeURIComponent(name)}` }).href
}

/** Databases of single landlords on the server of `url`, opened when first asked for; beyond `atMost` the one unused longest is closed. */
export function openLandlordPools({ url, atMost, ...options }: PoolsOptions & { atMost: number }) {
  // In the order of their last use.
  const open = new Map<string, { pools: Pools; users: number }>()
  const closing = new Set<Promise<void>>()
  let isClosed = false

  function take(name: string) {
    if (isClosed) throw new DatabaseDown(new Error('the database is closed'))
    const database = open.get(name) ?? { pools: openPools({ ...options, url: databaseUrl(url, name) }), users: 0 }
    if (!open.delete(name) && open.size >= atMost) makeRoom()
    open.set(name, database)
    return database
  }

  function makeRoom(): void {
    const idle = [...open].find(([, { users }]) => users === 0)
    if (!idle) throw new DatabaseDown(new Error(`all ${atMost} databases that may be open are in use`))
    const [name, { pools }] = idle
    open.delete(name)
    const end = pools.close().finally(() => closing.delete(end))
    closing.add(end)
  }

  return {
    async use<T>(name: string, work: (pools: Pools) => Promise<T>): Promise<T> {
      const database = take(name)
      database.users++
      try {
        return await work(database.pools)
      } finally {
        database.users--
      }
    },
    close: async () => {
      isClosed = true
      await Promise.all([...closing, ...[...open.values()].map(({ pools }) => pools.close())])
    },
  }
}
