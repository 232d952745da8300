import { DatabaseDown } from './errors.ts'
import { openReads } from './read.ts'
import { openWrites } from './write.ts'

interface LeavesOptions {
  url: string
  service: string
  reads: number
  writes: number
  statementTimeoutMs: number
}

/** The same server and role, another database. */
export function databaseUrl(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${encodeURIComponent(name)}` }).href
}

export type Leaves = ReturnType<typeof openLeaves>

/** Both ways into one database. Opens nothing yet: connections are made when needed and go after 30 idle seconds. */
export function openLeaves({ url, service, reads, writes, statementTimeoutMs }: LeavesOptions) {
  const both = {
    reads: openReads({ url, service, size: reads, statementTimeoutMs }),
    writes: openWrites({ url, service, size: writes, statementTimeoutMs }),
  }
  return { ...both, close: async () => void (await Promise.all([both.reads.close(), both.writes.close()])) }
}

/** Databases of single landlords on the server of `url`, opened when first asked for; beyond `atMost` the one longest unused gives way. */
export function openPlaces({ url, atMost, ...options }: LeavesOptions & { atMost: number }) {
  // In the order of their last use.
  const open = new Map<string, { leaves: Leaves; users: number }>()
  const closing = new Set<Promise<void>>()
  let closed = false

  function take(name: string) {
    if (closed) throw new DatabaseDown(new Error('the door is closed'))
    const place = open.get(name) ?? { leaves: openLeaves({ ...options, url: databaseUrl(url, name) }), users: 0 }
    if (!open.delete(name) && open.size >= atMost) makeRoom()
    open.set(name, place)
    return place
  }

  function makeRoom(): void {
    const idle = [...open].find(([, { users }]) => users === 0)
    if (!idle) throw new DatabaseDown(new Error(`all ${atMost} databases that may be open are in use`))
    const [name, { leaves }] = idle
    open.delete(name)
    const end = leaves.close().finally(() => closing.delete(end))
    closing.add(end)
  }

  return {
    async at<T>(name: string, work: (leaves: Leaves) => Promise<T>): Promise<T> {
      const place = take(name)
      place.users++
      try {
        return await work(place.leaves)
      } finally {
        place.users--
      }
    },
    close: async () => {
      closed = true
      await Promise.all([...closing, ...[...open.values()].map(({ leaves }) => leaves.close())])
    },
  }
}
