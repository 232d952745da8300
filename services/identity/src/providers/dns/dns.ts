import { Resolver } from 'node:dns/promises'
import { dnsTimeoutMs } from '../../limits.ts'

/** What a name has in the DNS. */
export interface Dns {
  /** The texts of its TXT records, none where it has none. @throws DnsDown where nobody answers */
  texts(name: string): Promise<string[]>
}

/** No name server answered, so nothing is known. */
export class DnsDown extends Error {}

// The name does not exist, or has no such record.
const absent = new Set(['ENOTFOUND', 'ENODATA'])

/** The DNS through Node. `server`: the address and port of a name server in place of those of the system. */
export function openDns(server: string | undefined): Dns {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 })
  if (server !== undefined) resolver.setServers([server])
  return {
    async texts(name) {
      try {
        // A long text comes in pieces.
        return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
      } catch (error) {
        const { code } = error as { code?: unknown }
        if (typeof code === 'string' && absent.has(code)) return []
        throw new DnsDown(`No answer about ${name}`, { cause: error })
      }
    },
  }
}
