import { BrandingChanged, hostBranding } from '@keyhold/contracts/identity/branding'
import type { Envelope } from '@keyhold/contracts/event'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import type { Call } from '@keyhold/kit/http/call'
import { Refusal } from '@keyhold/kit/http/problem'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Clock } from '@keyhold/kit/runtime/clock'
import { hostCacheMs, knownHosts } from '../limits.ts'

/** A landlord's own host: whose portal it is, and how it looks. */
export type Site = ResponseOf<typeof hostBranding>

export interface Hosts {
  /** The landlord's host that a `Host` header names; null for any other. @throws Refusal `unavailable` where identity does not answer */
  find(header: string): Promise<Site | null>
  /** Whether the next `find` asks identity. */
  isKnown(header: string): boolean
  /** A look changed: what is stored of it is asked for again. */
  watch(event: Envelope): void
}

const gateway = serviceActor('gateway', null)

/** Landlords' own hosts. The answers of identity are stored for a while, also for hosts of nobody. */
export function createHosts({ call, clock }: { call: Call; clock: Clock }): Hosts {
  const stored = new Map<string, { site: Site | null; until: number }>()
  const asking = new Map<string, Promise<Site | null>>()
  // Counts changes: an answer from before one is not stored.
  let changes = 0

  async function ask(host: string): Promise<Site | null> {
    const before = changes
    const site = await call(hostBranding, gateway, { params: { host }, timeoutMs: 2000 }).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'not-found') return null
      throw error
    })
    if (changes === before) {
      if (stored.size >= knownHosts) stored.delete(stored.keys().next().value ?? '')
      stored.set(host, { site, until: clock.now().getTime() + hostCacheMs })
    }
    return site
  }

  const current = (host: string) => {
    const found = stored.get(host)
    return found && found.until > clock.now().getTime() ? found : undefined
  }

  return {
    async find(header) {
      const host = nameOf(header)
      if (host === null) return null
      const found = current(host)
      if (found) return found.site
      let answer = asking.get(host)
      if (!answer) asking.set(host, (answer = ask(host).finally(() => asking.delete(host))))
      return answer
    },
    isKnown(header) {
      const host = nameOf(header)
      return host === null || current(host) !== undefined
    },
    watch(event) {
      if (event.type !== BrandingChanged.type) return
      changes++
      const { landlordId, host } = event.data as { landlordId: string; host: string | null }
      for (const [name, { site }] of stored) if (name === host || site?.landlordId === landlordId) stored.delete(name)
    },
  }
}

/** In lower case and without the port; null for what is no name. */
function nameOf(header: string): string | null {
  if (!URL.canParse(`http://${header}`)) return null
  const { hostname } = new URL(`http://${header}`)
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(hostname) && hostname.length <= 253 ? hostname : null
}
